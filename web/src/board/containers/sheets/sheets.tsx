// Score sheets: a table with a line for each category and a column for each player. A blank line that a move names is a button;
// the buttons are one stop of the tab key, and the arrow keys lead from one to the next.

import { useState } from "preact/hooks";
import { clockwise, ownerOf } from "../../arrangement";
import { FaceDrawing, seatFace } from "../../tokens/faces";
import { statusWords } from "../../labels";
import { translate, type Names } from "../../host";
import type { Pointing } from "../../pointing";
import type { Place, Scene, SceneSheet, View } from "../../view";

export interface SheetsProps {
  readonly scene: Scene;
  readonly view: View;
  readonly pointing: Pointing;
  readonly name: Names;
}

/** The visible sheets: those with equal lines as columns of one table. */
export function Sheets({ scene, view, pointing, name }: SheetsProps) {
  const forms = new Map<string, SceneSheet[]>();
  for (const sheet of scene.sheets ?? []) {
    if (!Array.isArray(view.props[sheet.name])) continue; // not visible
    const form = JSON.stringify([sheet.lines, sheet.breaks, sheet.total]);
    forms.set(form, [...(forms.get(form) ?? []), sheet]);
  }
  const order = clockwise(scene, view);
  const seat = (sheet: SceneSheet) => order.indexOf(ownerOf(scene, sheet) ?? "");
  return [...forms].map(([form, sheets]) => (
    <SheetTable
      key={form}
      {...{ scene, view, pointing, name }}
      sheets={sheets.toSorted((one, other) => seat(one) - seat(other))}
    />
  ));
}

interface SheetTableProps extends SheetsProps {
  readonly sheets: readonly SceneSheet[];
}

function SheetTable({ scene, view, pointing, name, sheets }: SheetTableProps) {
  const [reached, setReached] = useState<Place | null>(null);
  const [first] = sheets;
  if (!first) return null;
  const buttons = first.lines
    .flatMap((line) => sheets.map((sheet) => placeOf(sheet, line)))
    .filter((place) => isButton(pointing, place));
  const stop = buttons.find((place) => place === reached) ?? buttons[0];
  const columns = sheets.map((sheet) => {
    const owner = ownerOf(scene, sheet);
    return {
      sheet,
      owner,
      title: owner === null ? translate("Score sheet") : name(owner),
      colour: scene.roles.find((role) => role.name === owner)?.colour,
      seat: owner === null ? null : seatFace(scene, owner),
      active: owner !== null && view.active.includes(owner),
      numbers: numbersOn(view, sheet),
    };
  });
  function onKeyDown(event: KeyboardEvent): void {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity }[event.key];
    const box = event.currentTarget;
    if (by === undefined || stop === undefined || !(box instanceof HTMLElement)) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(buttons.length - 1, buttons.indexOf(stop) + by));
    box.querySelectorAll("button")[next]?.focus();
  }
  const starts = [0, ...first.lines.flatMap((line, index) => (index > 0 && first.breaks.includes(line.name) ? index : []))];
  return (
    <div
      class={["sheets", columns.length > CROWD && "crowded", columns.length > MANY && "many"].filter(Boolean).join(" ")}
      role="group"
      aria-label={translate("Score sheet")}
      onKeyDown={onKeyDown}
      onFocusIn={({ target }) => target instanceof HTMLElement && setReached(target.dataset["place"] ?? null)}
    >
      {starts.map((start, part) => (
        <table key={start}>
          <thead>
            <tr>
              <td />
              {columns.map(({ sheet, title, colour, seat, active }) => (
                <th
                  key={sheet.name}
                  scope="col"
                  class={active ? "active" : undefined}
                  style={colour ? { "--seat": colour } : undefined}
                  title={title}
                >
                  {seat && columns.length > CROWD ? (
                    <>
                      <svg class="pip" viewBox="0 0 100 100" aria-hidden="true">
                        <FaceDrawing face={seat} />
                      </svg>
                      <span class="nowhere">{title}</span>
                    </>
                  ) : (
                    title
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first.lines.slice(start, starts[part + 1]).map((line, index) => (
              <tr key={line.name}>
                <th scope="row">{translate(line.label)}</th>
                {columns.map(({ sheet, title, active, numbers }) => (
                  <Cell
                    key={sheet.name}
                    place={placeOf(sheet, line)}
                    words={[translate(line.label), ...(columns.length > 1 ? [title] : [])]}
                    number={numbers[start + index] ?? null}
                    stop={stop}
                    {...{ active, pointing }}
                  />
                ))}
              </tr>
            ))}
          </tbody>
          {first.total && part === starts.length - 1 && (
            <tfoot>
              <tr>
                <th scope="row">{translate(first.total)}</th>
                {columns.map(({ sheet, active, numbers }) => (
                  <td key={sheet.name} class={active ? "active" : undefined} data-total={sheet.name}>
                    {numbers.reduce<number>((sum, each) => sum + (each ?? 0), 0)}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      ))}
    </div>
  );
}

const CROWD = 3; // with more columns than this, each is narrower and has the emblem of its seat
const MANY = 4; // with more columns than this, parts do not stand side by side

interface CellProps {
  readonly place: Place;
  readonly stop: Place | undefined; // the place of the button that the tab key reaches
  readonly words: readonly string[]; // its line and, among several columns, its player
  readonly number: number | null; // null on a blank line
  readonly active: boolean; // in the column of a player who is to act
  readonly pointing: Pointing;
}

function Cell({ place, stop, words, number, active, pointing }: CellProps) {
  const mark = pointing.marks?.get(place);
  const standing = {
    legal: pointing.places.has(place),
    chosen: pointing.chosen.has(place),
    last: pointing.last.includes(place),
    planned: pointing.planned?.has(place),
    mark,
  };
  const asked = pointing.asked === place;
  const look = [
    active && "active",
    standing.legal && "legal",
    standing.chosen && "chosen",
    standing.last && "last",
    standing.planned && "planned",
    asked && "asked",
  ]
    .filter(Boolean)
    .join(" ");
  const shown = number ?? (mark === undefined ? "" : <i>{mark}</i>);
  if (!isButton(pointing, place)) {
    return (
      <td class={look || undefined} data-place={place}>
        {shown}
      </td>
    );
  }
  return (
    <td class={look}>
      <button
        type="button"
        class={`sheet-line ${look}`}
        data-place={place}
        data-aim={standing.legal ? place : undefined}
        tabIndex={place === stop ? 0 : -1}
        aria-label={[...words, number === null ? translate("blank") : String(number), ...statusWords(standing)].join(", ")}
        onClick={(event) => pointing.point(place, event)}
      >
        {shown}
      </button>
    </td>
  );
}

const placeOf = (sheet: SceneSheet, line: SceneSheet["lines"][number]): Place => `${sheet.name}:${line.name}`;

/** Whether a line may be pointed at. */
const isButton = ({ places, chosen, planned }: Pointing, place: Place) =>
  places.has(place) || chosen.has(place) || Boolean(planned);

/** The numbers on the lines of a sheet; null on blank ones. */
export function numbersOn(view: View, sheet: SceneSheet): readonly (number | null)[] {
  const value = view.props[sheet.name];
  return Array.isArray(value) ? value.map((each) => (typeof each === "number" ? each : null)) : [];
}
