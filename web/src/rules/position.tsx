// A position in the rules: a table that nobody plays at, drawn as any other.

import { Board } from "../board/board";
import { useGameStylesheet } from "../board/game-stylesheet";
import type { Pointing } from "../board/pointing";
import type { RulesPosition } from "../protocol";
import { capital, translate } from "../text/text";

const NOWHERE: Pointing = { title: "", places: new Set(), chosen: new Set(), asked: null, last: [], point: () => {} };

export function Position({ position: { scene, view } }: { readonly position: RulesPosition }) {
  useGameStylesheet(scene);
  const name = (role: string) => capital(translate(scene.roles.find((each) => each.name === role)?.label ?? role));
  return (
    <div class="position" inert aria-hidden="true">
      <Board scene={scene} view={view} pointing={NOWHERE} name={name} />
    </div>
  );
}
