// A dice cup, upside down over what is hidden, in a box of 100 by 100.

import { mix } from "./colours";
import { gradient } from "./faces";

export function Cup({ colour }: { readonly colour: string }) {
  const dark = mix(colour, "#000000", 0.45);
  return (
    <g>
      <ellipse class="cast" cx="50" cy="88" rx="46" ry="12" />
      <path d="M28 12Q50 4 72 12L88 82Q50 98 12 82Z" fill={`url(#${gradient(colour)})`} stroke={dark} stroke-width="2" />
      <path d="M12 82Q50 98 88 82L86.4 74Q50 89 13.6 74Z" fill={dark} />
      <path d="M25 25Q50 34 75 25" fill="none" stroke={dark} stroke-width="3" />
      <ellipse cx="50" cy="12" rx="22" ry="5.5" fill={mix(colour, "#ffffff", 0.22)} stroke={dark} stroke-width="2" />
    </g>
  );
}
