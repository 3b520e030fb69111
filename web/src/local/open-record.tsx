// Opens a record from a file: a table at which its game goes on.

import { useRef } from "preact/hooks";
import { goTo } from "../app/address";
import { storeTable } from "../app/local-settings";
import { Button } from "../controls/button";
import { ErrorText } from "../controls/refusal";
import { useRequest } from "../controls/request";
import { ApiError } from "../network/api";
import { translate } from "../text/text";
import { openRecord } from "./requests";

const LARGEST = 4_000_000; // bytes; the longest shipped game takes a hundredth

export function OpenRecord() {
  const input = useRef<HTMLInputElement>(null);
  const { busy, run, otherError } = useRequest();
  const wrong = otherError();

  async function open(file: File): Promise<void> {
    const made = await openRecord(await read(file));
    storeTable(made.table, { tokens: made.tokens, invite: made.invite });
    goTo(`/table/${encodeURIComponent(made.table)}`);
  }

  function chosen(): void {
    const file = input.current?.files?.[0];
    if (!file) return;
    void run(() => open(file)).finally(() => input.current && (input.current.value = "")); // the same file may be chosen again
  }

  return (
    <section aria-labelledby="records">
      <h2 id="records">{translate("Take your games along")}</h2>
      <p class="sub">
        {translate("The replay of a game has its record as a file. A record goes on here, from this browser or another one.")}
      </p>
      <div class="acts">
        <input ref={input} type="file" accept=".json,application/json" hidden onChange={chosen} />
        <Button disabled={busy} onClick={() => input.current?.click()} text={translate("Open a record")} />
      </div>
      {wrong && <ErrorText message={wrong} />}
    </section>
  );
}

async function read(file: File): Promise<unknown> {
  try {
    if (file.size <= LARGEST) return JSON.parse(await file.text());
  } catch {
    // it is no JSON
  }
  throw new ApiError(
    400,
    "no_record",
    translate("This file is not a record of a game. Choose a file that was downloaded from a replay."),
  );
}
