// The people with accounts at a table: follow or block them. A chunk of its own.

import "./company.css";
import { accountsAt } from "../play/naming";
import type { State } from "../play/state";
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
          </div>
          <RelationButtons name={name} />
        </li>
      ))}
    </ul>
  );
}
