// Drafts: what is edited at each address of the playground, kept in this browser, so that a reload loses nothing. What was written at
// the address of a link is forgotten some time after the last change, as nobody finds the way back there.

import { done, finished, openDatabase } from "../../local/storage/database";
import type { SharedGame } from "./link";

const DRAFTS = "drafts";
export const OF_LINK = "link "; // begins what drafts of links are called
const OLD = 90 * 24 * 60 * 60 * 1000; // ms after which a draft of a link is forgotten

/** A draft as it is stored. */
interface StoredDraft extends SharedGame {
  readonly at: number; // when it was changed last
}

export class Drafts {
  private constructor(private readonly database: IDBDatabase) {}

  /** Open the database; rejects with what to do where the browser stores nothing. */
  static async open(): Promise<Drafts> {
    try {
      const drafts = new Drafts(await openDatabase("rondel drafts", DRAFTS));
      drafts.forgetOld();
      return drafts;
    } catch (error) {
      throw new Error("This browser stores nothing for this page. Save your file before you leave it.", { cause: error });
    }
  }

  /** The draft of an address; null for none. */
  async read(address: string): Promise<SharedGame | null> {
    const found = await done<SharedGame | undefined>(this.database.transaction(DRAFTS).objectStore(DRAFTS).get(address));
    return found ?? null;
  }

  /** Store the draft of an address; rejects with what to do where it cannot be stored. */
  async keep(address: string, draft: SharedGame): Promise<void> {
    try {
      const change = this.database.transaction(DRAFTS, "readwrite", { durability: "relaxed" });
      change.objectStore(DRAFTS).put({ ...draft, at: Date.now() } satisfies StoredDraft, address);
      await finished(change);
    } catch (error) {
      const full = error instanceof DOMException && error.name === "QuotaExceededError";
      const why = full ? "This browser has no more room for this page" : "This browser did not store your changes";
      throw new Error(`${why}. Save your file before you leave the page.`, { cause: error });
    }
  }
  /** Forget drafts of links that nobody has changed for long; where that fails, it is done another time. */
  private forgetOld(): void {
    const store = this.database.transaction(DRAFTS, "readwrite", { durability: "relaxed" }).objectStore(DRAFTS);
    const found = store.openCursor(IDBKeyRange.bound(OF_LINK, `${OF_LINK}\uffff`));
    found.onsuccess = () => {
      const draft = found.result;
      if (!draft) return;
      if (Date.now() - (draft.value as StoredDraft).at > OLD) draft.delete();
      draft.continue();
    };
  }
}
