// Requests about the company that the account keeps.

import { request } from "../network/api";
import type {
  Company,
  ConversationPage,
  Conversations,
  InvitedAgain,
  Invitations,
  InvitePerson,
  News,
  Opponents,
  PrivateMessage,
  Relation,
  ReportPerson,
  Write,
} from "../protocol";

const at = (name: string) => `/api/me/people/${encodeURIComponent(name)}`;

export const company = {
  get: () => request<Company>("GET", "/api/me/people"),
  relation: (name: string) => request<Relation>("GET", at(name)),
  follow: (name: string, on: boolean) => request<Relation>("POST", `${at(name)}/follow`, { on }),
  block: (name: string, on: boolean) => request<Relation>("POST", `${at(name)}/block`, { on }),
  report: (name: string, body: ReportPerson) => request<unknown>("POST", `${at(name)}/reports`, body),
};

const answer = (id: string, what: "accept" | "decline" | "withdraw") =>
  request<Invitations>("POST", `/api/me/invitations/${encodeURIComponent(id)}/${what}`, {});

/** Requests about invitations, and those who can be invited. */
export const invitations = {
  news: () => request<News>("GET", "/api/me/news"),
  get: () => request<Invitations>("GET", "/api/me/invitations"),
  opponents: () => request<Opponents>("GET", "/api/me/opponents"),
  again: (table: string) => request<InvitedAgain>("POST", "/api/me/invitations", { table }),
  invite: (table: string, body: InvitePerson) =>
    request<unknown>("POST", `/api/tables/${encodeURIComponent(table)}/invitations`, body),
  accept: (id: string) => answer(id, "accept"),
  decline: (id: string) => answer(id, "decline"),
  withdraw: (id: string) => answer(id, "withdraw"),
};

const written = (name: string) => `/api/me/conversations/${encodeURIComponent(name)}`;

/** Requests about private messages. */
export const messages = {
  all: () => request<Conversations>("GET", "/api/me/conversations"),
  page: (name: string, before?: number) =>
    request<ConversationPage>("GET", written(name) + (before === undefined ? "" : `?before=${before}`)),
  write: (name: string, body: Write) => request<PrivateMessage>("POST", written(name), body),
  read: (name: string, number: number) => request<unknown>("POST", `${written(name)}/read`, { number }),
};
