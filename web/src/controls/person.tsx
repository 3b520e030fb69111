// A name; of somebody with an account it leads to who that is, in a page of its own, so that nobody leaves a table by it.

import { profileAddress } from "../account/address";

interface PersonProps {
  readonly name: string;
  readonly badge: string; // as of a `Seat`
  readonly words?: string; // how it is written here
}

export function Person({ name, badge, words = name }: PersonProps) {
  if (badge !== "account") return <span dir="auto">{words}</span>;
  return (
    <a class="person" dir="auto" href={profileAddress(name)} target="_blank" rel="noopener">
      {words}
    </a>
  );
}
