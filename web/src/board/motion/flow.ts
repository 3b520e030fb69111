// Where tokens came from and went to between two views. A token that keeps its handle moves by itself; one that appears comes
// from a container that has fewer hidden tokens now, one that disappears goes to a container that has more.

import type { Contents, Token, View } from "../view";

/** Containers by token handle. */
export interface Flow {
  readonly from: ReadonlyMap<string, string>;
  readonly to: ReadonlyMap<string, string>;
  readonly again: ReadonlyMap<string, string>; // the old handle by the new one, for tokens that got another handle
}

interface TokenAt {
  readonly id: string;
  readonly look: string;
  readonly container: string;
}

/** The flow between two views of the same role. */
export function flow(before: View, after: View): Flow {
  const [old, fresh] = [tokensOf(before), tokensOf(after)];
  const gone = old.filter(({ id }) => !fresh.some((each) => each.id === id));
  const come = fresh.filter(({ id }) => !old.some((each) => each.id === id));
  const again = new Map<string, string>();
  for (const each of come) {
    const same = gone.findIndex(({ look, container }) => look === each.look && container !== each.container);
    if (same >= 0) again.set(each.id, gone.splice(same, 1)[0]?.id ?? "");
  }
  const names = [...new Set([...Object.keys(before.containers), ...Object.keys(after.containers)])];
  const more = names.map((name) => ({
    name,
    number: withoutHandle(after.containers[name]) - withoutHandle(before.containers[name]),
  }));
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

/** Pairs tokens with containers; a token's own container comes first, as it may only have been revealed or hidden. */
function paired(things: readonly TokenAt[], containers: string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { id, container } of things) {
    const at = Math.max(containers.indexOf(container), 0);
    const [name] = containers.splice(at, 1);
    if (name !== undefined) found.set(id, name);
  }
  return found;
}

function tokensOf(view: View): readonly TokenAt[] {
  return Object.entries(view.containers).flatMap(([container, { tokens = [] }]) =>
    tokens.flatMap((token) => (token.id === undefined ? [] : [{ id: String(token.id), look: look(token), container }])),
  );
}

function look({ kind, owner, face }: Token): string {
  return `${kind} ${owner ?? ""} ${face ?? ""}`;
}

/** The number of tokens without a handle. */
function withoutHandle(contents: Contents = {}): number {
  return (contents.backs ?? 0) + (contents.tokens ?? []).filter(({ id }) => id === undefined).length;
}
