// The first letter of a name on a disc, with a dot while its bearer is online. A picture beside the name, which says the rest.

import { translate } from "../text/text";

export function Medallion({ name, online = false }: { readonly name: string; readonly online?: boolean }) {
  const [first] = new Intl.Segmenter().segment(name);
  return (
    <span class={online ? "medallion online" : "medallion"}>
      <span aria-hidden="true">{first?.segment.toLocaleUpperCase()}</span>
      {online && <span class="nowhere">{translate("online")}</span>}
    </span>
  );
}
