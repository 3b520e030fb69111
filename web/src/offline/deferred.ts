// The page of an arena that cannot be reached: a chunk of its own.

import { deferred } from "../app/deferred";

export const Unreachable = deferred(() => import("./unreachable")).part((chunk) => chunk.Unreachable);
