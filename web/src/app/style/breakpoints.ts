// The media queries of breakpoints.css that scripts ask.

export const PHONE = "(max-width: 560px)";
export const DEV_NARROW = "(max-width: 720px)";
