// The controls of a replay: slider, step buttons, playback.

import { targetOf, moveOf, type Round } from "./round";
import { pace, pause, play, playing, step, to } from "./store";
import { say, translate } from "../text/text";
import { Button } from "../controls/button";

const PACES = [0.5, 1, 2, 4] as const;

export function Controls({ round }: { readonly round: Round }) {
  const { about } = round;
  if (!about) return null;
  const at = targetOf(round);
  const [first, last] = [at <= about.first, at >= about.last];
  const number = moveOf(round, at);
  const words =
    number === 0 ? translate("The beginning") : say("Move {number} of {all}", { number, all: moveOf(round, about.last) });

  function go(how: () => unknown): void {
    pause();
    void how();
  }

  return (
    <section class="controls sheet" aria-label={translate("Go through the game")}>
      <label class="field pace">
        <span class="nowhere">{translate("Speed")}</span>
        <select value={String(pace.value)} onChange={(event) => (pace.value = Number(event.currentTarget.value))}>
          {PACES.map((each) => (
            <option key={each} value={String(each)}>
              {each}×
            </option>
          ))}
        </select>
      </label>
      <input
        type="range"
        class="slider"
        aria-label={translate("Position")}
        aria-valuetext={words}
        min={0}
        max={about.last - about.first}
        value={at - about.first}
        onInput={(event) => go(() => to(about.first + Number(event.currentTarget.value)))}
      />
      <div class="acts">
        <IconButton name={translate("To the beginning")} icon={FIRST} off={first} press={() => go(() => to(about.first))} />
        <IconButton name={translate("One back")} icon={BACK} off={first} press={() => go(() => step(-1))} />
        <button
          type="button"
          class="button square main"
          aria-label={translate(playing.value ? "Pause" : "Play")}
          onClick={playing.value ? pause : play}
        >
          <Icon path={playing.value ? PAUSED : PLAY} />
        </button>
        <IconButton name={translate("One on")} icon={ON} off={last && about.over} press={() => go(() => step(1))} />
        <IconButton name={translate("To the end")} icon={LAST} off={last} press={() => go(() => to(about.last))} />
      </div>
    </section>
  );
}

interface IconButtonProps {
  readonly name: string;
  readonly icon: string;
  readonly off: boolean; // at the end already; the button keeps the focus
  press(): void;
}

function IconButton({ name, icon, off, press }: IconButtonProps) {
  return (
    <Button kind="square" aria-label={name} title={name} aria-disabled={off || undefined} onClick={() => !off && press()}>
      <Icon path={icon} />
    </Button>
  );
}

const BACK = "M15 5 8 12l7 7";
const ON = "m9 5 7 7-7 7";
const FIRST = "M18 5l-7 7 7 7M7 5v14";
const LAST = "m6 5 7 7-7 7M17 5v14";
const PLAY = "M8 5v14l11-7z";
const PAUSED = "M9 5v14M15 5v14";

function Icon({ path }: { readonly path: string }) {
  return (
    <svg class={path === PLAY ? "icon solid" : "icon"} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
