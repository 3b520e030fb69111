// Requests that only the arena of this browser answers.

import { request, requestAsSeat } from "../network/api";
import type { Board, Created } from "../protocol";

/** The position at a table, as this browser's first role there sees it. */
export const board = (id: string) => requestAsSeat<Board>(id, "GET", "/board");

/** Remove a table for good. */
export const removeTable = (id: string) => request<object>("DELETE", `/api/tables/${encodeURIComponent(id)}`);

/** Open a table at which the game of a record goes on. */
export const openRecord = (record: unknown) => request<Created>("POST", "/api/records", record);
