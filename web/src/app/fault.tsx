// An error that the page did not handle is shown on it.

import { say, translate } from "../text/text";
import { uncaughtError } from "./store";
import { Button } from "../controls/button";

/** Show every uncaught error and unhandled rejection from now on. */
export function catchErrors(): void {
  addEventListener("error", (event) => (uncaughtError.value = event.message));
  addEventListener("unhandledrejection", (event) => (uncaughtError.value = String(event.reason)));
}

export function Fault() {
  const fault = uncaughtError.value;
  if (fault === null) return null;
  return (
    <div class="fault sheet" role="alert">
      <span>{say("Something went wrong in this page: {fault}. Your moves are safe.", { fault })}</span>
      <Button kind="main" onClick={() => location.reload()} text={translate("Reload")} />
    </div>
  );
}
