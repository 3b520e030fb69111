// The contents of the table in words, made from the same view as the drawing.

import { tokenWords } from "./labels";
import { partName } from "./labels";
import { plain, translate, type Names } from "./host";
import { tokensAt, type Contents, type Place, type Scene, type SceneContainer, type Token, type View } from "./view";

/** One container in words. */
export interface ContainerText {
  readonly name: string; // the container's name
  readonly title: string;
  readonly count: number; // number of tokens in it, with hidden ones
  readonly lines: readonly ContentsLine[];
}

/** Equal tokens of a container, and their places; no places for a hand, row or pile. */
export interface ContentsLine {
  readonly what: string;
  readonly number: number;
  readonly where: readonly string[];
}

/** All visible containers in words. */
export function inventory(scene: Scene, view: View, names: Names): readonly ContainerText[] {
  const seen = scene.containers.filter((container) => container.name in view.containers);
  const held = seen.map((container) => {
    const contents = view.containers[container.name] ?? {};
    const count = (contents.tokens?.length ?? 0) + (contents.backs ?? 0);
    return { name: container.name, title: titleOf(scene, container, names), count, lines: lines(scene, container, contents) };
  });
  return [...held, ...sheetTexts(scene, view, names)];
}

/** The visible score sheets in words: the numbers on their lines, and the blank lines. */
function sheetTexts(scene: Scene, view: View, names: Names): readonly ContainerText[] {
  return (scene.sheets ?? []).flatMap((sheet) => {
    const numbers = view.props[sheet.name];
    if (!Array.isArray(numbers)) return [];
    const line = (at: number) => translate(sheet.lines[at]?.label ?? "");
    const written = numbers.flatMap((each, at) => (typeof each === "number" ? { what: String(each), at } : []));
    const blank = numbers.flatMap((each, at) => (each === null ? line(at) : []));
    return {
      name: sheet.name,
      title: titleOf(scene, sheet, names),
      count: written.length,
      lines: [
        ...written.map(({ what, at }) => ({ what, number: 1, where: [line(at)] })),
        ...(blank.length > 0 ? [{ what: translate("blank"), number: blank.length, where: blank }] : []),
      ],
    };
  });
}

/** A place in words: its name and what lies there; in a hand only what lies there. */
export function placeWords(scene: Scene, view: View, place: Place, names: Names): string {
  const [name, at] = [place.split(":", 1)[0] ?? "", place.includes(":") ? place.slice(place.indexOf(":") + 1) : null];
  const container = scene.containers.find((each) => each.name === name);
  const line = scene.sheets?.find((each) => each.name === name)?.lines.find((each) => each.name === at);
  if (line) return [translate(line.label), plainMark(view, place, names)].filter(Boolean).join(", ");
  if (!container) return place;
  if (at === null) return titleOf(scene, container, names);
  const words = tokensAt(view, place).map((token) => tokenWords(scene, token));
  const called = isNamed(container) ? translate(at) : null;
  if (called === null && words.length > 0) return words.join(", ");
  const several = scene.containers.filter((each) => each.layout === container.layout).length > 1;
  const where = called ?? at;
  return [
    several ? `${titleOf(scene, container, names)} ${where}` : where,
    ...(words.length > 0 ? words : [translate("empty")]),
  ].join(", ");
}

/** Why the rules mark a place; empty if they do not. */
function plainMark(view: View, place: Place, names: Names): string {
  const mark = view.marks?.find((each) => each.place === place);
  return mark ? plain(mark.text, names, view.role) : "";
}

function titleOf(scene: Scene, container: Pick<SceneContainer, "name">, names: Names): string {
  return partName(
    container.name,
    scene.roles.map((role) => role.name),
    names,
    scene,
  );
}

/** Whether a container's places have names; those of a hand, row or pile are only numbered. */
function isNamed(container: SceneContainer): boolean {
  return ["grid", "hex", "area", "track", "edges"].includes(container.layout);
}

function lines(
  scene: Scene,
  container: SceneContainer,
  { tokens = [], known = [], backs = 0 }: Contents,
): readonly ContentsLine[] {
  const found = new Map<string, string[]>();
  const lying: readonly Token[] = tokens.length > 0 ? tokens : known;
  for (const token of lying) {
    const what = token.down && !token.face ? translate("face down") : tokenWords(scene, token);
    found.set(what, [...(found.get(what) ?? []), translate(spaceOf(container, String(token.at ?? "")))]);
  }
  const told = [...found].map(([what, where]) => ({ what, number: where.length, where: isNamed(container) ? where : [] }));
  const hidden = backs - (tokens.length > 0 ? 0 : known.length);
  return hidden > 0 ? [...told, { what: translate("face down"), number: hidden, where: [] }] : told;
}

/** The space of a track that a token stands on; one of several on a space has a number after its name. */
function spaceOf({ spaces = [] }: SceneContainer, at: string): string {
  return spaces.includes(at) || !at.includes(".") || spaces.length === 0 ? at : at.slice(0, at.lastIndexOf("."));
}
