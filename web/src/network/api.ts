// The arena's few pages of JSON over HTTP.

import type {
  Bench,
  BenchWish,
  BotInfo,
  Branch,
  ChangeSeat,
  ChatLine,
  ChatPage,
  Created,
  DoneDeeds,
  Finishes,
  GameInfo,
  GameRules,
  LeaveSeat,
  Listing,
  Mines,
  Mute,
  NewTable,
  Plan,
  Plans,
  Problem,
  Replay,
  Report,
  Rounds,
  Say,
  Table,
  TakeSeat,
  Taken,
  Texts,
  TreeCount,
  TreeNode,
  TreePlace,
  TreeRoot,
  TreeStart,
  TreeWorth,
  Try,
} from "../protocol";
import { holding } from "../app/local-settings";
import { excuse } from "./refusal-texts";
import { say, translate } from "../text/text";

/** The arena said no: why, in words to show, and the stable code. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "ApiError";
  }
}

export const games = () => ask<readonly GameInfo[]>("GET", "/api/games");
export const rules = (game: string, lang: string) =>
  ask<GameRules>("GET", `/api/games/${encodeURIComponent(game)}/rules?${new URLSearchParams({ lang }).toString()}`);
export const bots = () => ask<readonly BotInfo[]>("GET", "/api/bots");
export const languages = () => ask<readonly string[]>("GET", "/api/languages");
export const texts = (lang: string) => ask<Texts>("GET", `/api/texts/${encodeURIComponent(lang)}`);
export const table = (id: string) => ask<Table>("GET", `/api/tables/${encodeURIComponent(id)}`);
export const lobby = (query: string) => ask<Listing>("GET", `/api/lobby?${query}`);
export const finished = (after: string) =>
  ask<Finishes>("GET", `/api/me/finished?${new URLSearchParams({ after }).toString()}`);
export const mine = () => ask<Mines>("GET", "/api/me/tables");
export const chat = (id: string, channel: string, since: number) =>
  lookAt<ChatPage>(id, "GET", `/chat?channel=${channel}&since=${since}`);
export const tell = (id: string, body: Say) => askAt<ChatLine>(id, "POST", "/chat", body);
/** Tell those who look after the arena of what somebody does. */
export const report = (id: string, body: Report) => askAt<object>(id, "POST", "/reports", body);
export const rounds = (id: string) => lookAt<Rounds>(id, "GET", "/rounds");
export const replay = (id: string, round: number, viewer: string, since: number, most: number) =>
  lookAt<Replay>(
    id,
    "GET",
    `/rounds/${round}?${new URLSearchParams({ viewer, since: String(since), most: String(most) }).toString()}`,
  );
export const deeds = (id: string, round: number, viewer: string) =>
  askAt<DoneDeeds>(id, "GET", `/rounds/${round}/deeds?${new URLSearchParams({ viewer }).toString()}`);
export const branch = (id: string, round: number, tried: Try) => lookAt<Branch>(id, "POST", `/rounds/${round}/branch`, tried);
/** Give back one's seats before anything has happened. */
export const leaveSeat = (id: string, body: LeaveSeat) => askAt<object>(id, "POST", "/leave", body);
/** The host opens a seat, or puts a bot on it, before anything has happened. */
export const changeSeat = (id: string, body: ChangeSeat) => askAt<object>(id, "POST", "/seats", body);
/** The host has somebody of the gallery say no more, or be heard again. */
export const mute = (id: string, body: Mute) => askAt<object>(id, "POST", "/mutes", body);
export const plans = (id: string) => askAt<Plans>(id, "GET", "/plans");
export const keepPlan = (id: string, plan: Plan) => askAt<object>(id, "POST", "/plans", plan);
/** Where a round lies as a file; a seat that is known by its token only takes it by `kept`. */
export const keepsake = (id: string, round: number, format: string, viewer: string, lang: string) =>
  `/api/tables/${encodeURIComponent(id)}/rounds/${round}/${format}?${new URLSearchParams({ viewer, lang }).toString()}`;
export const createTable = (body: NewTable) => ask<Created>("POST", "/api/tables", body);
export const takeSeat = (id: string, body: TakeSeat) => ask<Taken>("POST", `/api/tables/${encodeURIComponent(id)}/seat`, body);

/** What the developer's view asks for; refused as `not_found` by an arena that has none. */
export const developer = {
  panels: () => ask<readonly string[]>("GET", "/api/dev"),
  start: (body: TreeStart) => ask<TreeRoot>("POST", "/api/dev/start", body),
  node: (body: TreePlace) => ask<TreeNode>("POST", "/api/dev/node", body),
  count: (body: TreePlace) => ask<TreeCount>("POST", "/api/dev/count", body),
  solve: (body: TreePlace) => ask<TreeWorth>("POST", "/api/dev/solve", body),
};

/** What the page of a game that is being written asks for. */
export const bench = {
  news: (since: number) => ask<Bench>("GET", `/api/dev/bench?since=${since}`),
  wish: (what: BenchWish["what"]) => ask<Bench>("POST", "/api/dev/bench", { what } satisfies BenchWish),
};

/** Ask something of a table, as who holds the seats that this browser has keys to. */
function askAt<Answer>(table: string, method: string, path: string, body?: unknown): Promise<Answer> {
  return ask(method, `/api/tables/${encodeURIComponent(table)}${path}`, body, keysOf(table));
}

/** The header that says which seats of a table this browser has keys to. */
function keysOf(table: string): Readonly<Record<string, string>> {
  const keys = Object.values(holding(table)?.tokens ?? {}).join(" ");
  return keys ? { "rondel-seat": keys } : {};
}

/** Ask the arena something; rejects with an `ApiError` where it says no. */
export async function ask<Answer>(
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return (await answered(method, path, body, headers)).json().catch(() => null) as Promise<Answer>;
}

/** Look at something of a table as who holds its seats here; as whoever it is, where their keys are no longer good for any. */
async function lookAt<Answer>(table: string, method: string, path: string, body?: unknown): Promise<Answer> {
  return (await looked(table, method, path, body)).json() as Promise<Answer>;
}

/** A round as a file, as who holds the seats of its table here. */
export const kept = (id: string, round: number, format: string, viewer: string, lang: string) =>
  looked(id, "GET", `/rounds/${round}/${format}?${new URLSearchParams({ viewer, lang }).toString()}`);

async function looked(table: string, method: string, path: string, body?: unknown): Promise<Response> {
  const address = `/api/tables/${encodeURIComponent(table)}${path}`;
  const keys = keysOf(table);
  try {
    return await answered(method, address, body, keys);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "unknown_seat" || Object.keys(keys).length === 0) throw error;
    return answered(method, address, body, {});
  }
}

/** The answer to a request; rejects with an `ApiError` where the arena says no. */
async function answered(
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  let response: Response;
  try {
    const sent =
      body === undefined
        ? { headers }
        : { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
    response = await fetch(path, { method, ...sent });
  } catch {
    throw new ApiError(0, "offline", translate("The arena cannot be reached. Is it running, and are you online?"));
  }
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  const { code, message } = (answer ?? {}) as Partial<Problem>;
  const why = message ?? say("The arena answered {status}.", { status: response.status });
  throw new ApiError(response.status, code ?? "unknown", excuse(code ?? "unknown", why));
}
