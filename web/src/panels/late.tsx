// What is drawn as soon as it is there, so that nothing else has to wait for it.

import { signal } from "@preact/signals";
import type { FunctionComponent } from "preact";

type Later = typeof import("../later");

const later = signal<Later | null>(null);
const AGAIN = 3000; // ms: the line may have been gone for a moment

/** Fetch it, now that what is needed first is drawn. */
export async function fetchLater(): Promise<void> {
  try {
    later.value = await import("../later");
  } catch {
    setTimeout(() => void fetchLater(), AGAIN);
  }
}

/** A part of the page that comes later; nothing until then. */
function late<Props extends object>(of: (there: Later) => FunctionComponent<Props>): FunctionComponent<Props> {
  return function Late(props: Props) {
    const Part = later.value && of(later.value);
    return Part && <Part {...props} />;
  };
}

export const ChatPanel = late((there) => there.ChatPanel);
export const Cover = late((there) => there.Cover);
export const Explain = late((there) => there.Explain);
export const Gone = late((there) => there.Gone);
export const InWords = late((there) => there.InWords);
export const Offers = late((there) => there.Offers);
export const PlanPanel = late((there) => there.PlanPanel);
export const Result = late((there) => there.Result);
export const SettingsSheet = late((there) => there.SettingsSheet);
export const Settling = late((there) => there.Settling);
export const SitDown = late((there) => there.SitDown);
export const TermsPanel = late((there) => there.TermsPanel);
export const Tour = late((there) => there.Tour);
export const Typed = late((there) => there.Typed);
