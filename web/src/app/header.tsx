// The bar at the top: logo, place, account, settings.

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { isLocal, linkTo } from "./address";
import { Logo } from "./logo";
import { SettingsButton } from "./settings/settings-button";
import { currentUser } from "./store";
import { counted, say, translate } from "../text/text";
import { waiting, watchNews } from "../company/news";

export function Header({ crumb, children }: { readonly crumb?: string; readonly children?: ComponentChildren }) {
  return (
    <header>
      <a class="logo" href={linkTo("/")} aria-label={translate("Rondel, to the lobby")}>
        <Logo />
        <span>Rondel</span>
      </a>
      {crumb && <span class="crumb">{crumb}</span>}
      <span class="spring" />
      {children}
      {!isLocal() && currentUser.value?.kind === "account" && <People />}
      {!isLocal() && <Account />}
      <SettingsButton />
    </header>
  );
}

/** The link to the page of the account's people, with the number of what waits there. */
function People() {
  useEffect(watchNews, []);
  const number = waiting();
  const words = number > 0 ? counted("People, {number} waits", "People, {number} wait", number) : translate("People");
  return (
    <a class="button square waits" href="/people" aria-label={words}>
      <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="7.4" cy="7" r="2.9" />
        <path d="M1.8 16.4c.4-3.4 2.8-4.8 5.6-4.8s5.2 1.4 5.6 4.8" />
        <path d="M12.6 4.4a2.7 2.7 0 0 1 0 5.2M15 11.9c1.8.6 2.9 2 3.2 4.5" />
      </svg>
      {number > 0 && (
        <span class="count" aria-hidden="true">
          {number}
        </span>
      )}
    </a>
  );
}

/** The link to the account, with its name; an icon alone where space is short. */
function Account() {
  const me = currentUser.value;
  const words = me?.kind === "account" ? me.name : translate("Log in");
  return (
    <a
      class="button account"
      href="/account"
      aria-label={me?.kind === "account" ? say("Account of {name}", { name: me.name }) : words}
    >
      <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="6.6" r="3.6" />
        <path d="M3.4 17.4c.6-4 3.2-5.6 6.6-5.6s6 1.6 6.6 5.6" />
      </svg>
      <span class="name" dir="auto">
        {words}
      </span>
    </a>
  );
}
