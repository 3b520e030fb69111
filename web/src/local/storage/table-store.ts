// The tables of this browser in IndexedDB, one text each. A table that goes on in another tab as well is not overwritten.

import { translate } from "../../text/text";
import type { TableStore } from "../arena";
import { done, finished, openDatabase } from "./database";
import type { TableTexts } from "../messages";

const NAME = "rondel";
const TABLES = "tables";

interface StoredText {
  readonly text: string;
  readonly version: number; // counts the changes
}

export class IndexedTables implements TableStore {
  private readonly versions = new Map<string, number>(); // as this page has read or written them

  private constructor(private readonly database: IDBDatabase) {}

  /** Open the database; rejects where the browser has none, does not allow it, or does not answer. */
  static async open(): Promise<IndexedTables> {
    return new IndexedTables(await openDatabase(NAME, TABLES));
  }

  async all(): Promise<TableTexts> {
    const store = this.database.transaction(TABLES).objectStore(TABLES);
    const [keys, found] = await Promise.all([done(store.getAllKeys()), done<StoredText[]>(store.getAll())]);
    keys.forEach((key, index) => this.versions.set(String(key), found[index]!.version));
    return Object.fromEntries(keys.map((key, index) => [String(key), found[index]!.text]));
  }

  async keep(table: string, text: string | null): Promise<void> {
    const known = this.versions.get(table) ?? 0;
    const stored = await this.change(table, known, text).catch((error: unknown) => Promise.reject(why(error)));
    if (stored !== known) throw new Error(translate("this table goes on in another tab: reload this one"));
    this.versions.set(table, text === null ? 0 : known + 1);
  }

  /** Replace what is stored of a table where it is of the known version; returns the version that was stored. */
  private async change(table: string, known: number, text: string | null): Promise<number> {
    const change = this.database.transaction(TABLES, "readwrite", { durability: "relaxed" });
    const store = change.objectStore(TABLES);
    const written = finished(change);
    written.catch(() => {}); // awaited below, where the check has passed
    const stored = (await done<StoredText | undefined>(store.get(table)))?.version ?? 0;
    if (stored !== known) return stored;
    if (text === null) store.delete(table);
    else store.put({ text, version: known + 1 } satisfies StoredText, table);
    await written;
    return stored;
  }
}

/** An error of the storage, as the player reads it. */
function why(error: unknown): Error {
  if (error instanceof DOMException && error.name === "QuotaExceededError")
    return new Error(translate("The storage of this browser is full, so this does not count: remove games that are over."));
  return new Error(translate("This browser could not store that, so it does not count: reload the page, and try again."), {
    cause: error,
  });
}
