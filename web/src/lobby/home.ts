// What the home shows: fetched at the start, and kept up to date by the feed and by looking again.

import { useEffect, useState } from "preact/hooks";
import {
  ApiError,
  bots as askBots,
  games as askGames,
  liveBoards as askLiveBoards,
  mine as askMine,
  ownBoards as askOwnBoards,
  rounds as askRounds,
  table as askTable,
} from "../network/api";
import { forgetTable, storedTable, storedTables, storeTable } from "../app/local-settings";
import { lookAtNews } from "../company/news";
import { showWaiting } from "../notices/badge";
import type { Board, BotInfo, GameInfo, LiveBoard, Lobby, Table, Tournaments } from "../protocol";
import { tournaments as askTournaments } from "../tournaments/requests";
import { follow } from "./feed";
import { ownTables, type OwnTable } from "./lobby-state";

export interface Home {
  readonly ready: boolean; // everything was asked for once, so that nothing is inserted above what is shown
  readonly games: readonly GameInfo[];
  readonly bots: readonly BotInfo[];
  readonly own: readonly OwnTable[];
  readonly boards: Readonly<Record<string, Board>>; // of own tables
  readonly live: readonly LiveBoard[];
  readonly tournaments: Tournaments | null; // null until the arena has answered
  readonly wrong: string | null;
  readonly away: boolean; // the arena was never reached
}

const OPENED = "app"; // in the address that the manifest starts the installed app at
const EMPTY: Home = {
  ready: false,
  games: [],
  bots: [],
  own: [],
  boards: {},
  live: [],
  tournaments: null,
  wrong: null,
  away: false,
};
const OWN_EVERY = 15_000; // ms
const LIVE_EVERY = 3000;
const QUIET_EVERY = 12_000; // while nobody plays

interface ListFollower {
  readonly begun: () => void;
  readonly changed: (message: Lobby) => void;
}

/** The home; `lists` follows the feed, too. */
export function useHome(lists: ListFollower): readonly [Home, (message: string | null) => void] {
  const [home, setHome] = useState(EMPTY);
  const change = (some: Partial<Home>) => setHome((before) => ({ ...before, ...some }));
  const fail = (message: string | null) => change({ wrong: message });

  useEffect(() => {
    let watching = 0;
    let ended = false;
    const own = async () => {
      const found = await fetchOwn();
      change(found);
      openOnWaiting(found.own);
    };
    const live = async () => {
      const { boards } = await askLiveBoards();
      change({ live: boards });
      return boards.length;
    };
    const announced = async () => change({ tournaments: await askTournaments.list() });
    const again = (look: () => Promise<unknown>) => void look().catch(ignored);

    async function watch(): Promise<void> {
      const count = document.hidden ? 0 : await live().catch(() => 0);
      if (!ended) watching = window.setTimeout(() => void watch(), count > 0 ? LIVE_EVERY : QUIET_EVERY);
    }

    let loaded = false;
    async function load(): Promise<void> {
      const offered = Promise.all([askGames(), askBots()]).then(([games, bots]) => change({ games, bots }));
      try {
        await Promise.all([offered, own(), live(), announced()]);
        loaded = true;
        change({ away: false });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === "offline") change({ away: true });
        else fail(error.message);
      }
      change({ ready: true });
    }
    void load();
    watching = window.setTimeout(() => void watch(), LIVE_EVERY);
    const timer = setInterval(() => document.hidden || again(own), OWN_EVERY);
    const unfollow = follow({
      begun() {
        lists.begun();
        if (!loaded) void load(); // the arena was away
      },
      changed(message) {
        lists.changed(message);
        if (message.mine) {
          again(own);
          void lookAtNews();
        }
      },
    });
    return () => {
      ended = true;
      clearTimeout(watching);
      clearInterval(timer);
      unfollow();
    };
  }, []);
  return [home, fail];
}

/** Show what waits in the badge of the installed app. Where the app has just been opened, go to the only table that waits. */
function openOnWaiting(own: readonly OwnTable[]): void {
  const waiting = own.filter(({ turn }) => turn);
  showWaiting(waiting.length);
  if (!new URLSearchParams(location.search).has(OPENED)) return;
  if (waiting.length === 1) location.replace(`/table/${waiting[0]!.id}`);
  else history.replaceState(null, "", location.pathname);
}

/** A failure while looking again changes nothing: the next look may succeed. */
function ignored(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}

const SHOWN = 12;

/** The player's own tables: those of the session, and the last ones that this browser has a seat at otherwise. */
async function fetchOwn(): Promise<Pick<Home, "own" | "boards">> {
  const [mines, { boards }] = await Promise.all([askMine(), askOwnBoards()]);
  const known = new Set(mines.tables.map(({ table }) => table.id));
  const others = storedTables().filter((id) => !known.has(id) && hasSeat(id));
  const held = await Promise.all(others.slice(0, SHOWN).map(fetchTable));
  return {
    own: ownTables(mines.tables, held.flat()),
    boards: Object.fromEntries(boards.map((board) => [board.table, board])),
  };
}

/** Whether this browser has a seat at a table whose game is not known to be over. */
function hasSeat(id: string): boolean {
  const stored = storedTable(id);
  return stored !== null && !stored.over && Object.keys(stored.tokens).length > 0;
}

/** The table; nothing when its game is over. */
async function fetchTable(id: string): Promise<readonly Table[]> {
  try {
    const [table, { rounds }] = await Promise.all([askTable(id), askRounds(id)]);
    if (rounds[0]?.round !== table.round) return [table];
    storeTable(id, { over: true });
    return [];
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    forgetTable(id); // it no longer exists
    return [];
  }
}
