// What comes out of the frame of an author's code, read as from a stranger: of each message the known fields alone are taken, of the
// expected kind and no larger than they may be, and nothing in it names an address that the page would load.

import type { Finding, FromWorker } from "../local/messages";
import type { Bench, BenchTrouble } from "../protocol";

const TEXT = 2_000; // characters of a message to the author
const FRAME = 4_000_000; // characters of a frame of the protocol, of the answer to a request, and of a table
const FINDINGS = 100; // that are shown of one text
const COLOUR = /^(#[0-9a-f]{3,8}|[a-z]{1,30})$/i;

type Fields = Readonly<Record<string, unknown>>;

/** The message of a worker; null for what none says. */
export function checkedMessage(message: unknown): FromWorker | null {
  const said = fieldsOf(message);
  switch (said["type"]) {
    case "ready":
      return withNumber(said["took"], (took) => ({ type: "ready", compiled: null, took }));
    case "pong":
    case "worked":
      return { type: said["type"] };
    case "failed":
      return { type: "failed", message: text(said["message"]) };
    case "doing":
      return said["id"] === null ? { type: "doing", id: null } : withId(said, (id) => ({ type: "doing", id }));
    case "done":
      return withId(said, (id) => ({ type: "done", id }));
    case "frame":
      return withText(said["frame"], (frame) => withNumber(said["socket"], (socket) => ({ type: "frame", socket, frame })));
    case "response": {
      const { status, body } = fieldsOf(said["response"]);
      return withId(said, (id) =>
        withNumber(status, (number) =>
          typeof body === "string" && body.length <= FRAME
            ? { type: "response", id, response: { status: number, body: withoutAddresses(body) ?? body } }
            : null,
        ),
      );
    }
    case "keep": {
      const { table, text: kept } = said;
      if (typeof table !== "string") return null;
      if (kept !== null && (typeof kept !== "string" || kept.length > FRAME)) return null;
      return withId(said, (id) => ({ type: "keep", id, table, text: kept }));
    }
    case "ask":
      return withLimited(said["question"], (question) => withId(said, (id) => ({ type: "ask", id, question })));
    case "thought":
      return withLimited(said["answer"], (answer) => withId(said, (id) => ({ type: "thought", id, answer })));
    case "checked":
      return withLimited(said["findings"], (findings) => withId(said, (id) => ({ type: "checked", id, findings })));
    default:
      return null;
  }
}

/** What a check has found. */
export function checkedFindings(json: string): readonly Finding[] {
  const said = parsed(json);
  if (!Array.isArray(said)) return [];
  return said.slice(0, FINDINGS).map((each: unknown) => {
    const { severity, message, line, column, end } = fieldsOf(each);
    const number = (value: unknown) => (isNumber(value) && value > 0 ? value : 1);
    return {
      severity: severity === "warning" ? "warning" : "error",
      message: text(message),
      line: number(line),
      column: number(column),
      end: number(end),
    };
  });
}

/** The state of the workbench; null for anything else. */
export function checkedBench(body: string): Bench | null {
  const said = fieldsOf(parsed(body));
  const tokens = Object.entries(fieldsOf(said["tokens"])).filter(
    (each): each is [string, string] => typeof each[1] === "string",
  );
  const { number, table, read, answers, trouble } = said;
  if (!isNumber(number) || typeof table !== "string" || !isNumber(read) || !isNumber(answers)) return null;
  return {
    number,
    source: text(said["source"]),
    table,
    tokens: Object.fromEntries(tokens),
    read,
    answers,
    trouble: trouble === null || trouble === undefined ? null : checkedTrouble(fieldsOf(trouble)),
  };
}

const KINDS: readonly BenchTrouble["kind"][] = ["file", "start", "moves", "rules"];

function checkedTrouble(said: Fields): BenchTrouble {
  return {
    kind: KINDS.find((each) => each === said["kind"]) ?? "rules",
    message: text(said["message"]),
    file: text(said["file"]),
    line: isNumber(said["line"]) ? said["line"] : null,
    inside: text(said["inside"]),
    code: text(said["code"]),
    role: text(said["role"]),
    move: text(said["move"]),
    kept: isNumber(said["kept"]) ? said["kept"] : 0,
    of: isNumber(said["of"]) ? said["of"] : 0,
  };
}

/** JSON without the fields by which a table names drawings and style sheets, and without colours that are none; null for what is
 * no JSON. */
export function withoutAddresses(json: string): string | null {
  try {
    return JSON.stringify(
      JSON.parse(json, (key, value: unknown) => {
        if (key === "look" || key === "drawing") return undefined;
        return key === "colour" && !(typeof value === "string" && COLOUR.test(value)) ? undefined : value;
      }),
    );
  } catch {
    return null;
  }
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isSafeInteger(value);

const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});

const text = (value: unknown): string => (typeof value === "string" ? value.slice(0, TEXT) : "");

function withNumber<Made>(value: unknown, made: (value: number) => Made): Made | null {
  return isNumber(value) ? made(value) : null;
}

const withId = <Made>({ id }: Fields, made: (id: number) => Made) => withNumber(id, made);

function withLimited<Made>(value: unknown, made: (text: string) => Made): Made | null {
  return typeof value === "string" && value.length <= FRAME ? made(value) : null;
}

function withText<Made>(value: unknown, made: (json: string) => Made): Made | null {
  return withLimited(value, (text) => {
    const json = withoutAddresses(text);
    return json === null ? null : made(json);
  });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
