// A name. An account's name is a link to its profile in a new tab, so that the table stays open.

import { profileAddress } from "../account/address";

interface PersonProps {
  readonly name: string;
  readonly badge: string; // as of a `Seat`
  readonly words?: string; // as it is written here; the name by default
}

export function Person({ name, badge, words = name }: PersonProps) {
  if (badge !== "account") return <span dir="auto">{words}</span>;
  return (
    <a class="person" dir="auto" href={profileAddress(name)} target="_blank" rel="noopener">
      {words}
    </a>
  );
}
