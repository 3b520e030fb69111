// What was played at the table of the playground: it is kept with the rules, and goes with them in a link.

export interface Played {
  readonly table: string; // its id where it was made
  readonly tokens: Readonly<Record<string, string>>; // of its seats, by role
  readonly text: string; // the table with its answers, as `rondel.server.local.browser_store` keeps it
}

const ID = /^[\w-]{1,64}$/;

/** What was played, from a draft or a link; null for nothing, and for what nobody played. */
export function playedOf(record: unknown): Played | null {
  if (typeof record !== "object" || record === null) return null;
  const { table, tokens, text } = record as Partial<Record<keyof Played, unknown>>;
  if (typeof table !== "string" || !ID.test(table) || typeof text !== "string") return null;
  if (typeof tokens !== "object" || tokens === null) return null;
  const held = Object.entries(tokens).filter((each): each is [string, string] => typeof each[1] === "string");
  return { table, tokens: Object.fromEntries(held), text };
}
