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
import type { Finding } from "../local/messages";
import type { BenchTrouble, GameInfo } from "../protocol";
import { TablePage } from "../table/page";
import { say, translate } from "../text/text";
import { Beside, Choice, type Shown } from "./beside/beside";
import type { CodeEditor } from "./editor/code-editor";
import { overNetwork, sources } from "./files";
import { FileButtons } from "./rules/file-buttons";
import { FindingsList } from "./findings-list";
import { droppedFile, type LocalFile } from "./rules/local-files";
import { fileOf, firstFile, isLinked, keepFile, said, type FirstFile } from "./rules/rules-file";
import { usePlayground, type Playground } from "./use-playground";

const LOST =
  "What was played cannot be read, so the table begins anew: it was damaged in the link, or where this browser keeps it.";
const PAUSE = 500; // ms without a key, after which the table follows

export function PlaygroundPage() {
  const [first] = useState(begun);
  const keep = useRef(() => {});
  const playground = usePlayground(first, () => keep.current());
  const { start, written } = playground;
  const [shown, show] = useState<Shown>("table");
  const { refusal } = store.value;
  useEffect(() => {
    if (refusal?.code === "rules") playground.look(refusal.message);
  }, [refusal]);
  useEffect(() => {
    const anew = () => isLinked() && location.reload(); // another game
    addEventListener("hashchange", anew);
    return () => removeEventListener("hashchange", anew);
  }, []);
  return (
    <div class={written.table ? `playground shows-${shown}` : "playground"}>
      {!written.table && <Header crumb={translate("Playground")} />}
      <Code playground={playground} first={first} keep={keep} />
      {written.table ? (
        <>
          <Choice shown={shown} show={show} />
          <TablePage key={written.table} id={written.table} invite={null} />
          <Beside playground={playground} shown={shown} show={show} />
        </>
      ) : (
        <main class="message">{start !== "ready" ? <Starting start={start} /> : <NoTable playground={playground} />}</main>
      )}
    </div>
  );
}

function begun(): Promise<FirstFile> {
  const file = firstFile();
  file.catch(() => {}); // the editor, which comes later, says it
  return file;
}

interface CodeProps {
  readonly playground: Playground;
  readonly first: Promise<FirstFile>;
  readonly keep: { current: () => void }; // set to what keeps the rules and what was played by them
}

/** The editor, with what is to be said of its rules. */
function Code({ playground, first, keep }: CodeProps) {
  const { written, findings, reading, read, wish, start } = playground;
  const { trouble } = written;
  const [name, setName] = useState("");
  const [wrong, setWrong] = useState("");
  const [unkept, setUnkept] = useState("");
  const handle = useRef<LocalFile["handle"]>(null);
  const follow = (text: string, file = name) => {
    keep.current();
    read({ text, file });
  };
  const [editor, host] = useEditor(first, follow, setName, setWrong);
  const current = () => ({ name, text: editor?.text ?? "", played: playground.played(), handle: handle.current });
  keep.current = () => editor && void keepFile(current()).then(setUnkept);
  useEffect(() => void (written.lost && setWrong(LOST)), [written.lost]);
  useEffect(() => editor?.mark(marksOf(findings, trouble)), [editor, findings, trouble]);
  const take = (file: LocalFile) => {
    setWrong("");
    setName(file.name);
    handle.current = file.handle;
    if (file.text === editor?.text) return;
    editor?.replace(file.text);
    read({ text: file.text, file: file.name }, file.name !== name); // another game gets a new table
  };
  const takeSoon = (file: Promise<LocalFile | null>) =>
    void file.then(
      (found) => found && take(found),
      (error: unknown) => setWrong(said(error)),
    );
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer?.files.length) return; // a text, which the editor takes
    event.preventDefault();
    event.stopPropagation();
    takeSoon(droppedFile(event.dataTransfer));
  };
  return (
    <section class={trouble ? "code sheet wrong" : "code sheet"} aria-labelledby="rules-title" onDropCapture={drop}>
      <div class="code-head">
        <h2 id="rules-title">{translate("Rules")}</h2>
        <Games
          chosen={name.replace(/\.py$/, "")}
          choose={(game) => takeSoon(fileOf(game).then((file) => ({ ...file, handle: null })))}
        />
        <span class="sub" role="status">
          {start === "ready" && statusOf(playground)}
        </span>
        <FileButtons current={current} opened={take} saved={take} fail={setWrong} />
        {!trouble && written.table && (
          <Button onClick={() => wish("anew")} aria-disabled={reading} text={translate("Start anew")} />
        )}
      </div>
      <div class="code-text" ref={host} />
      {[wrong, unkept].map((message) => message && <ErrorText key={message} message={message} />)}
      {(trouble || findings.length > 0) && (
        <div class="code-trouble" lang="en">
          {trouble && <Trouble trouble={trouble} table={written.table} wish={wish} goTo={(line) => editor?.goTo(line)} />}
          <FindingsList findings={findings.filter(({ line }) => line !== trouble?.line)} goTo={(line) => editor?.goTo(line)} />
        </div>
      )}
    </section>
  );
}

/** The findings, and the trouble at a line without one. */
function marksOf(findings: readonly Finding[], trouble: BenchTrouble | null): readonly Finding[] {
  const line = trouble?.line ?? null;
  if (trouble === null || line === null || findings.some((each) => each.line === line)) return findings;
  return [...findings, { severity: "error", message: trouble.message, line, column: 1, end: Infinity }];
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
  first: Promise<FirstFile>,
  read: (text: string, file?: string) => void,
  setName: (name: string) => void,
  fail: (message: string) => void,
) {
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<CodeEditor | null>(null);
  const reading = useRef(read);
  reading.current = read;
  useEffect(() => {
    let made: CodeEditor | null = null;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(timer);
      if (made) reading.current(made.text);
    };
    const begin = async () => {
      const [{ CodeEditor }, { file, problem }] = await Promise.all([overNetwork(import("./editor/code-editor")), first]);
      if (left || !host.current) return;
      setName(file.name);
      fail(problem);
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
      reading.current(file.text, file.name);
    };
    begin().catch((error: unknown) => fail(said(error)));
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
        {!games.some(([name]) => name === chosen) && <option value={chosen}>{chosen}</option>}
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
  return names.map((name) => [name, games.find((each) => each.name === name)?.title ?? inWords(name)]);
}

/** A name as a title: "my_game" is "My game". */
const inWords = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

function Starting({ start }: { readonly start: Exclude<Playground["start"], "ready"> }) {
  if ("failed" in start)
    return (
      <>
        <h1>{translate("The game cannot start here")}</h1>
        <p>{start.failed}</p>
        <div class="acts">
          <Button kind="main" onClick={() => location.reload()} text={translate("Try again")} />
          <a class="button" href="/#/">
            {translate("Play in this browser")}
          </a>
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
