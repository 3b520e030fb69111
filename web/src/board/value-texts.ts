// The visible values of a position, in words.

import { partName } from "./labels";
import { plain, translate, type Names } from "./host";
import type { Arg, Scene, View } from "./view";

/** A value in words. */
export interface ValueText {
  readonly name: string;
  readonly title: string;
  readonly words: string;
}

/** All values to show: without those marked as quiet, counters (drawn on the table), null and empty lists. */
export function valueTexts(scene: Scene, view: View, names: Names): readonly ValueText[] {
  const elsewhere = new Set([...(scene.quiet ?? []), ...(scene.counters ?? []).map(({ name }) => name)]);
  const roles = scene.roles.map(({ name }) => name);
  return Object.entries(view.props)
    .filter(([name, value]) => value !== null && !(Array.isArray(value) && value.length === 0) && !elsewhere.has(name))
    .map(([name, value]) => {
      const says = scene.says?.[name];
      return {
        name,
        title: partName(name, roles, names, scene),
        words: says ? filledText(says, value, names) : words(value, names, new Set(roles)),
      };
    });
}

/** A value in the text of the rules. Its placeholders take a list's items in order, an object's properties, or the value. */
function filledText(says: string, value: unknown, names: Names): string {
  const holders = [...says.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const args =
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? value
      : Object.fromEntries(holders.map((name, index) => [name, list[index]]));
  return plain({ text: says, args: args as Readonly<Record<string, Arg>> }, names);
}

/** A JSON value in words; roles by their player's name. */
export function words(value: unknown, names: Names, roles: ReadonlySet<string>): string {
  const inner = (each: unknown) => words(each, names, roles);
  if (typeof value === "boolean") return translate(value ? "Yes" : "No");
  if (value === "" || value === null) return "–"; // an empty value is shown, for example castling rights that are gone
  if (typeof value === "string") return roles.has(value) ? names(value) : translate(value);
  if (Array.isArray(value)) return value.map(inner).join(", ");
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([key, each]) => `${inner(key)}: ${inner(each)}`)
      .join(", ");
  }
  return String(value);
}
