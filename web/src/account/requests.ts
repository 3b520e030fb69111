// Requests of the account page, profiles and leaderboards.

import { request } from "../network/api";
import type {
  BotAccount,
  RatedRounds,
  DeleteMe,
  Finishes,
  ForgottenPassword,
  Leaderboard,
  LogIn,
  Me,
  NewAccount,
  NewAddress,
  NewBot,
  NewPassword,
  NewToken,
  NewWebhook,
  Notifications,
  NotificationSettings,
  Profile,
  PushEnd,
  PushSubscription,
  ResetPassword,
  Season,
  SeasonStandings,
  Session,
  Token,
  Vacation,
} from "../protocol";

/** Requests of the account's owner. */
export const account = {
  register: (body: NewAccount) => request<Me>("POST", "/api/me/register", body),
  login: (body: LogIn) => request<Me>("POST", "/api/me/login", body),
  logout: (everywhere: boolean) => request<Me>("POST", "/api/me/logout", { everywhere }),
  password: (body: NewPassword) => request<Me>("POST", "/api/me/password", body),
  remove: (body: DeleteMe) => request<Me>("POST", "/api/me/delete", body),
  sessions: () => request<readonly Session[]>("GET", "/api/me/sessions"),
  vacation: () => request<Vacation>("GET", "/api/me/vacation"),
  setVacation: (on: boolean) => request<Vacation>("POST", "/api/me/vacation", { on }),
  endSession: (id: string) => request<unknown>("POST", `/api/me/sessions/${encodeURIComponent(id)}/revoke`, {}),
  bots: () => request<readonly BotAccount[]>("GET", "/api/me/bots"),
  makeBot: (body: NewBot) => request<BotAccount>("POST", "/api/me/bots", body),
  makeToken: (bot: string, body: NewToken) => request<Token>("POST", `/api/me/bots/${encodeURIComponent(bot)}/tokens`, body),
  revoke: (token: string) => request<unknown>("POST", `/api/me/tokens/${encodeURIComponent(token)}/revoke`, {}),
};

/** Requests about what the account is told. */
export const notifications = {
  get: () => request<Notifications>("GET", "/api/me/notifications"),
  change: (body: NotificationSettings) => request<Notifications>("POST", "/api/me/notifications", body),
  subscribe: (body: PushSubscription) => request<Notifications>("POST", "/api/me/push", body),
  endPush: (body: PushEnd) => request<Notifications>("POST", "/api/me/push/end", body),
  setWebhook: (body: NewWebhook) => request<Notifications>("POST", "/api/me/webhook", body),
  testWebhook: () => request<Notifications>("POST", "/api/me/webhook/test", {}),
  setAddress: (body: NewAddress) => request<Notifications>("POST", "/api/me/address", body),
};

/** Requests of the pages that mailed links lead to. */
export const mailed = {
  confirm: (token: string) => request<unknown>("POST", "/api/mail/confirm", { token }),
  forgotten: (body: ForgottenPassword) => request<unknown>("POST", "/api/mail/forgotten", body),
  reset: (body: ResetPassword) => request<Me>("POST", "/api/mail/reset", body),
  unsubscribe: (token: string) => request<unknown>("POST", `/api/mail/unsubscribe/${encodeURIComponent(token)}`, {}),
};

/** Public requests, page by page; `after` is the cursor of the previous page. */
export const people = {
  profile: (name: string) => request<Profile>("GET", `/api/people/${encodeURIComponent(name)}`),
  course: (name: string, game: string, after = "") =>
    request<RatedRounds>("GET", `/api/people/${encodeURIComponent(name)}/ratings/${encodeURIComponent(game)}${from(after)}`),
  finished: (name: string, after = "") =>
    request<Finishes>("GET", `/api/people/${encodeURIComponent(name)}/finished${from(after)}`),
  leaders: (game: string, after = "") =>
    request<Leaderboard>("GET", `/api/games/${encodeURIComponent(game)}/leaderboard${from(after)}`),
  seasons: (game: string) => request<readonly Season[]>("GET", `/api/games/${encodeURIComponent(game)}/seasons`),
  season: (game: string, season: string, after = "") =>
    request<SeasonStandings>(
      "GET",
      `/api/games/${encodeURIComponent(game)}/seasons/${encodeURIComponent(season)}${from(after)}`,
    ),
};

const from = (after: string) => (after ? `?${new URLSearchParams({ after }).toString()}` : "");
