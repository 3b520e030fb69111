// Follow or block an account.

import { useEffect, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { ErrorText } from "../controls/refusal";
import { useRequest } from "../controls/request";
import { messagesAddress } from "../account/address";
import { currentUser } from "../app/store";
import type { Relation } from "../protocol";
import { say, translate } from "../text/text";
import { company } from "./requests";

interface RelationButtonsProps {
  readonly name: string; // of an account
  readonly changed?: (now: Relation) => void;
}

/** The buttons for the account of that name; nothing for one's own, and for those without an account. */
export function RelationButtons({ name, changed = () => {} }: RelationButtonsProps) {
  const me = currentUser.value;
  const apart = me?.kind === "account" && me.name !== name;
  const [relation, setRelation] = useState<Relation | null>(null);
  const asking = useRequest();
  const take = async (answer: Promise<Relation>) => setRelation(await answer);
  useEffect(() => {
    setRelation(null);
    if (apart) void asking.run(() => take(company.relation(name)));
  }, [name, apart]);
  if (!apart) return null;
  const set = (act: (name: string, on: boolean) => Promise<Relation>, on: boolean) =>
    asking.run(async () => {
      const now = await act(name, on);
      setRelation(now);
      changed(now);
    });
  const wrong = asking.otherError();
  return (
    <>
      <div class="acts relation">
        {relation && !relation.blocks && (
          <Button
            kind={relation.follows ? undefined : "main"}
            aria-pressed={relation.follows}
            aria-label={say(relation.follows ? "Following {name}" : "Follow {name}", { name })}
            disabled={asking.busy}
            onClick={() => void set(company.follow, !relation.follows)}
            text={translate(relation.follows ? "Following" : "Follow")}
          />
        )}
        {relation && (
          <Button
            aria-pressed={relation.blocks}
            aria-label={say(relation.blocks ? "Unblock {name}" : "Block {name}", { name })}
            disabled={asking.busy}
            onClick={() => void set(company.block, !relation.blocks)}
            text={translate(relation.blocks ? "Unblock" : "Block")}
          />
        )}
        {relation?.mutual && (
          <>
            <a class="button" href={messagesAddress(name)} aria-label={say("Write to {name}", { name })}>
              {translate("Write")}
            </a>
            <span class="sub">{translate("You follow each other")}</span>
          </>
        )}
      </div>
      {relation?.blocks && (
        <p class="hint">
          {translate(
            "Blocked: you do not hear them, quick match seats you apart, and they cannot sit down at tables that you open. They are not told.",
          )}
        </p>
      )}
      {wrong && <ErrorText message={wrong} />}
    </>
  );
}
