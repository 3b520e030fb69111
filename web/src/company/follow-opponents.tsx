// After a game: follow those with whom one has played.

import { useEffect, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { useRequest } from "../controls/request";
import { accountsAt } from "../play/naming";
import type { State } from "../play/state";
import type { Relation } from "../protocol";
import { say } from "../text/text";
import { company } from "./requests";

/** A button for each opponent with an account who is neither followed nor blocked. */
export function FollowOpponents({ state }: { readonly state: State }) {
  return (
    <>
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
