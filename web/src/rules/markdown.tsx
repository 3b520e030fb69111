// The subset of Markdown in which rules are written: headings, paragraphs, lists, tables, code, bold, italic. It becomes
// elements, never markup, so the text cannot inject anything.

import type { JSX } from "preact";

export type Block =
  | { readonly kind: "heading"; readonly level: 2 | 3; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: "position"; readonly caption: string; readonly number: number }
  | { readonly kind: "table"; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** The blocks of a text. */
export function blocks(text: string): readonly Block[] {
  return read(text.split("\n"));
}

const HEADING = /^(#{1,4})\s+(.*)$/;
const ITEM = /^(?:[-*+]|\d+[.)])\s+/;
const NUMBER = /^\d/;
const POSITION = /^!\[(.*)\]\(position:(\d+)\)$/;
const ROW = /^\|.*\|\s*$/;

function read(lines: readonly string[]): readonly Block[] {
  const found: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    const heading = HEADING.exec(line);
    const position = POSITION.exec(line);
    if (line.trim() === "") at += 1;
    else if (position) {
      found.push({ kind: "position", caption: position[1] ?? "", number: Number(position[2]) });
      at += 1;
    } else if (heading) {
      found.push({ kind: "heading", level: (heading[1]?.length ?? 1) < 3 ? 2 : 3, text: heading[2] ?? "" });
      at += 1;
    } else if (ITEM.test(line)) {
      const ordered = NUMBER.test(line);
      const more = (each = "") => /^\s+\S/.test(each) || (ITEM.test(each) && NUMBER.test(each) === ordered);
      // Unindented lines belong to the item until an empty line.
      const end = until(
        lines,
        at,
        (each, index) =>
          more(each) || (each.trim() === "" ? more(lines[index + 1]) : !ITEM.test(each) && lines[index - 1]?.trim() !== ""),
      );
      found.push(list(lines.slice(at, end)));
      at = end;
    } else if (ROW.test(line)) {
      const end = until(lines, at, (each) => ROW.test(each));
      const [head = [], , ...rows] = lines.slice(at, end).map(cells);
      found.push({ kind: "table", head, rows });
      at = end;
    } else {
      const end = until(lines, at, (each) => each.trim() !== "" && !HEADING.test(each) && !ITEM.test(each) && !ROW.test(each));
      found.push({
        kind: "paragraph",
        text: lines
          .slice(at, end)
          .map((each) => each.trim())
          .join(" "),
      });
      at = end;
    }
  }
  return found;
}

/** The index after the lines that belong to a block. */
function until(lines: readonly string[], from: number, belongs: (line: string, index: number) => boolean): number {
  let end = from;
  while (end < lines.length && belongs(lines[end] ?? "", end)) end += 1;
  return Math.max(end, from + 1);
}

function list(lines: readonly string[]): Block {
  const items: string[][] = [];
  for (const line of lines) {
    const sign = ITEM.exec(line)?.[0];
    if (sign) items.push([line.slice(sign.length)]);
    else items.at(-1)?.push(line.replace(/^\s{1,3}/, ""));
  }
  return { kind: "list", ordered: NUMBER.test(lines[0] ?? ""), items: items.map(read) };
}

function cells(line: string): readonly string[] {
  const bare = line.trim().replace(/^\||\|$/g, "");
  return bare.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

interface MarkdownProps {
  readonly text: string;
  readonly position?: (number: number) => JSX.Element | null; // the drawing of a position
}

export function Markdown({ text, position = () => null }: MarkdownProps) {
  return <>{drawBlocks(blocks(text), position)}</>;
}

function drawBlocks(all: readonly Block[], position: (number: number) => JSX.Element | null): JSX.Element[] {
  return all.map((block, index) => {
    if (block.kind === "position")
      return (
        <figure key={index}>
          {position(block.number)}
          <figcaption>{inline(block.caption)}</figcaption>
        </figure>
      );
    if (block.kind === "heading")
      return block.level === 2 ? <h2 key={index}>{inline(block.text)}</h2> : <h3 key={index}>{inline(block.text)}</h3>;
    if (block.kind === "paragraph") return <p key={index}>{inline(block.text)}</p>;
    if (block.kind === "list") {
      const items = block.items.map((item, number) => (
        <li key={number}>
          {item.length === 1 && item[0]?.kind === "paragraph" ? inline(item[0].text) : drawBlocks(item, position)}
        </li>
      ));
      return block.ordered ? <ol key={index}>{items}</ol> : <ul key={index}>{items}</ul>;
    }
    return (
      <div key={index} class="scrolls" tabIndex={0} role="group" aria-label={block.head.filter(Boolean).join(", ")}>
        <table>
          <thead>
            <tr>
              {block.head.map((cell, column) =>
                cell ? (
                  <th key={column} scope="col">
                    {inline(cell)}
                  </th>
                ) : (
                  <td key={column} />
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, number) => (
              <tr key={number}>
                {row.map((cell, column) => (
                  <td key={column}>{inline(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  });
}

const SPAN = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\([^)]*\)/g;

/** Inline elements. Links become plain text: their targets are not part of this site. */
function inline(text: string): (string | JSX.Element)[] {
  const found: (string | JSX.Element)[] = [];
  let end = 0;
  for (const match of text.matchAll(SPAN)) {
    if (match.index > end) found.push(text.slice(end, match.index));
    const [, code, strong, slanted, link] = match;
    if (code !== undefined)
      found.push(
        <code key={match.index}>
          {code.split(/(?<=_)/).flatMap((part, index) => (index > 0 ? [<wbr key={index} />, part] : [part]))}
        </code>,
      );
    else if (strong !== undefined) found.push(<strong key={match.index}>{inline(strong)}</strong>);
    else if (slanted !== undefined) found.push(<em key={match.index}>{inline(slanted)}</em>);
    else found.push(...inline(link ?? ""));
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push(text.slice(end));
  return found;
}
