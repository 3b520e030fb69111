// The playground, `/play/`: rules in an editor, and the table at which they are played beside it. It follows the editor as the table
// of `rondel dev` follows its file.

import { useEffect, useRef, useState } from "preact/hooks";
import "./playground.css";
import { Header } from "../app/header";
import { Button } from "../controls/button";
import { ErrorText } from "../controls/refusal";
import { Trouble } from "../dev/trouble";
import { games as askGames } from "../network/api";
import { state as store } from "../play/store";
import type { GameInfo } from "../protocol";
import { TablePage } from "../table/page";
import { say, translate } from "../text/text";
import type { CodeEditor } from "./editor/code-editor";
import { sources } from "./files";
import { fileOf, FIRST, keepFile, lastFile } from "./rules-file";
import { usePlayground, type Playground } from "./use-playground";

const PAUSE = 500; // ms without a key, after which the table follows

export function PlaygroundPage() {
  const playground = usePlayground();
  const { start, written } = playground;
  const { refusal } = store.value;
  useEffect(() => {
    if (refusal?.code === "rules") playground.look(refusal.message);
  }, [refusal]);
  return (
    <div class="playground">
      {!written.table && <Header crumb={translate("Playground")} />}
      <Code playground={playground} />
      {written.table ? (
        <TablePage key={written.table} id={written.table} invite={null} />
      ) : (
        <main class="message">{start !== "ready" ? <Starting start={start} /> : <NoTable playground={playground} />}</main>
      )}
    </div>
  );
}

/** The editor, with what is to be said of its rules. */
function Code({ playground }: { readonly playground: Playground }) {
  const { written, reading, read, wish, start } = playground;
  const { trouble } = written;
  const [name, setName] = useState(`${FIRST}.py`); // of the file
  const [wrong, setWrong] = useState("");
  const [editor, host] = useEditor(name, read, setName, setWrong);
  useEffect(
    () => editor?.mark(trouble && trouble.line !== null ? { line: trouble.line, message: trouble.message } : null),
    [editor, trouble],
  );
  const take = (game: string) =>
    void fileOf(game).then(
      (file) => {
        setName(file.file);
        editor?.replace(file.text);
        read(file.text, true);
      },
      (error: unknown) => setWrong(String(error)),
    );
  return (
    <section class={trouble ? "code sheet wrong" : "code sheet"} aria-labelledby="rules-title">
      <div class="code-head">
        <h2 id="rules-title">{translate("Rules")}</h2>
        <Games chosen={name.replace(/\.py$/, "")} choose={take} />
        <span class="sub" role="status">
          {start === "ready" && statusOf(playground)}
        </span>
        {!trouble && written.table && (
          <Button onClick={() => wish("anew")} aria-disabled={reading} text={translate("Start anew")} />
        )}
      </div>
      <div class="code-text" ref={host} />
      {wrong && <ErrorText message={wrong} />}
      {trouble && (
        <div class="code-trouble" lang="en">
          <Trouble trouble={trouble} table={written.table} wish={wish} goTo={(line) => editor?.goTo(line)} />
        </div>
      )}
    </section>
  );
}

function statusOf({ written: { trouble, table, read, answers }, reading }: Playground): string {
  if (reading) return translate("Reading the rules…");
  if (trouble?.kind === "moves") return translate("The table waits for your choice.");
  if (trouble) return translate(table ? "The table is as it was." : "There is no table yet.");
  return read > 1
    ? say("The table follows. Moves played again: {count}", { count: answers })
    : translate("The table follows what you write.");
}

/** The editor in the element of the ref, once it is loaded; null before. */
function useEditor(
  name: string,
  read: (text: string) => void,
  setName: (name: string) => void,
  fail: (message: string) => void,
) {
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<CodeEditor | null>(null);
  const named = useRef(name);
  named.current = name;
  useEffect(() => {
    let made: CodeEditor | null = null;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const failed = (error: unknown) => fail(error instanceof Error ? error.message : String(error));
    const follow = () => {
      clearTimeout(timer);
      if (!made) return;
      keepFile({ file: named.current, text: made.text, options: {}, record: null }).then(() => fail(""), failed);
      read(made.text);
    };
    const begin = async () => {
      const [{ CodeEditor }, file] = await Promise.all([import("./editor/code-editor"), lastFile()]);
      if (left || !host.current) return;
      setName(file.file);
      made = new CodeEditor(host.current, {
        label: translate("Rules"),
        text: file.text,
        changed: () => {
          clearTimeout(timer);
          timer = setTimeout(follow, PAUSE);
        },
        save: follow,
      });
      setEditor(made);
      read(file.text);
    };
    begin().catch(failed);
    return () => {
      left = true;
      clearTimeout(timer);
      made?.close();
    };
  }, []);
  return [editor, host] as const;
}

/** The choice of the rules to begin with. */
function Games({ chosen, choose }: { readonly chosen: string; readonly choose: (game: string) => void }) {
  const [games, setGames] = useState<readonly (readonly [string, string])[]>([]);
  useEffect(() => void titled().then(setGames, () => {}), []);
  return (
    <label class="field">
      <span class="nowhere">{translate("Rules to begin with")}</span>
      <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        {games.map(([name, title]) => (
          <option key={name} value={name}>
            {translate(title)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The games whose rules are there, each with its title. */
async function titled(): Promise<readonly (readonly [string, string])[]> {
  const [names, games] = await Promise.all([sources(), askGames().catch((): readonly GameInfo[] => [])]);
  return names.map((name) => [name, games.find((each) => each.name === name)?.title ?? name]);
}

function Starting({ start }: { readonly start: Exclude<Playground["start"], "ready"> }) {
  if ("failed" in start)
    return (
      <>
        <h1>{translate("The game cannot start here")}</h1>
        <p>{start.failed}</p>
        <div class="acts">
          <Button kind="main" onClick={() => location.reload()} text={translate("Try again")} />
        </div>
      </>
    );
  return (
    <>
      <h1>{translate("Setting up the table")}</h1>
      <progress value={start.part} aria-label={translate("Setting up the table")} />
    </>
  );
}

/** The place of the table while the rules cannot begin one. */
function NoTable({ playground: { written, reading } }: { readonly playground: Playground }) {
  return (
    <>
      <h1>{translate("Your table")}</h1>
      <p class="sub">
        {translate(
          reading || !written.trouble ? "Setting up the table" : "As soon as the rules can begin a game, it is set up here.",
        )}
      </p>
    </>
  );
}
