// The bots of an account and their tokens. A token is shown only once.

import { useEffect, useState } from "preact/hooks";
import { useRequest } from "../controls/request";
import { account } from "./requests";
import { TextField } from "../controls/field";
import { asSentence, ErrorText } from "../controls/refusal";
import type { BotAccount, Token } from "../protocol";
import { say, translate } from "../text/text";
import { until } from "./account";
import { Button } from "../controls/button";

export function Bots() {
  const [bots, setBots] = useState<readonly BotAccount[]>([]);
  const [name, setName] = useState("");
  const [made, setMade] = useState<Token | null>(null);
  const asking = useRequest();
  const look = async () => setBots(await account.bots());
  useEffect(() => void asking.run(look), []);

  async function make(): Promise<void> {
    const done = await asking.run(async () => {
      await account.makeBot({ name });
      await look();
    });
    if (done) setName("");
  }

  const revoke = (token: string) =>
    asking.run(async () => {
      await account.revoke(token);
      if (made?.info.id === token) setMade(null);
      await look();
    });
  const token = (bot: BotAccount) =>
    asking.run(async () => {
      setMade(await account.makeToken(bot.id, {}));
      await look();
    });

  const named = asking.errorFor("bad_name", "name_taken");
  const other = asking.otherError("bad_name", "name_taken");
  return (
    <section class="sheet part" aria-labelledby="bots">
      <h2 id="bots">{translate("Bots")}</h2>
      <p class="hint">
        {translate(
          "A program plays as a bot of yours, under the bot's name. It comes in with a token: whoever has it plays as the bot.",
        )}
      </p>
      {bots.map((bot) => (
        <section key={bot.id} class="bot" aria-label={bot.name}>
          <h3 class="name">{bot.name}</h3>
          <ul class="rows">
            {bot.tokens.map((each) => (
              <li key={each.id}>
                <div>
                  <div>{each.label || translate("Token")}</div>
                  <div class="sub">{until(each.expires)}</div>
                </div>
                <Button disabled={asking.busy} onClick={() => void revoke(each.id)} text={translate("Revoke")} />
              </li>
            ))}
          </ul>
          {made && bot.tokens.some(({ id }) => id === made.info.id) && <NewTokenText token={made.token} />}
          <Button disabled={asking.busy} onClick={() => void token(bot)} text={say("New token for {bot}", { bot: bot.name })} />
        </section>
      ))}
      <form onSubmit={(event) => (event.preventDefault(), void make())}>
        <TextField
          label={translate("Name of a new bot")}
          wrong={named && asSentence(named)}
          autocomplete="off"
          required
          maxLength={40}
          value={name}
          set={setName}
        />
        <Button type="submit" disabled={asking.busy} text={translate("Make the bot")} />
      </form>
      {other && <ErrorText message={other} />}
    </section>
  );
}

/** A new token, to be copied. */
function NewTokenText({ token }: { readonly token: string }) {
  return (
    <div class="secret" role="status">
      <p>{translate("Copy the token now: it is not shown again.")}</p>
      <code>{token}</code>
    </div>
  );
}
