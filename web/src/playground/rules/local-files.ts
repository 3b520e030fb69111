// Files of rules on the reader's own disk: opened by a button or dropped on the page, and saved. Where the browser lets a page write to
// a file that was chosen (File System Access), it is saved again to that same file; elsewhere it is downloaded.

import { LARGEST } from "./link";

export interface LocalFile {
  readonly name: string;
  readonly text: string;
  readonly handle: FileSystemFileHandle | null; // to write to it; null where the browser gives none
}

/** A file that cannot be opened or saved; the message says why, and what to do. */
export class FileError extends Error {}

interface PickerOptions {
  readonly suggestedName?: string;
  readonly types: readonly { readonly description: string; readonly accept: Readonly<Record<string, readonly string[]>> }[];
}

/** What Chromium has besides; TypeScript does not know it. */
interface Pickers {
  showOpenFilePicker?(options: PickerOptions): Promise<FileSystemFileHandle[]>;
  showSaveFilePicker?(options: PickerOptions): Promise<FileSystemFileHandle>;
}

const PYTHON: PickerOptions = { types: [{ description: "Python", accept: { "text/x-python": [".py"] } }] };

/** Let the reader choose a file; null if none was chosen. */
export async function openFile(pickers: Pickers = window as Pickers): Promise<LocalFile | null> {
  if (!pickers.showOpenFilePicker) return chosen();
  const [handle] = (await pickers.showOpenFilePicker(PYTHON).catch(nothingIfDismissed)) ?? [];
  return handle ? read(await handle.getFile(), handle) : null;
}

/** The file that was dropped on the page; null for something else, such as a text. */
export async function droppedFile(transfer: DataTransfer): Promise<LocalFile | null> {
  const [file] = transfer.files;
  return file ? read(file, null) : null;
}

/** Save the text to the file that was opened, or to one that the reader chooses; returns the file, or null if none was chosen. */
export async function saveFile(file: LocalFile, pickers: Pickers = window as Pickers): Promise<LocalFile | null> {
  const { name, text } = file;
  let { handle } = file;
  if (handle === null && pickers.showSaveFilePicker) {
    handle = await pickers.showSaveFilePicker({ ...PYTHON, suggestedName: name }).catch(nothingIfDismissed);
    if (handle === null) return null;
  }
  if (handle === null) {
    download(name, text);
    return file;
  }
  try {
    const writable = await handle.createWritable();
    await writable.write(text);
    await writable.close();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new FileError(`${handle.name} was not saved (${why}). Allow the page to write to it, or save it elsewhere.`);
  }
  return { name: handle.name, text, handle };
}

/** A file of rules, read. */
export async function read(file: File, handle: FileSystemFileHandle | null): Promise<LocalFile> {
  if (!file.name.endsWith(".py")) throw new FileError(`${file.name} is not a Python file. Open one that ends in .py.`);
  if (file.size > LARGEST)
    throw new FileError(`${file.name} is too large: a file of rules has at most ${LARGEST / 1000} kB here. Use rondel dev.`);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    return { name: file.name, text, handle };
  } catch {
    throw new FileError(`${file.name} is not written in UTF-8, or cannot be read. Save it as UTF-8, and open it again.`);
  }
}

/** A file chosen with the browser's own button for files, which gives no way to write to it. */
function chosen(): Promise<LocalFile | null> {
  const input = document.createElement("input");
  [input.type, input.accept] = ["file", ".py"];
  return new Promise((resolve, reject) => {
    input.onchange = () => {
      const file = input.files?.[0];
      if (file) read(file, null).then(resolve, reject);
      else resolve(null);
    };
    input.oncancel = () => resolve(null);
    input.click();
  });
}

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/x-python" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // when the download has begun; no event says so
}

function nothingIfDismissed(error: unknown): null {
  if (error instanceof DOMException && error.name === "AbortError") return null;
  throw error;
}
