// What the position says besides pieces and cards: the props this viewer may see, as a list of names and values.

import { nameOf, view, type State } from "../state";
import { partName, translate } from "../text";

export function Props({ state }: { readonly state: State }) {
  const elsewhere = new Set([...(state.scene?.quiet ?? []), ...(state.scene?.counters ?? []).map((counter) => counter.name)]); // counters are on the table
  const shown = Object.entries(view(state)?.props ?? {}).filter(([name, value]) => value !== null && !elsewhere.has(name)); // null: nothing to say
  if (shown.length === 0) return null;
  const roles = state.scene?.roles.map((role) => role.name) ?? [];
  const named = (role: string) => nameOf(state, role);
  return (
    <dl class="props sheet" aria-label={translate("On the table")}>
      {shown.map(([name, value]) => (
        <div key={name} data-prop={name}>
          <dt>{partName(name, roles, named, state.scene?.labels)}</dt>
          <dd>{words(value, named, new Set(roles))}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A JSON value for people; a role is called by its player's name. */
export function words(value: unknown, names: (role: string) => string, roles: ReadonlySet<string>): string {
  const inner = (each: unknown) => words(each, names, roles);
  if (typeof value === "boolean") return translate(value ? "Yes" : "No");
  if (value === "" || value === null) return "–"; // nothing, and that is said: nobody may castle any more
  if (typeof value === "string") return roles.has(value) ? names(value) : translate(value);
  if (Array.isArray(value)) return value.map(inner).join(", ");
  if (typeof value === "object") {
    return Object.entries(value).map(([key, each]) => `${inner(key)}: ${inner(each)}`).join(", ");
  }
  return String(value);
}
