// Zips whose files are stored as they are, not compressed: what scripts/pyodide_pack.py packs, and `rondel site`.

const END = 0x06054b50;
const END_LENGTH = 22; // bytes, without a comment
const ENTRY_LENGTH = 46; // bytes, without its name
const HEADER_LENGTH = 30; // bytes before each file, without its name

/** The files of a zip by name, as views of its bytes. Throws for one that is not such a zip. */
export function storedFiles(zip: ArrayBuffer): ReadonlyMap<string, Uint8Array> {
  const data = new DataView(zip);
  const end = zip.byteLength - END_LENGTH;
  if (end < 0 || data.getUint32(end, true) !== END) throw new Error("a packed file is no zip, or is cut");
  const names = new TextDecoder();
  const found = new Map<string, Uint8Array>();
  let at = data.getUint32(end + 16, true);
  for (let left = data.getUint16(end + 10, true); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((each) => data.getUint16(at + each, true)) as [number, number, number];
    const header = data.getUint32(at + 42, true);
    const path = names.decode(new Uint8Array(zip, at + ENTRY_LENGTH, name));
    if (data.getUint16(at + 10, true) !== 0) throw new Error(`${path} is compressed`);
    const start = header + HEADER_LENGTH + data.getUint16(header + 26, true) + data.getUint16(header + 28, true);
    if (!path.endsWith("/")) found.set(path, new Uint8Array(zip, start, data.getUint32(at + 20, true)));
    at += ENTRY_LENGTH + name + extra + comment;
  }
  return found;
}
