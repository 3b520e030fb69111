// The game's statistics, by player and for the table; before the end as far as the viewer may see them.

import "./statistics.css";
import { RolePip } from "../../controls/sentence";
import { labelOf, nameOf } from "../../play/naming";
import { view, type State } from "../../play/state";
import { language, translate } from "../../text/text";

export function Statistics({ state }: { readonly state: State }) {
  const now = view(state);
  const known = state.scene?.stats?.filter(({ name }) => now?.stats?.[name] !== undefined) ?? [];
  if (!now || !state.scene || known.length === 0) return null;
  const roles = state.scene.roles.filter(
    ({ name }) => now.play_order.includes(name) || state.table?.seats.some(({ role }) => role === name),
  );
  const each = known.some(({ per }) => per === "player");
  return (
    <section class="stats sheet" aria-label={translate("Statistics")}>
      <table>
        <caption>{translate("Statistics")}</caption>
        {each && (
          <thead>
            <tr>
              <td />
              {roles.map(({ name }) => (
                <th key={name} scope="col" title={nameOf(state, name)}>
                  <RolePip state={state} role={name} />
                  <span class="nowhere">{nameOf(state, name) || labelOf(state, name)}</span>
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {known.map(({ name, text }) => (
            <tr key={name}>
              <th scope="row">{translate(text)}</th>
              <Values value={now.stats?.[name]} roles={roles.map((role) => role.name)} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** One value for the table, or one for each role. */
function Values({ value, roles }: { readonly value: unknown; readonly roles: readonly string[] }) {
  if (typeof value === "number") return <td colSpan={roles.length}>{written(value)}</td>;
  const by = value as Readonly<Record<string, number>>;
  return (
    <>
      {roles.map((role) => (
        <td key={role}>{role in by ? written(by[role] ?? 0) : ""}</td>
      ))}
    </>
  );
}

const written = (value: number) => value.toLocaleString(language(), { maximumFractionDigits: 2 });
