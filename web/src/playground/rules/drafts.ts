// Drafts: what is edited at each address of the playground, kept in this browser, so that a reload loses nothing.

import { done, finished, openDatabase } from "../../local/storage/database";
import type { SharedGame } from "./link";

const DRAFTS = "drafts";

export class Drafts {
  private constructor(private readonly database: IDBDatabase) {}

  /** Open the database; rejects with what to do where the browser stores nothing. */
  static async open(): Promise<Drafts> {
    try {
      return new Drafts(await openDatabase("rondel drafts", DRAFTS));
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
    await this.change((store) => store.put(draft, address));
  }

  /** Forget the draft of an address. */
  async forget(address: string): Promise<void> {
    await this.change((store) => store.delete(address));
  }

  private async change(made: (store: IDBObjectStore) => void): Promise<void> {
    try {
      const change = this.database.transaction(DRAFTS, "readwrite", { durability: "relaxed" });
      made(change.objectStore(DRAFTS));
      await finished(change);
    } catch (error) {
      const full = error instanceof DOMException && error.name === "QuotaExceededError";
      const why = full ? "This browser has no more room for this page" : "This browser did not store your changes";
      throw new Error(`${why}. Save your file before you leave the page.`, { cause: error });
    }
  }
}
