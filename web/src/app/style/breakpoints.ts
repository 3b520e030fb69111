// The media queries of breakpoints.css that scripts ask.

export const PHONE = "(max-width: 560px)";
export const HANDHELD = "(max-width: 560px), (max-height: 520px) and (orientation: landscape)";
export const DEV_NARROW = "(max-width: 720px)";
