// The tables of a page whose browser stores nothing: they last as long as the page.

import type { TableStore } from "../arena";
import type { TableTexts } from "../messages";

export class MemoryTables implements TableStore {
  private readonly texts = new Map<string, string>();

  all(): Promise<TableTexts> {
    return Promise.resolve(Object.fromEntries(this.texts));
  }

  keep(table: string, text: string | null): Promise<void> {
    if (text === null) this.texts.delete(table);
    else this.texts.set(table, text);
    return Promise.resolve();
  }
}
