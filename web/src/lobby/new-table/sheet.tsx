// The sheet with the form of a new table. The address opens and closes it, so that Back closes it and Forward opens it again.

import { useEffect, useRef, useState } from "preact/hooks";
import { here, rename } from "../../app/address";
import { deferred } from "../../app/deferred";
import type { BotInfo, GameInfo } from "../../protocol";
import { say, translate } from "../../text/text";
import { Button } from "../../controls/button";
import { MoreLikeThis } from "../library/deferred";
import { requestedTable } from "../address";

const { fetched, part } = deferred(() => import("./form"));
const NewTableForm = part((chunk) => chunk.NewTableForm);

const LATER = 1500; // ms after the first drawing, until which the form's script is not needed

interface SheetProps {
  readonly games: readonly GameInfo[];
  readonly bots: readonly BotInfo[];
}

export function NewTable({ games, bots }: SheetProps) {
  const [asked, close] = useRequest();
  const sheet = useRef<HTMLDialogElement>(null);
  const game = games.find(({ name }) => name === asked?.game);
  useEffect(() => {
    const timer = setTimeout(() => void fetched(), LATER);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const dialog = sheet.current;
    if (!game) return dialog?.close();
    if (!dialog?.open) return dialog?.showModal();
    dialog.scrollTo(0, 0); // another game has taken the place of one
    dialog.querySelector("h2")?.focus();
  }, [game]);
  const title = game ? translate(game.title) : "";
  return (
    <dialog
      ref={sheet}
      class="new-table sheet"
      aria-label={say("New table of {game}", { game: title })}
      onClose={() => game && close()}
      onClick={(event) => event.target === sheet.current && close()}
    >
      {game && (
        <div class="new-table-inside">
          <div class="headline">
            <h2 tabIndex={-1} autofocus>
              {title}
            </h2>
            <Button kind="square" aria-label={translate("Close")} onClick={close} text="✕" />
          </div>
          <NewTableForm key={game.name} game={game} bots={bots} asked={asked} />
          <MoreLikeThis game={game.name} games={games} instead />
        </div>
      )}
    </dialog>
  );
}

/** What the address asks for, and the function that takes it out of the address. */
function useRequest() {
  const [asked, setAsked] = useState(() => requestedTable(here()));
  const shown = useRef(asked !== null);
  const openedHere = useRef(false); // the entry before it in the history is the lobby
  useEffect(() => {
    const look = () => {
      const now = requestedTable(here());
      openedHere.current = now !== null && (openedHere.current || !shown.current); // one game may take the place of another
      shown.current = now !== null;
      setAsked(now);
    };
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  function close(): void {
    if (openedHere.current) return history.back();
    rename("/");
    shown.current = false;
    setAsked(null);
  }
  return [asked, close] as const;
}
