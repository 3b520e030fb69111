// "More like this", which is loaded after what stands above it.

import { deferred } from "../../app/deferred";

export const MoreLikeThis = deferred(() => import("./more-like-this")).part((chunk) => chunk.MoreLikeThis);
