// After a game: follow those with whom one has played, and invite those who have gone to another one.

import { useEffect, useState } from "preact/hooks";
import { goTo } from "../app/address";
import { Button } from "../controls/button";
import { ErrorText } from "../controls/refusal";
import { useRequest } from "../controls/request";
import { accountsAt } from "../play/naming";
import type { State } from "../play/state";
import type { Relation } from "../protocol";
import { say, translate } from "../text/text";
import { company, invitations } from "./requests";

/** Buttons about the opponents with accounts: an invitation where one of them is away, and one to follow each. */
export function AfterGame({ state }: { readonly state: State }) {
  const asking = useRequest();
  const { table, roles } = state;
  const away = table?.seats.some(({ badge, role, present }) => badge === "account" && !roles.includes(role) && !present);
  const invite = (id: string) =>
    asking.run(async () => goTo(`/table/${encodeURIComponent((await invitations.again(id)).table)}`));
  const wrong = asking.otherError();
  return (
    <>
      {table && away && roles.length === 1 && (
        <Button disabled={asking.busy} onClick={() => void invite(table.id)} text={translate("Invite again")} />
      )}
      {wrong && <ErrorText message={wrong} />}
      {accountsAt(state).map((name) => (
        <FollowOpponent key={name} name={name} />
      ))}
    </>
  );
}

function FollowOpponent({ name }: { readonly name: string }) {
  const [relation, setRelation] = useState<Relation | null>(null);
  const [pressed, setPressed] = useState(false);
  const asking = useRequest();
  useEffect(() => void asking.run(async () => setRelation(await company.relation(name))), [name]);
  if (!relation || relation.blocks || (relation.follows && !pressed)) return null;
  const follow = () =>
    asking.run(async () => {
      setRelation(await company.follow(name, !relation.follows));
      setPressed(true);
    });
  return (
    <Button
      aria-pressed={relation.follows}
      disabled={asking.busy}
      onClick={() => void follow()}
      text={say(relation.follows ? "You follow {name}" : "Follow {name}", { name })}
    />
  );
}
