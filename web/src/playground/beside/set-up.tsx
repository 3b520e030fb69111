// The form of a new table under the rules in the editor: who sits where, and the options that they offer.

import { useEffect, useState } from "preact/hooks";
import { Pip, seatFace } from "../../board/tokens/faces";
import { Button } from "../../controls/button";
import { SelectField } from "../../controls/field";
import { ErrorText } from "../../controls/refusal";
import { Options } from "../../lobby/new-table/options";
import { botOption, SeatCount } from "../../lobby/new-table/seats";
import { bots as askBots, workbench } from "../../network/api";
import { state as store } from "../../play/store";
import type { BenchGame, BotInfo, Json } from "../../protocol";
import { capital, translate } from "../../text/text";
import { said } from "../rules/rules-file";
import type { Playground } from "../use-playground";

const ME = "me";

interface SetUpProps {
  readonly playground: Playground;
  readonly done: () => void;
}

/** The form, as soon as the rules have said what they offer. It begins with what the table is like now. */
export function SetUp({ playground, done }: SetUpProps) {
  const [offered, setOffered] = useState<readonly [BenchGame, readonly BotInfo[]] | null>(null);
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    Promise.all([workbench.game(), askBots()]).then(setOffered, (error: unknown) => setWrong(said(error)));
  }, []);
  if (wrong) return <ErrorText message={wrong} />;
  return offered && <Form game={offered[0]} bots={offered[1]} playground={playground} done={done} />;
}

interface FormProps extends SetUpProps {
  readonly game: BenchGame;
  readonly bots: readonly BotInfo[];
}

function Form({ game, bots, playground, done }: FormProps) {
  const { scene, table } = store.value;
  const seated = new Map(table?.seats.map(({ role, kind, bot }) => [role, kind === "bot" ? bot : ME]));
  const [count, setCount] = useState(Math.max(game.fewest, Math.min(seated.size || 2, game.roles.length)));
  const [sitters, setSitters] = useState<Readonly<Record<string, string>>>(Object.fromEntries(seated));
  const [options, setOptions] = useState<Json>({ ...scene?.options });
  const [wrong, setWrong] = useState("");
  const roles = game.roles.slice(0, count);
  const sitter = (role: string) => sitters[role] ?? ME;
  const labelled = (role: string) => capital(translate(scene?.roles.find((each) => each.name === role)?.label ?? role));

  function begin(): void {
    const seats = roles.map((role) =>
      sitter(role) === ME ? ({ role, kind: "me" } as const) : ({ role, kind: "bot", bot: sitter(role) } as const),
    );
    const offered = new Set(game.options.map(({ name }) => name));
    const chosen = Object.fromEntries(Object.entries(options).filter(([name]) => offered.has(name)));
    setWrong("");
    playground.setUp({ seats, options: chosen }).then(done, (error: unknown) => setWrong(said(error)));
  }

  return (
    <form class="newtable sheet" onSubmit={(event) => (event.preventDefault(), begin())}>
      <h2>{translate("New table")}</h2>
      <div class="fields">
        <SeatCount game={game} count={count} set={setCount} />
        {roles.map((role) => (
          <SelectField
            key={role}
            label={labelled(role)}
            pip={scene && <Pip face={seatFace(scene, role)} />}
            value={sitter(role)}
            options={[[ME, translate("Me")] as const, ...bots.map(botOption)]}
            set={(value) => setSitters({ ...sitters, [role]: value })}
          />
        ))}
        <Options options={game.options} chosen={options} set={setOptions} />
      </div>
      {wrong && <ErrorText message={wrong} />}
      <div class="acts">
        <Button type="submit" kind="main" aria-disabled={playground.reading} text={translate("Start anew")} />
      </div>
    </form>
  );
}
