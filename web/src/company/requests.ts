// Requests about the company that the account keeps.

import { request } from "../network/api";
import type { Company, Relation } from "../protocol";

const at = (name: string) => `/api/me/people/${encodeURIComponent(name)}`;

export const company = {
  get: () => request<Company>("GET", "/api/me/people"),
  relation: (name: string) => request<Relation>("GET", at(name)),
  follow: (name: string, on: boolean) => request<Relation>("POST", `${at(name)}/follow`, { on }),
  block: (name: string, on: boolean) => request<Relation>("POST", `${at(name)}/block`, { on }),
};
