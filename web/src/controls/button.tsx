// A button.

import type { ComponentProps } from "preact";

interface ButtonProps extends ComponentProps<"button"> {
  readonly kind?: "main" | "act" | "danger" | "square" | undefined; // main: the expected choice; act: a move; square: an icon
  readonly text?: string; // the same as children
}

/** A `button` of the page's look; not of type `submit` unless that is given. */
export function Button({ kind, text, children = text, ...props }: ButtonProps) {
  return (
    <button type="button" class={kind ? `button ${kind}` : "button"} {...props}>
      {children}
    </button>
  );
}
