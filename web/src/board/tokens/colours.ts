// Colours: which are light, and which can be read on which.

const DARK_INK = "#1b1814";
const LIGHT_INK = "#fffdf8";

/** Whether a colour is light, so that dark marks are visible on it. */
export function isLight(colour: string): boolean {
  const [red, green, blue] = channels(colour);
  return (red * 299 + green * 587 + blue * 114) / 1000 > 150;
}

/** The ink for text on a colour. */
export const inkOn = (colour: string) => (isLight(colour) ? DARK_INK : LIGHT_INK);

const READABLE = 3; // least contrast of large text (WCAG 2.2, 1.4.3)

/** A colour, made darker until it can be read on a card, which is light. A name such as "var(--ink)" stays as it is. */
export function readableOnCard(colour: string): string {
  if (!HEX.test(colour)) return colour;
  let shade = colour;
  for (let part = 1; part < 8 && contrast(shade, "#f6f1e6") < READABLE; part++) shade = mix(colour, "#000000", part / 8);
  return shade;
}

/** The contrast of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour)
    .map((channel) => channel / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function mix(one: string, other: string, share: number): string {
  const to = channels(other);
  return `#${channels(one)
    .map((value, index) =>
      Math.round(value + ((to[index] ?? 0) - value) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

const HEX = /^#([0-9a-f]{6})$/i;

function channels(colour: string): readonly [number, number, number] {
  const hex = HEX.exec(colour)?.[1];
  if (!hex) return [138, 127, 111]; // another notation of a colour: grey
  return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)) as unknown as readonly [number, number, number];
}
