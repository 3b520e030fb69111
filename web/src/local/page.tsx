// What every page of this browser's own tables does first: start the arena, and say how far that is or why it fails.

import type { ComponentChildren } from "preact";
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import "./local.css";
import { Header } from "../app/header";
import { Logo } from "../app/logo";
import { Button } from "../controls/button";
import { Notice } from "../controls/notice";
import { useLocalArena } from "../network/local-arena";
import { keepRules } from "../offline/updates";
import { translate } from "../text/text";
import type { LocalArena } from "./arena";
import { NoModuleWorkers, startArena } from "./host";

export { Begin } from "./begin";
export { LocalLobby } from "./lobby";

type Start = { readonly part: number } | { readonly failed: string } | "ready";

let starting: Promise<void> | null = null; // once for all pages of this document
let arena: LocalArena | null = null;
const whyDown = signal<string | null>(null); // why the arena stays down until it is begun again
const unsaved = signal<string | null>(null); // why something is not stored

/** Its children, as soon as the arena answers. */
export function WithArena({ children }: { readonly children: ComponentChildren }) {
  const [start, set] = useState<Start>({ part: 0 });
  useEffect(() => {
    const missing = whatIsMissing();
    if (missing) return set({ failed: missing });
    starting ??= begin((part) => set({ part }));
    starting.then(
      () => set("ready"),
      (error: unknown) => set({ failed: error instanceof NoModuleWorkers ? tooOld() : didNotArrive(error) }),
    );
  }, []);
  if (start === "ready")
    return (
      <>
        {children}
        <Notices />
      </>
    );
  return (
    <>
      <Header />
      <main class="message">
        <Logo />
        {"failed" in start ? <Failed why={start.failed} /> : <Progress part={start.part} />}
      </main>
    </>
  );
}

/** What the player has to know, wherever they are. */
function Notices() {
  if (whyDown.value !== null)
    return (
      <Notice message={whyDown.value} close={() => (whyDown.value = null)}>
        <Button onClick={() => arena?.again()} text={translate("Start again")} />
      </Notice>
    );
  return unsaved.value !== null && <Notice message={unsaved.value} close={() => (unsaved.value = null)} />;
}

async function begin(progress: (part: number) => void): Promise<void> {
  arena = await startArena({
    progress,
    down: (why) => (whyDown.value = why),
    unsaved: (why) => (unsaved.value = why),
  });
  await arena.ready;
  useLocalArena(arena);
  void keepRules();
}

/** What this browser lacks, with advice; null for nothing. */
function whatIsMissing(): string | null {
  const known = typeof WebAssembly !== "undefined" && "Tag" in WebAssembly; // exceptions, which Pyodide throws
  return known && typeof Worker !== "undefined" ? null : tooOld();
}

const tooOld = () => translate("This browser cannot run the rules by itself. Use a newer one, or play at an arena.");
const didNotArrive = (error: unknown) =>
  error instanceof TypeError // of `fetch`
    ? translate("This needs the network, and there is none now.")
    : `${translate("The rules did not arrive, or this browser is too old for them.")} (${String(error)})`;

function Failed({ why }: { readonly why: string }) {
  return (
    <>
      <h1>{translate("The game cannot start here")}</h1>
      <p>{why}</p>
      <div class="acts">
        <Button kind="main" onClick={() => location.reload()} text={translate("Try again")} />
      </div>
    </>
  );
}

function Progress({ part }: { readonly part: number }) {
  return (
    <>
      <h1>{translate("Setting up the table")}</h1>
      <progress value={part} aria-label={translate("Setting up the table")} />
      <p class="sub" role="status">
        {translate(part < 1 ? "The rules are on their way. Next time they are here already." : "Laying out the pieces…")}
      </p>
    </>
  );
}
