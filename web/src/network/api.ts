// HTTP requests to the server, in JSON.

import type {
  Bench,
  BenchGame,
  BenchWish,
  BotInfo,
  Branch,
  ChangeSeat,
  ChatLine,
  ChatPage,
  Created,
  TableActionLog,
  Finishes,
  GameInfo,
  GameRules,
  Invitation,
  LeaveSeat,
  Listing,
  LiveBoards,
  Mines,
  Mute,
  NewTable,
  ConditionalMoves,
  OwnBoards,
  OwnConditionalMoves,
  PositionEvaluation,
  Problem,
  Replay,
  Report,
  Rounds,
  Say,
  Seek,
  Seeking,
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
import { storedTable } from "../app/local-settings";
import { isAnsweredHere } from "../app/address";
import { localFetch } from "./local-arena";
import { refusalText } from "./refusal-texts";
import { say, translate } from "../text/text";

/** A refusal: its stable code, and a text to show. */
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

export const games = () => request<readonly GameInfo[]>("GET", "/api/games");
export const rules = (game: string, lang: string) =>
  request<GameRules>("GET", `/api/games/${encodeURIComponent(game)}/rules?${new URLSearchParams({ lang }).toString()}`);
export const bots = () => request<readonly BotInfo[]>("GET", "/api/bots");
export const languages = () => request<readonly string[]>("GET", "/api/languages");
export const texts = (lang: string) => request<Texts>("GET", `/api/texts/${encodeURIComponent(lang)}`);
export const table = (id: string) => request<Table>("GET", `/api/tables/${encodeURIComponent(id)}`);
export const lobby = (query: string) => request<Listing>("GET", `/api/lobby?${query}`);
export const finished = (after: string) =>
  request<Finishes>("GET", `/api/me/finished?${new URLSearchParams({ after }).toString()}`);
export const liveBoards = () => request<LiveBoards>("GET", "/api/lobby/boards");
export const ownBoards = () => request<OwnBoards>("GET", "/api/me/boards");
/** Search for opponents at a game; a new search replaces the one before. */
export const seek = (body: Seek) => request<Seeking>("POST", "/api/me/seek", body);
/** The search; while it goes on, the answer comes when something changes, or after some seconds. */
export const seeking = () => request<Seeking>("GET", "/api/me/seek");
export const cancelSeek = () => request<Seeking>("POST", "/api/me/seek/cancel", {});
export const mine = () => request<Mines>("GET", "/api/me/tables");
export const chat = (id: string, channel: string, since: number) =>
  requestAsViewer<ChatPage>(id, "GET", `/chat?channel=${channel}&since=${since}`);
export const postChat = (id: string, body: Say) => requestAsSeat<ChatLine>(id, "POST", "/chat", body);
/** Report somebody to the operators. */
export const report = (id: string, body: Report) => requestAsSeat<object>(id, "POST", "/reports", body);
export const rounds = (id: string) => requestAsViewer<Rounds>(id, "GET", "/rounds");
export const replay = (id: string, round: number, viewer: string, since: number, most: number) =>
  requestAsViewer<Replay>(
    id,
    "GET",
    `/rounds/${round}?${new URLSearchParams({ viewer, since: String(since), most: String(most) }).toString()}`,
  );
export const actions = (id: string, round: number, viewer: string) =>
  requestAsSeat<TableActionLog>(id, "GET", `/rounds/${round}/actions?${new URLSearchParams({ viewer }).toString()}`);
export const branch = (id: string, round: number, tried: Try) =>
  requestAsViewer<Branch>(id, "POST", `/rounds/${round}/branch`, tried);
export const evaluation = (id: string, round: number, seq: number) =>
  requestAsViewer<PositionEvaluation>(id, "GET", `/rounds/${round}/analysis?seq=${seq}`);
/** Leave one's seats, before the first action. */
export const leaveSeat = (id: string, body: LeaveSeat) => requestAsSeat<object>(id, "POST", "/leave", body);
/** As the host, open a seat or put a bot on it, before the first action. */
export const changeSeat = (id: string, body: ChangeSeat) => requestAsSeat<object>(id, "POST", "/seats", body);
/** As the host, mute a spectator or let them speak again. */
export const mute = (id: string, body: Mute) => requestAsSeat<object>(id, "POST", "/mutes", body);
export const conditionalMoves = (id: string) => requestAsSeat<OwnConditionalMoves>(id, "GET", "/conditional-moves");
export const saveConditionalMoves = (id: string, moves: ConditionalMoves) =>
  requestAsSeat<object>(id, "POST", "/conditional-moves", moves);
/** The address of a round as a file, for users with a session; others fetch it with `roundFile`. */
export const roundFileAddress = (id: string, round: number, format: string, viewer: string, lang: string) =>
  `/api/tables/${encodeURIComponent(id)}/rounds/${round}/${format}?${new URLSearchParams({ viewer, lang }).toString()}`;
export const createTable = (body: NewTable) => request<Created>("POST", "/api/tables", body);
/** A table of this browser that begins in the course of a game, as the query says. */
export const openPuzzle = (game: string, query: string) =>
  request<Created>("POST", `/api/puzzles/${encodeURIComponent(game)}?${query}`);
export const checkInvitation = (id: string, body: Invitation) =>
  request<unknown>("POST", `/api/tables/${encodeURIComponent(id)}/invitation`, body);
export const takeSeat = (id: string, body: TakeSeat) =>
  request<Taken>("POST", `/api/tables/${encodeURIComponent(id)}/seat`, body);

/** Requests of the developer's view; refused with `not_found` where the server has none. */
export const developer = {
  panels: () => request<readonly string[]>("GET", "/api/dev"),
  start: (body: TreeStart) => request<TreeRoot>("POST", "/api/dev/start", body),
  node: (body: TreePlace) => request<TreeNode>("POST", "/api/dev/node", body),
  count: (body: TreePlace) => request<TreeCount>("POST", "/api/dev/count", body),
  solve: (body: TreePlace) => request<TreeWorth>("POST", "/api/dev/solve", body),
};

/** Requests of the workbench; `game` is for one in the browser. */
export const workbench = {
  game: () => request<BenchGame>("GET", "/api/dev/bench/game"),
  news: (since: number) => request<Bench>("GET", `/api/dev/bench?since=${since}`),
  wish: (what: BenchWish["what"]) => request<Bench>("POST", "/api/dev/bench", { what } satisfies BenchWish),
};

/** Request something of a table, with the tokens of the seats that this browser has there. */
export function requestAsSeat<Answer>(table: string, method: string, path: string, body?: unknown): Promise<Answer> {
  return request(method, `/api/tables/${encodeURIComponent(table)}${path}`, body, seatHeader(table));
}

/** The header with the tokens of this browser's seats at a table. */
function seatHeader(table: string): Readonly<Record<string, string>> {
  const keys = Object.values(storedTable(table)?.tokens ?? {}).join(" ");
  return keys ? { "rondel-seat": keys } : {};
}

/** Send a request; rejects with an `ApiError` if it is refused. */
export async function request<Answer>(
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return (await fetchChecked(method, path, body, headers)).json().catch(() => null) as Promise<Answer>;
}

/** Request something of a table with this browser's tokens; without them if they are no longer valid. */
async function requestAsViewer<Answer>(table: string, method: string, path: string, body?: unknown): Promise<Answer> {
  return (await fetchAsViewer(table, method, path, body)).json() as Promise<Answer>;
}

/** A round as a file, fetched with this browser's tokens. */
export const roundFile = (id: string, round: number, format: string, viewer: string, lang: string) =>
  fetchAsViewer(id, "GET", `/rounds/${round}/${format}?${new URLSearchParams({ viewer, lang }).toString()}`);

async function fetchAsViewer(table: string, method: string, path: string, body?: unknown): Promise<Response> {
  const address = `/api/tables/${encodeURIComponent(table)}${path}`;
  const keys = seatHeader(table);
  try {
    return await fetchChecked(method, address, body, keys);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "unknown_seat" || Object.keys(keys).length === 0) throw error;
    return fetchChecked(method, address, body, {});
  }
}

/** The response to a request; rejects with an `ApiError` if it is refused. */
async function fetchChecked(
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  let response: Response;
  if (isAnsweredHere(path)) return checked(await localFetch(method, path, body, headers["rondel-seat"] ?? ""));
  try {
    const sent =
      body === undefined
        ? { headers }
        : { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
    response = await fetch(path, { method, ...sent });
  } catch {
    throw new ApiError(0, "offline", translate("The arena cannot be reached. Is it running, and are you online?"));
  }
  return checked(response);
}

/** The response; raises an `ApiError` for a refusal. */
async function checked(response: Response): Promise<Response> {
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  const { code, message } = (answer ?? {}) as Partial<Problem>;
  const why = message ?? say("The arena answered {status}.", { status: response.status });
  throw new ApiError(response.status, code ?? "unknown", refusalText(code ?? "unknown", why));
}
