// The vacation of an account: how much is left, and a switch.

import { useEffect, useState } from "preact/hooks";
import { useRequest } from "../controls/request";
import { Button } from "../controls/button";
import { asSentence, ErrorText } from "../controls/refusal";
import type { Vacation } from "../protocol";
import { day } from "../text/dates";
import { counted, say, translate } from "../text/text";
import { account } from "./requests";

const DAY = 24 * 60 * 60 * 1000;

export function VacationSwitch() {
  const [vacation, setVacation] = useState<Vacation | null>(null);
  const asking = useRequest();
  useEffect(() => void asking.run(async () => setVacation(await account.vacation())), []);
  const error = asking.otherError();
  const isAway = vacation !== null && vacation.until !== null;
  return (
    <section class="sheet part" aria-labelledby="vacation">
      <h2 id="vacation">{translate("Vacation")}</h2>
      <p class="hint">
        {translate(
          "While you are away your clocks stand in games with days for each answer, but not in tournaments. The others see it. Each vacation costs a day at least.",
        )}
      </p>
      {vacation && (
        <>
          <p role="status">
            {vacation.until === null
              ? counted(
                  "{number} day of vacation is left",
                  "{number} days of vacation are left",
                  Math.floor(vacation.left / DAY),
                )
              : say("You are on vacation, until {day} at the latest", { day: day(vacation.until) })}
          </p>
          <Button
            disabled={asking.busy || (!isAway && vacation.left < DAY)}
            onClick={() => void asking.run(async () => setVacation(await account.setVacation(!isAway)))}
            text={translate(isAway ? "I am back" : "Go on vacation")}
          />
        </>
      )}
      {error && <ErrorText message={asSentence(error)} />}
    </section>
  );
}
