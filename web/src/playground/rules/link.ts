// A game in a link: the fragment of its address holds the rules and what was played. Browsers do not send a fragment to a server.
//
//     location.hash = `#game=${await linkData(game)}`;
//     const game = await fromLinkData(data);         rejects with a LinkError for the reader
//
// The data are a version, and JSON in gzip, written in base64url. The checksum of gzip finds what was cut or mistyped, and nothing else:
// whoever makes a link can put anything into it, so what comes out is read as a stranger's. Messages are in English, like everything for
// authors.

export interface SharedGame {
  readonly file: string; // name of the file of rules: "nim.py"
  readonly text: string; // its text
  readonly record: unknown; // what was played, and with which options, as `playedOf` reads it; null for nothing
}

/** A link that cannot be made or read; the message says why, and what to do. */
export class LinkError extends Error {}

const VERSION = "1";
const FORM = /^(\d{1,4})\.([A-Za-z0-9_-]+)$/;
const FILE = /^[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,80}\.py$/u;
export const LONGEST = 64_000; // characters of the data; every browser takes an address of that length
export const LARGEST = 1_000_000; // bytes of a game that is not compressed
const SLICE = 512; // bytes that are decompressed at once: they become half a megabyte at most

/** The data of a link to a game. */
export async function linkData(game: SharedGame): Promise<string> {
  const { file, text, record } = game;
  const plain = new TextEncoder().encode(JSON.stringify({ file, text, record }));
  const packed = plain.length > LARGEST ? null : await through(new CompressionStream("gzip"), plain, LARGEST);
  const data = packed && `${VERSION}.${toBase64(packed)}`;
  if (data === null || data.length > LONGEST)
    throw new LinkError(
      `This game is too long for a link: ${Math.ceil((data?.length ?? plain.length) / 1000)} kB, and ${LONGEST / 1000} kB fit. ` +
        "Save its file and send that.",
    );
  return data;
}

/** The game of a link. */
export async function fromLinkData(data: string): Promise<SharedGame> {
  if (data.length > LONGEST) throw new LinkError("This link is too long for a game. Ask for the file instead.");
  const [, version, body] = FORM.exec(data) ?? [];
  if (body === undefined) throw damaged();
  if (version !== VERSION)
    throw new LinkError("This link was made by another version of Rondel. Load this page anew, or ask for the file.");
  const packed = fromBase64(body);
  if (packed === null) throw damaged();
  const plain = await through(new DecompressionStream("gzip"), packed, LARGEST).catch((error: unknown) => {
    throw error instanceof RangeError ? noGame() : damaged();
  });
  const game = parsed(plain);
  if (!isGame(game)) throw noGame();
  return { file: game.file, text: game.text, record: game.record ?? null };
}

function parsed(json: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json));
  } catch {
    return null;
  }
}

const damaged = () =>
  new LinkError("This link is not whole: a part of it was cut off or changed. Copy all of it, or ask for it again.");
const noGame = () => new LinkError("There is no game in this link. Ask for the file instead.");

function isGame(given: unknown): given is SharedGame {
  if (typeof given !== "object" || given === null) return false;
  const { file, text } = given as Partial<Record<keyof SharedGame, unknown>>;
  return typeof file === "string" && FILE.test(file) && typeof text === "string";
}

/** What comes out of a stream; rejects where that is more than so many bytes. */
async function through(
  stream: { readonly readable: ReadableStream<Uint8Array>; readonly writable: WritableStream<BufferSource> },
  bytes: Uint8Array<ArrayBuffer>,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const written = write(stream.writable.getWriter(), bytes);
  written.catch(() => {}); // the reader below is told as well
  const reader = stream.readable.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > most) {
      void reader.cancel();
      throw new RangeError("too many bytes");
    }
    chunks.push(next.value);
  }
  await written;
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** Write the bytes slice by slice, each when the stream has room for it. */
async function write(writer: WritableStreamDefaultWriter<BufferSource>, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  for (let at = 0; at < bytes.length; at += SLICE) {
    await writer.ready;
    await writer.write(bytes.subarray(at, at + SLICE));
  }
  await writer.close();
}

function toBase64(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
