// What the pages of people ask the arena for.

import { ask } from "../network/api";
import type {
  BotAccount,
  Courses,
  DeleteMe,
  Finishes,
  Leaderboard,
  LogIn,
  Me,
  NewAccount,
  NewBot,
  NewPassword,
  NewToken,
  Profile,
  Session,
  Token,
} from "../protocol";

/** What only its holder may do with an account. */
export const account = {
  register: (body: NewAccount) => ask<Me>("POST", "/api/me/register", body),
  login: (body: LogIn) => ask<Me>("POST", "/api/me/login", body),
  logout: (everywhere: boolean) => ask<Me>("POST", "/api/me/logout", { everywhere }),
  password: (body: NewPassword) => ask<Me>("POST", "/api/me/password", body),
  remove: (body: DeleteMe) => ask<Me>("POST", "/api/me/delete", body),
  sessions: () => ask<readonly Session[]>("GET", "/api/me/sessions"),
  endSession: (id: string) => ask<unknown>("POST", `/api/me/sessions/${encodeURIComponent(id)}/revoke`, {}),
  bots: () => ask<readonly BotAccount[]>("GET", "/api/me/bots"),
  makeBot: (body: NewBot) => ask<BotAccount>("POST", "/api/me/bots", body),
  makeToken: (bot: string, body: NewToken) => ask<Token>("POST", `/api/me/bots/${encodeURIComponent(bot)}/tokens`, body),
  revoke: (token: string) => ask<unknown>("POST", `/api/me/tokens/${encodeURIComponent(token)}/revoke`, {}),
};

/** What everybody may know of people, page by page: `after` is what the page before said comes next. */
export const people = {
  profile: (name: string) => ask<Profile>("GET", `/api/people/${encodeURIComponent(name)}`),
  course: (name: string, game: string, after = "") =>
    ask<Courses>("GET", `/api/people/${encodeURIComponent(name)}/ratings/${encodeURIComponent(game)}${from(after)}`),
  finished: (name: string, after = "") =>
    ask<Finishes>("GET", `/api/people/${encodeURIComponent(name)}/finished${from(after)}`),
  leaders: (game: string, after = "") =>
    ask<Leaderboard>("GET", `/api/games/${encodeURIComponent(game)}/leaderboard${from(after)}`),
};

const from = (after: string) => (after ? `?${new URLSearchParams({ after }).toString()}` : "");
