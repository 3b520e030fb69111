// The bar at the top: the mark, where one is, and the settings.

import type { ComponentChildren } from "preact";
import { Mark } from "./mark";
import { SettingsMenu } from "./settings";
import { translate } from "../text";

export function Header({ crumb, children }: { readonly crumb?: string; readonly children?: ComponentChildren }) {
  return (
    <header>
      <a class="logo" href="/" aria-label={translate("Rondel, to the lobby")}>
        <Mark />
        <span>Rondel</span>
      </a>
      {crumb && <span class="crumb">{crumb}</span>}
      <span class="spring" />
      {children}
      <SettingsMenu />
    </header>
  );
}
