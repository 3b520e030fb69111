// Where things came from and went to between two positions, as far as the viewer can tell: what keeps its handle moves by
// itself; what appears came from where there is one less, and what is gone went to where there is one more.

import type { Contents, Token, View } from "../view";

/** By the handle of a token, the container it came from, or went to, unseen. */
export interface Flow {
  readonly from: ReadonlyMap<string, string>;
  readonly to: ReadonlyMap<string, string>;
  readonly again: ReadonlyMap<string, string>; // the new handle of a token that has got another one: by the new, the old
}

interface Lying {
  readonly id: string;
  readonly look: string;
  readonly container: string;
}

/** What went where between two views of one role. */
export function flow(before: View, after: View): Flow {
  const [old, fresh] = [handled(before), handled(after)];
  const gone = old.filter(({ id }) => !fresh.some((each) => each.id === id));
  const come = fresh.filter(({ id }) => !old.some((each) => each.id === id));
  const again = new Map<string, string>();
  for (const each of come) {
    const same = gone.findIndex(({ look, container }) => look === each.look && container !== each.container);
    if (same >= 0) again.set(each.id, gone.splice(same, 1)[0]?.id ?? "");
  }
  const names = [...new Set([...Object.keys(before.containers), ...Object.keys(after.containers)])];
  const more = names.map((name) => ({ name, number: unseen(after.containers[name]) - unseen(before.containers[name]) }));
  const less = more.flatMap(({ name, number }) => Array.from({ length: Math.max(0, -number) }, () => name));
  const room = more.flatMap(({ name, number }) => Array.from({ length: Math.max(0, number) }, () => name));
  return {
    from: paired(
      come.filter(({ id }) => !again.has(id)),
      less,
    ),
    to: paired(gone, room),
    again,
  };
}

/** Each with a container of those there are; its own comes first, where it only became visible or hidden. */
function paired(things: readonly Lying[], containers: string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { id, container } of things) {
    const at = Math.max(containers.indexOf(container), 0);
    const [name] = containers.splice(at, 1);
    if (name !== undefined) found.set(id, name);
  }
  return found;
}

function handled(view: View): readonly Lying[] {
  return Object.entries(view.containers).flatMap(([container, { tokens = [] }]) =>
    tokens.flatMap((token) => (token.id === undefined ? [] : [{ id: String(token.id), look: look(token), container }])),
  );
}

function look({ kind, owner, face }: Token): string {
  return `${kind} ${owner ?? ""} ${face ?? ""}`;
}

/** How many things lie there that have no handle. */
function unseen(contents: Contents = {}): number {
  return (contents.backs ?? 0) + (contents.tokens ?? []).filter(({ id }) => id === undefined).length;
}
