// The values of a position that the viewer may see, in words.

import { partName } from "./labels";
import { plain, translate, type Names } from "./host";
import type { Arg, Scene, View } from "./view";

/** One of them, as it is told. */
export interface Told {
  readonly name: string;
  readonly title: string;
  readonly words: string;
}

/**
 * All that are to be told: those for programs are not, counters lie on the table, and of what is null there is nothing to say.
 */
export function told(scene: Scene, view: View, names: Names): readonly Told[] {
  const elsewhere = new Set([...(scene.quiet ?? []), ...(scene.counters ?? []).map(({ name }) => name)]);
  const roles = scene.roles.map(({ name }) => name);
  return Object.entries(view.props)
    .filter(([name, value]) => value !== null && !elsewhere.has(name))
    .map(([name, value]) => {
      const says = scene.says?.[name];
      return {
        name,
        title: partName(name, roles, names, scene),
        words: says ? saying(says, value, names) : words(value, names, new Set(roles)),
      };
    });
}

/**
 * What the rules say of a value: the placeholders stand for a list's values in their order, for those of an object, or for the
 * value.
 */
function saying(says: string, value: unknown, names: Names): string {
  const holders = [...says.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const args =
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? value
      : Object.fromEntries(holders.map((name, index) => [name, list[index]]));
  return plain({ text: says, args: args as Readonly<Record<string, Arg>> }, names);
}

/** A JSON value for people; a role is called by its player's name. */
export function words(value: unknown, names: Names, roles: ReadonlySet<string>): string {
  const inner = (each: unknown) => words(each, names, roles);
  if (typeof value === "boolean") return translate(value ? "Yes" : "No");
  if (value === "" || value === null) return "–"; // nothing, and that is said: nobody may castle any more
  if (typeof value === "string") return roles.has(value) ? names(value) : translate(value);
  if (Array.isArray(value)) return value.map(inner).join(", ");
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([key, each]) => `${inner(key)}: ${inner(each)}`)
      .join(", ");
  }
  return String(value);
}
