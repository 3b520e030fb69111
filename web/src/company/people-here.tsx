// The people with accounts at a table: follow or block them. A chunk of its own.

import { useEffect, useState } from "preact/hooks";
import "./company.css";
import { reliabilityText } from "../account/profile/form";
import { people } from "../account/requests";
import { accountsAt } from "../play/naming";
import type { State } from "../play/state";
import type { Reliability } from "../protocol";
import { Medallion } from "./medallion";
import { RelationButtons } from "./relation-buttons";

export function PeopleHere({ state }: { readonly state: State }) {
  return (
    <ul class="circle here">
      {accountsAt(state).map((name) => (
        <li key={name}>
          <Medallion name={name} />
          <div class="who">
            <span class="name" dir="auto">
              {name}
            </span>
            <Finishing name={name} />
          </div>
          <RelationButtons name={name} />
        </li>
      ))}
    </ul>
  );
}

/** How reliably somebody finishes games; nothing until the server has answered. */
function Finishing({ name }: { readonly name: string }) {
  const [found, setFound] = useState<Reliability | null>(null);
  useEffect(
    () =>
      void people.profile(name).then(
        ({ reliability }) => setFound(reliability),
        () => {},
      ),
    [name],
  );
  return <div class="sub">{found && reliabilityText(found)}</div>;
}
