// The bar at the top: logo, place, account, settings.

import type { ComponentChildren } from "preact";
import { isLocal, linkTo } from "./address";
import { Logo } from "./logo";
import { SettingsButton } from "./settings/settings-button";
import { currentUser } from "./store";
import { say, translate } from "../text/text";

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

/** The link to the page of the account's people. */
function People() {
  return (
    <a class="button square" href="/people" aria-label={translate("People")}>
      <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="7.4" cy="7" r="2.9" />
        <path d="M1.8 16.4c.4-3.4 2.8-4.8 5.6-4.8s5.2 1.4 5.6 4.8" />
        <path d="M12.6 4.4a2.7 2.7 0 0 1 0 5.200M15 11.900c1.800.6 2.900 2 3.200 4.500" />
      </svg>
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
