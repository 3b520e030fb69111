// What this browser keeps: databases of IndexedDB, each with one store.

import { keptAs } from "../../app/address";

const PATIENCE = 3000; // ms

/** Open a database and make its store; rejects where the browser has none, does not allow it, or does not answer. */
export async function openDatabase(name: string, store: string): Promise<IDBDatabase> {
  const request = indexedDB.open(keptAs(name), 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(store);
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("no answer")), PATIENCE));
  const database = await Promise.race([done(request), late]);
  database.onversionchange = () => database.close(); // a newer page wants to change it
  return database;
}

/** The result of a request. */
export function done<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser's storage failed"));
  });
}

/** Settled when a change is stored. */
export function finished(change: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve();
    change.onabort = change.onerror = () => reject(change.error ?? new Error("the browser's storage failed"));
  });
}
