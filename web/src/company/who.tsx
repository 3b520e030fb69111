// Somebody in a list: a disc, the name with a link to the profile, and a line below.

import type { JSX } from "preact";
import { profileAddress } from "../account/address";
import { Medallion } from "./medallion";

interface WhoProps {
  readonly name: string;
  readonly online?: boolean;
  readonly children?: JSX.Element;
}

export function Who({ name, online = false, children }: WhoProps) {
  return (
    <>
      <Medallion name={name} online={online} />
      <div class="who">
        <a class="name" dir="auto" href={profileAddress(name)}>
          {name}
        </a>
        {children && <div class="sub">{children}</div>}
      </div>
    </>
  );
}
