// The form of a new table: the opponent, the time, and behind “Terms” everything else: seats, options of the game, the other terms.

import { Fragment } from "preact";
import { useRef, useState } from "preact/hooks";
import { goTo, isLocal, linkTo } from "../../app/address";
import { ApiError, createTable } from "../../network/api";
import { Pip, seatFace } from "../../board/tokens/faces";
import { storeTable, rememberBot, rememberName } from "../../app/local-settings";
import { NameField, SelectField, TextField } from "../../controls/field";
import { leaderboardAddress } from "../../account/address";
import { ErrorText } from "../../controls/refusal";
import { ClockFields, TermsFields } from "./terms-form";
import type { RequestedTable } from "../address";
import type { BotInfo, GameInfo, Json, NewSeat } from "../../protocol";
import { defaultName, unnamed } from "../../app/current-user";
import { currentUser } from "../../app/store";
import { DRAFT, errors, termsOf, type Participants, type TermsDraft } from "../terms";
import { capital, mark, say, translate } from "../../text/text";
import { botFor } from "../start";
import { RadioGroup } from "../../controls/radio-group";
import { Options } from "./options";
import { botOption, SeatCount } from "./seats";
import { Button } from "../../controls/button";

interface FormProps {
  readonly game: GameInfo;
  readonly bots: readonly BotInfo[];
  readonly asked?: RequestedTable | null; // from the address
}

const SAME_SCREEN = "beside"; // another person at this screen

const ANYBODY = "anybody"; // anybody from the lobby, which lists the table

const SITTERS = [
  ["me", mark("Me")],
  [SAME_SCREEN, mark("Another person at this screen")],
  ["open", mark("A friend, by invitation")],
  [ANYBODY, mark("Anybody, from the lobby")],
] as const;

const PEOPLE: readonly string[] = ["me", "open", ANYBODY];

const LEVEL = "level:"; // begins the names of bots of a level

const EASIEST = `${LEVEL}1`; // opponent in the tutorial

const LIVE = 1; // the clock against anybody: index in CLOCKS

/** Opponents to choose from, besides bots. */
const OPPONENTS = [
  ["bot", mark("A bot")],
  ["open", mark("A friend")],
  [ANYBODY, mark("Anybody")],
  [SAME_SCREEN, mark("At this screen")],
] as const;

/** The choices without those that need other browsers, where there is no arena. */
function here<Choice extends readonly [string, string]>(choices: readonly Choice[]): readonly Choice[] {
  return isLocal() ? choices.filter(([each]) => each !== "open" && each !== ANYBODY) : choices;
}

type Opponent = (typeof OPPONENTS)[number][0];

const MEANINGS: Readonly<Record<Opponent, string>> = {
  bot: "",
  open: mark("You get a link to send to your friend."),
  [ANYBODY]: mark("The table is shown in the lobby, and whoever comes first sits down."),
  [SAME_SCREEN]: mark("You take turns at this screen."),
};

export function NewTableForm({ game, bots, asked = null }: FormProps) {
  const [typed, setName] = useState<string | null>(null);
  const name = typed ?? defaultName();
  const [count, setCount] = useState(game.usual);
  const [learning, setLearning] = useState(asked?.learn ?? false);
  const [beside, setBeside] = useState<Readonly<Record<string, string>>>({}); // names of other people at this screen, by role
  const [sitters, setSitters] = useState<Readonly<Record<string, string>>>({});
  const [options, setOptions] = useState<Json>({});
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [opponent, setOpponent] = useState<Opponent>("bot");
  const [level, setLevel] = useState(() => (asked?.learn ? EASIEST : botFor(game.name, bots)?.name) ?? "");
  const roles = game.roles.slice(0, count);
  const scene = game.picture.scene;
  const labelled = (role: string) => capital(translate(scene.roles.find((each) => each.name === role)?.label ?? role));
  const bot = bots.find((each) => each.name === level) ?? bots[0];
  const usual = opponent === "bot" ? (bot?.name ?? "open") : opponent;
  const sitter = (role: string) => sitters[role] ?? (role === roles[0] ? "me" : usual);

  const sitting = roles.map(sitter);
  const anybody = sitting.includes(ANYBODY);
  const company: Participants = {
    seats: count,
    people: anybody || sitting.includes("open"),
    mine: sitting.filter((each) => each === "me").length,
    anybody,
    account: currentUser.value?.kind === "account",
    bots: sitting.some((each) => !PEOPLE.includes(each)),
  };
  const [draft, setDraft] = useState<TermsDraft>({ ...DRAFT, bot: bot?.name ?? "" });
  const terms = { draft, company, set: (some: Partial<TermsDraft>) => setDraft({ ...draft, ...some }) };

  function against(chosen: Opponent): void {
    setOpponent(chosen);
    setSitters({});
    setDraft({ ...draft, clock: chosen === ANYBODY && draft.clock === DRAFT.clock ? LIVE : draft.clock });
  }

  async function open(): Promise<void> {
    if (Object.keys(errors(draft, company)).length > 0) return focusFirstError(form.current);
    setBusy(true);
    setWrong(null);
    const called = name.trim(); // where it is empty, every reader sees "Guest" in their own language, or the seat at one screen
    const shared = sitting.includes(SAME_SCREEN);
    if (called) rememberName(called);
    if (opponent === "bot" && bot && !learning) rememberBot(game.name, bot.name);
    const seats = roles.map((role) =>
      sitter(role) === SAME_SCREEN ? seatOf(role, "me", beside[role]?.trim() ?? "") : seatOf(role, sitter(role), called),
    );
    try {
      const made = await createTable({
        game: game.name,
        seats,
        options,
        name: shared ? "" : called,
        terms: termsOf(draft, company),
      });
      storeTable(made.table, {
        tokens: made.tokens,
        invite: made.invite,
        shared,
        ...(learning && { learn: game.summary }),
      });
      goTo(`/table/${encodeURIComponent(made.table)}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setWrong(error.message);
      setBusy(false);
    }
  }

  return (
    <form ref={form} class="newtable" onSubmit={(event) => (event.preventDefault(), void open())}>
      {game.roles.length > 1 && (
        <RadioGroup
          name={translate("Opponent")}
          value={opponent}
          values={here(OPPONENTS).map(([each, text]) => [each, translate(text)] as const)}
          hint={MEANINGS[opponent] && translate(MEANINGS[opponent])}
          set={against}
        />
      )}
      {game.roles.length > 1 && opponent === "bot" && (
        <RadioGroup
          name={translate("Level")}
          value={level}
          values={bots
            .filter(({ name: each }) => each.startsWith(LEVEL))
            .map(({ name: each }) => [each, each.slice(LEVEL.length)] as const)}
          hint={bot && translate(bot.summary)}
          set={setLevel}
        />
      )}
      {company.people && <ClockFields {...terms} />}
      {/* A value out of range blocks the form, so the field must be visible. */}
      <details class="options more" onInvalidCapture={(event) => (event.currentTarget.open = true)}>
        <summary>{translate("Terms: name, seats, options, absence, taking back…")}</summary>
        <div class="fields">
          <NameField value={name} placeholder={unnamed()} set={setName} />
          <SeatCount game={game} count={count} set={setCount} />
          {roles.map((role) => (
            <Fragment key={role}>
              <SelectField
                label={labelled(role)}
                pip={<Pip face={seatFace(scene, role)} />}
                value={sitter(role)}
                options={[...here(SITTERS).map(([each, text]) => [each, translate(text)] as const), ...bots.map(botOption)]}
                set={(value) => setSitters({ ...sitters, [role]: value })}
              />
              {sitter(role) === SAME_SCREEN && (
                <TextField
                  label={say("Name of {role}", { role: labelled(role) })}
                  maxLength={32}
                  value={beside[role] ?? ""}
                  placeholder={labelled(role)}
                  set={(value) => setBeside({ ...beside, [role]: value })}
                />
              )}
            </Fragment>
          ))}
          <Options options={game.options} chosen={options} set={setOptions} />
        </div>
        <TermsFields {...terms} bots={bots} />
      </details>
      <div class="ways">
        <label class="switch">
          <input type="checkbox" checked={learning} onChange={(event) => setLearning(event.currentTarget.checked)} />
          <span>{translate("Learn as you play")}</span>
        </label>
        <span class="spring" />
        <a class="button" href={linkTo(`/rules/${encodeURIComponent(game.name)}`)}>
          {translate("Rules")}
        </a>
        {game.roles.length > 1 && !isLocal() && (
          <a class="button" href={leaderboardAddress(game.name)}>
            {translate("Leaderboard")}
          </a>
        )}
      </div>
      {wrong && <ErrorText message={wrong} />}
      <div class="acts">
        <Button type="submit" kind="main" disabled={busy} text={translate("Play")} />
      </div>
    </form>
  );
}

/** Focus the first invalid field, and unfold its group. */
function focusFirstError(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>("[aria-invalid]");
  const folded = field?.closest("details");
  if (folded) folded.open = true;
  field?.focus();
}

function seatOf(role: string, sitter: string, name: string): NewSeat {
  if (sitter === "me") return { role, kind: "me", name };
  return sitter === "open" || sitter === ANYBODY ? { role, kind: "open" } : { role, kind: "bot", bot: sitter };
}
