"""A large machine, generated: states of both spellings, and a game class of several thousand lines."""

from __future__ import annotations

from tests.bga.fixture import Fixture

HELPERS = 250


def large(states: int = 120) -> Fixture:
    """A project with so many states, half of them state classes, whose methods go on by wrappers and by other methods."""
    rows, files = [], {}
    for number in range(2, states + 2):
        following = number + 1 if number <= states else 99
        if number % 2:
            files[f"modules/php/States/S{number}.php"] = _class(number, following)
            continue
        kind = "activeplayer" if number % 4 else "multipleactiveplayer"
        rows.append(
            f"    {number} => ['name' => 's{number}', 'description' => 'Wait', 'type' => '{kind}',\n"
            f"        'descriptionmyturn' => 'Play', 'action' => 'stMake', 'possibleactions' => ['act{number}'],\n"
            f"        'transitions' => ['next' => {following}, 'back' => {max(2, number - 2)}, 'zombiePass' => {following}]],\n"
        )
    head = "<?php\n$machinestates = [\n    1 => ['name' => 'gameSetup', 'type' => 'manager', 'transitions' => ['' => 2]],\n"
    files["states.inc.php"] = head + "".join(rows) + "];\n"
    files["modules/php/Game.php"] = _game(states)
    return Fixture("large", files, {})


def _class(number: int, following: int) -> str:
    return f"""<?php
namespace Own\\States;
use Bga\\GameFramework\\States\\GameState;
use Bga\\GameFramework\\States\\PossibleAction;
class S{number} extends GameState {{
    function __construct(protected Game $game) {{
        parent::__construct($game, id: {number}, type: StateType::ACTIVE_PLAYER, transitions: ['next' => {following}]);
    }}
    #[PossibleAction]
    function actPlay() {{ $this->game->help{number}(); return $this->game->following(); }}
    #[PossibleAction]
    function actPass() {{ $this->game->go('next'); }}
    function zombie(int $player) {{ return 'next'; }}
}}
"""


def _game(states: int) -> str:
    body = "".join(
        [f"        $value{line} = $this->help{{next}}($value, {line}) + count($this->cards);\n" for line in range(12)]
    )
    helpers = [
        f"    function help{at}($value = 0, $line = 0) {{\n{body.replace('{next}', str((at + 1) % HELPERS))}    }}\n"
        for at in range(HELPERS)
    ]
    acts = [
        f"    function act{at}() {{\n        $this->help{at}();\n        $this->go('next');\n    }}\n"
        for at in range(2, states + 2, 2)
    ]
    return (
        "<?php\nnamespace Own;\nclass Game extends \\Bga\\GameFramework\\Table {\n"
        "    function setupNewGame($players, $options = []) { }\n"
        "    function go($to) { $this->gamestate->nextState($to); }\n    function following() { return 'next'; }\n"
        "    function stMake() { $this->gamestate->setAllPlayersMultiactive(); }\n"
        "    function zombieTurn($state, $player) {\n"
        "        if ($state['type'] === 'activeplayer') { $this->go('zombiePass'); return; }\n"
        "        $this->gamestate->setPlayerNonMultiactive($player, 'next');\n    }\n" + "".join(helpers + acts) + "}\n"
    )
