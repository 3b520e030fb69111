// The form of a new tournament.

import { useState } from "preact/hooks";
import { Button } from "../controls/button";
import { SelectField, Switch, TextField } from "../controls/field";
import { RadioGroup } from "../controls/radio-group";
import { ErrorText } from "../controls/refusal";
import { useRequest } from "../controls/request";
import { clockWords, span } from "../play/agreements";
import type { GameInfo, TournamentTerms } from "../protocol";
import { counted, say, translate } from "../text/text";
import { tournamentAddress } from "./address";
import { tournaments } from "./requests";
import { FORMATS, MEANINGS, MEANINGS_OF_MANY } from "./words";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const CLOCKS: readonly TournamentTerms["clock"][] = [
  { kind: "fischer", initial: 3 * MINUTE, increment: 2 },
  { kind: "fischer", initial: 5 * MINUTE, increment: 3 },
  { kind: "fischer", initial: 10 * MINUTE, increment: 5 },
  { kind: "fischer", initial: 30 * MINUTE, increment: 20 },
  { kind: "per_move", seconds: DAY },
  { kind: "per_move", seconds: 3 * DAY },
];
const LIVE = CLOCKS.filter(({ kind }) => kind === "fischer").length;
const STARTS = [5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, DAY, 3 * DAY, 7 * DAY] as const;
const LENGTHS = [20, 45, 90, 180] as const; // minutes of an arena
const SIZES = [8, 16, 32, 64, 128] as const;

const ALL = Object.keys(FORMATS) as readonly TournamentTerms["format"][];
const OF_MANY: typeof ALL = ["swiss", "arena"]; // at tables of more than two

/** How many can sit at a table of a game. */
function tableSizes(game: GameInfo | undefined): readonly number[] {
  if (!game) return [];
  const least = Math.max(2, game.fewest);
  return Array.from({ length: game.roles.length - least + 1 }, (_, more) => least + more);
}

interface FormProps {
  readonly games: readonly GameInfo[];
  readonly close: () => void;
}

export function NewTournamentForm({ games, close }: FormProps) {
  const offered = games.filter(({ roles, study, cooperative }) => roles.length >= 2 && !study && !cooperative);
  const [game, setGame] = useState(offered[0]?.name ?? "");
  const [table, setTable] = useState("");
  const [title, setTitle] = useState("");
  const [format, setFormat] = useState<TournamentTerms["format"]>("swiss");
  const [clock, setClock] = useState("1");
  const [rounds, setRounds] = useState("0");
  const [minutes, setMinutes] = useState("45");
  const [most, setMost] = useState("32");
  const [starts, setStarts] = useState(String(15 * MINUTE));
  const [rated, setRated] = useState(false);
  const sending = useRequest();
  const played = offered.find(({ name }) => name === game);
  const tables = tableSizes(played);
  const seats = tables.includes(Number(table)) ? Number(table) : (tables[0] ?? 2);
  const formats = seats > 2 ? OF_MANY : ALL;
  const usual = played ? say("{game} tournament", { game: translate(played.title) }) : "";
  const clocks = format === "arena" ? CLOCKS.slice(0, LIVE) : CLOCKS;

  const send = () =>
    sending.run(async () => {
      const terms: TournamentTerms = {
        format,
        clock: clocks[Number(clock)] ?? CLOCKS[1]!,
        rounds: format === "swiss" ? Number(rounds) : 0,
        minutes: format === "arena" ? Number(minutes) : 0,
        most: Number(most),
        rated,
        seats,
        fewest: Math.max(seats - 1, tables[0] ?? 2),
      };
      const made = await tournaments.create({ title: title.trim() || usual, game, terms, starts_in: Number(starts) });
      location.assign(tournamentAddress(made.listed.id));
    });

  const wrong = sending.otherError();
  return (
    <form
      class="sheet part new-tournament"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h2>{translate("A new tournament")}</h2>
      <RadioGroup
        name={translate("Format")}
        value={format}
        values={formats.map((each) => [each, translate(FORMATS[each])] as const)}
        hint={translate((seats > 2 && MEANINGS_OF_MANY[format]) || MEANINGS[format])}
        set={(chosen) => {
          setFormat(chosen);
          if (chosen === "arena" && Number(clock) >= LIVE) setClock("1");
        }}
      />
      <div class="fields">
        <SelectField
          label={translate("Game")}
          value={game}
          options={offered.map((each) => [each.name, translate(each.title)] as const)}
          set={(chosen) => {
            setGame(chosen);
            setTable("");
            if (!OF_MANY.includes(format) && (tableSizes(offered.find(({ name }) => name === chosen))[0] ?? 2) > 2)
              setFormat("swiss");
          }}
        />
        {tables.length > 1 && (
          <SelectField
            label={translate("Players at a table")}
            value={String(seats)}
            options={tables.map((each) => [String(each), counted("{number} player", "{number} players", each)] as const)}
            set={(chosen) => {
              setTable(chosen);
              if (Number(chosen) > 2 && !OF_MANY.includes(format)) setFormat("swiss");
            }}
          />
        )}
        <TextField
          label={translate("Title")}
          value={title}
          placeholder={usual}
          maxLength={60}
          autocomplete="off"
          dir="auto"
          set={setTitle}
        />
        <SelectField
          label={translate("Thinking time")}
          value={clock}
          options={clocks.map((each, index) => [String(index), clockWords({ clock: each })] as const)}
          set={setClock}
        />
        {format === "swiss" && (
          <SelectField
            label={translate("Rounds")}
            value={rounds}
            options={[
              ["0", translate("As many as find a winner")],
              ...[3, 4, 5, 6, 7, 9, 11].map((each) => [String(each), String(each)] as const),
            ]}
            set={setRounds}
          />
        )}
        {format === "arena" && (
          <SelectField
            label={translate("Duration")}
            value={minutes}
            options={LENGTHS.map((each) => [String(each), span(each * 60_000)] as const)}
            set={setMinutes}
          />
        )}
        <SelectField
          label={translate("Begins")}
          value={starts}
          options={STARTS.map((each) => [String(each), say("in {time}", { time: span(each * 1000) })] as const)}
          set={setStarts}
        />
        <SelectField
          label={translate("Players at most")}
          value={most}
          options={SIZES.map((each) => [String(each), counted("{number} player", "{number} players", each)] as const)}
          set={setMost}
        />
        <Switch label={translate("Rated")} on={rated} set={setRated} />
      </div>
      {wrong && <ErrorText message={wrong} />}
      <div class="acts">
        <Button kind="main" type="submit" disabled={sending.busy} text={translate("Announce")} />
        <Button onClick={close} text={translate("Cancel")} />
      </div>
    </form>
  );
}
