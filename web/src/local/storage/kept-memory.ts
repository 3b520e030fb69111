// Python's memory with everything imported, kept for the next start, which then takes a fifth of the time. It is a file of this
// origin, in a folder for each host path, under a name that says what it was made from.

export class KeptMemory {
  private constructor(
    private readonly folder: FileSystemDirectoryHandle,
    private readonly name: string,
  ) {}

  /** The place for what was made from these addresses, whose names have digests; null where this browser keeps no files. */
  static async at(addresses: readonly string[]): Promise<KeptMemory | null> {
    try {
      const paths = addresses.map((each) => new URL(each).pathname);
      const names = paths.map((each) => each.slice(each.lastIndexOf("/") + 1));
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle(`memory ${encodeURIComponent(folderOf(paths[0]!))}`, { create: true });
      return "createWritable" in FileSystemFileHandle.prototype ? new KeptMemory(folder, names.join(" ")) : null;
    } catch {
      return null; // a frame of no origin, a private window, an insecure host
    }
  }

  /** What was kept; null for nothing. */
  async read(): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      const file = await (await this.folder.getFileHandle(this.name)).getFile();
      return file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : null;
    } catch {
      return null;
    }
  }

  /** Keep this one, and no older one. Storage that is full or refused is no mistake: the next start takes longer. */
  async keep(memory: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      await this.forget();
      const writable = await (await this.folder.getFileHandle(this.name, { create: true })).createWritable();
      await writable.write(memory);
      await writable.close(); // only now is it there
    } catch (error) {
      console.warn("Python's memory is not kept:", error);
    }
  }

  /** Remove all that is kept. */
  async forget(): Promise<void> {
    for await (const name of this.folder.keys()) await this.folder.removeEntry(name);
  }
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/"));
