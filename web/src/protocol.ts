// Generated from src/rondel/server/protocol by `python scripts/typescript.py`: do not edit.

export const VERSION = 1;

/** Plain data: an object with any fields. */
export type Json = Record<string, unknown>;

/** What stands in a placeholder of a text. */
export type Arg = string | number | boolean | null | readonly Arg[] | RoleArg | Text;

/** The last state that a returning client knows. */
export interface Since {
  readonly seq: number;
  readonly events: Record<string, number>;
}

/** Opens a connection to a table: with the tokens of the seats this client holds, or with none to watch. */
export interface Hello {
  readonly type: "hello";
  readonly version: number;
  readonly table: string;
  readonly tokens?: readonly string[];
  readonly since?: Since | null;
}

/** One answer. */
export interface Play {
  readonly type: "play";
  readonly id: string;
  readonly role: string;
  readonly move: string;
  readonly seq: number;
}

/** Take back the role's last answer. */
export interface Undo {
  readonly type: "undo";
  readonly id: string;
  readonly role: string;
  readonly seq: number;
}

/** Play the next game at this table; only when the game is over. It offers a rematch to the other people, or agrees to theirs. The game begins when all people have agreed: at once where there is nobody to ask. */
export interface Again {
  readonly type: "again";
  readonly id: string;
}

/** Leave the game for good. In a game of two the other player wins; in larger games the seat is played on by the rules' absent player and ranks last. */
export interface Resign {
  readonly type: "resign";
  readonly id: string;
  readonly role: string;
  readonly seq: number;
}

/** Offer something that all other players must agree to. */
export interface Offer {
  readonly type: "offer";
  readonly id: string;
  readonly role: string;
  readonly what: "draw" | "end" | "pause" | "resume" | "undo";
  readonly seq: number;
}

/** Agree to an open offer; the last agreement puts it into effect. */
export interface Agree {
  readonly type: "agree";
  readonly id: string;
  readonly role: string;
  readonly offer: number;
}

/** Decline an open offer, which ends it. */
export interface Decline {
  readonly type: "decline";
  readonly id: string;
  readonly role: string;
  readonly offer: number;
}

/** Take one's own offer back. */
export interface Withdraw {
  readonly type: "withdraw";
  readonly id: string;
  readonly role: string;
  readonly offer: number;
}

/** Claim the win, because the only other player, whom the game waits for, has been away for as long as the terms say. */
export interface Claim {
  readonly type: "claim";
  readonly id: string;
  readonly role: string;
  readonly seq: number;
}

/** The host starts the game. */
export interface Start {
  readonly type: "start";
  readonly id: string;
  readonly role: string;
}

/** Subscribe to changes in the lobby and at one's own tables; `on` false ends it. */
export interface Follow {
  readonly type: "follow";
  readonly on?: boolean;
}

/** Checks the connection. */
export interface Ping {
  readonly type: "ping";
}

/** The occupant of a seat: `me` (the client that creates the table), `open` (anybody with the invitation), or `bot`. */
export interface NewSeat {
  readonly role: string;
  readonly kind: "bot" | "me" | "open";
  readonly bot?: string;
  readonly name?: string;
}

/** A live clock: seconds for the whole game, and an increment for every turn that is ended. */
export interface Fischer {
  readonly kind: "fischer";
  readonly initial: number;
  readonly increment?: number;
  readonly cap?: number | null;
}

/** A clock for correspondence games: a fixed time for each answer, without accumulation. */
export interface PerMove {
  readonly kind: "per_move";
  readonly seconds: number;
}

/** What happens when a player the game waits for is away while another player is there. */
export interface Absence {
  readonly policy?: "bot" | "claim" | "skip" | "usual" | "vote" | "wait";
  readonly after?: number;
  readonly bot?: string;
}

/** The terms of a table. By default nothing is timed, rated or public. */
export interface Terms {
  readonly clock?: Fischer | PerMove | null;
  readonly absence?: Absence;
  readonly public?: boolean;
  readonly watchable?: boolean;
  readonly rated?: boolean;
  readonly start?: "at_once" | "full" | "host";
  readonly chat?: "apart" | "off" | "open";
  readonly rotate?: boolean | null;
  readonly undo?: "asked" | "free" | "never";
  readonly pauses?: boolean;
  readonly reliability?: number;
}

/** `POST /api/tables`: create a table. */
export interface NewTable {
  readonly game: string;
  readonly seats: readonly NewSeat[];
  readonly options?: Json;
  readonly name?: string;
  readonly terms?: Terms;
}

/** `POST /api/tables/{id}/chat`: write a chat line: players to the table's channel, all others to the gallery. */
export interface Say {
  readonly id: string;
  readonly text: string;
  readonly name?: string;
}

/** `POST /api/tables/{id}/mutes`: the host mutes the author of a line in the gallery of this table. */
export interface Mute {
  readonly number: number;
  readonly muted?: boolean;
}

/** `POST /api/tables/{id}/reports`: report the player of a role, or the author of a chat line; one of the two. */
export interface Report {
  readonly id: string;
  readonly reason: "chat" | "name" | "other" | "play";
  readonly role?: string;
  readonly channel?: "gallery" | "table";
  readonly number?: number;
  readonly text?: string;
}

/** `POST /api/tables/{id}/seat`: sit down on an open seat (the first one when no role is named). */
export interface TakeSeat {
  readonly invite?: string;
  readonly name?: string;
  readonly role?: string;
}

/** `POST /api/me/seek`: search for opponents at a game. A client has one search at a time: a new one replaces it. */
export interface Seek {
  readonly game: string;
  readonly pace?: "days" | "live";
  readonly seats?: number;
  readonly rated?: boolean;
  readonly name?: string;
  readonly reliability?: number;
}

/** How a tournament is played. */
export interface TournamentTerms {
  readonly format: "arena" | "knock_out" | "round_robin" | "swiss";
  readonly clock: Fischer | PerMove;
  readonly rounds?: number;
  readonly minutes?: number;
  readonly most?: number;
  readonly rated?: boolean;
  readonly late?: boolean;
  readonly seats?: number;
  readonly fewest?: number;
  readonly teams?: readonly (readonly number[])[];
}

/** `POST /api/tournaments`: announce a tournament. For accounts. */
export interface NewTournament {
  readonly title: string;
  readonly game: string;
  readonly terms: TournamentTerms;
  readonly starts_in: number;
}

/** `POST /api/tournaments/{id}`: `join`, `pause` (no game in the next rounds), `resume` or `withdraw`; its host may `start` it at once, `cancel` it, and `remove` a player. */
export interface TournamentAct {
  readonly deed: "cancel" | "join" | "pause" | "remove" | "resume" | "start" | "withdraw";
  readonly number?: number;
}

/** `POST /api/tables/{id}/invitation`: check an invitation, before anybody is asked for a name. */
export interface Invitation {
  readonly invite?: string;
}

/** `POST /api/tables/{id}/leave`: give back a seat before the game begins (every seat of the client, when no role is named). It is open then. */
export interface LeaveSeat {
  readonly role?: string;
}

/** `POST /api/tables/{id}/seats`: before the game begins, the host makes a seat open, whoever holds it, or gives it to a bot. */
export interface ChangeSeat {
  readonly role: string;
  readonly kind: "bot" | "open";
  readonly bot?: string;
}

/** `POST /api/me/register`: create an account; a guest keeps the seats. */
export interface NewAccount {
  readonly name: string;
  readonly password: string;
}

/** `POST /api/me/login`: log in to an account; a guest's seats become the account's. */
export interface LogIn {
  readonly name: string;
  readonly password: string;
}

/** `POST /api/me/logout`: end this session, or all of them. */
export interface LogOut {
  readonly everywhere?: boolean;
}

/** `POST /api/me/password`: change the password; every other session ends. */
export interface NewPassword {
  readonly old: string;
  readonly new: string;
}

/** `POST /api/me/delete`: delete the account and its bots; a pseudonym stays with their games. */
export interface DeleteMe {
  readonly password: string;
}

/** `POST /api/me/bots`: create a bot account for a program. */
export interface NewBot {
  readonly name: string;
}

/** `POST /api/me/bots/{id}/tokens`: create a token for a bot. */
export interface NewToken {
  readonly scopes?: readonly ("play" | "read")[];
  readonly days?: number;
  readonly label?: string;
}

/** `POST /api/me/address`: set the mail address, to which a link is sent that confirms it; an empty one deletes it. */
export interface NewAddress {
  readonly address: string;
  readonly password: string;
  readonly lang?: string;
}

/** `POST /api/me/people/{name}/follow`: follow an account, or end that. */
export interface SetFollow {
  readonly on?: boolean;
}

/** `POST /api/me/people/{name}/block`: block an account, or end that. Nobody is told who has blocked them. */
export interface SetBlock {
  readonly on?: boolean;
}

/** `POST /api/me/vacation`: begin or end a vacation. */
export interface SetVacation {
  readonly on?: boolean;
}

/** `POST /api/me/push`: send notifications to this browser, as long as it is logged in. */
export interface PushSubscription {
  readonly endpoint: string;
  readonly public: string;
  readonly secret: string;
  readonly lang?: string;
}

/** `POST /api/me/push/end`: send no more notifications to a browser. */
export interface PushEnd {
  readonly endpoint?: string;
}

/** `POST /api/me/invitations`: invite those with accounts with whom one has played at a table to another game: a new table with the same game, options and terms, and a seat for each. */
export interface InviteAgain {
  readonly table: string;
}

/** `POST /api/tables/{id}/invitations`: invite an account to an open seat of a table at which one has a seat. */
export interface InvitePerson {
  readonly name: string;
  readonly role?: string;
}

/** `POST /api/me/webhook`: tell a program at this address, with a new secret; an empty one ends it. */
export interface NewWebhook {
  readonly url: string;
}

/** `POST /api/me/conversations/{name}`: write a message of one line, up to 500 characters, to an account. */
export interface Write {
  readonly id: string;
  readonly text: string;
}

/** `POST /api/me/conversations/{name}/read`: the messages up to that number have been read. */
export interface MarkRead {
  readonly number: number;
}

/** `POST /api/me/people/{name}/reports`: report an account to the moderators, for its profile or for a message that it has written to the client's account. */
export interface ReportPerson {
  readonly id: string;
  readonly reason: "chat" | "name" | "other" | "play";
  readonly number?: number;
  readonly text?: string;
}

/** `POST /api/mail/confirm`: confirm the address by the link that was sent to it. */
export interface MailedLink {
  readonly token: string;
}

/** `POST /api/mail/forgotten`: send a link to set a new password to the confirmed address of an account, if there is one. The answer is the same where there is none. */
export interface ForgottenPassword {
  readonly name: string;
}

/** `POST /api/mail/reset`: set a new password by a link; all sessions end, and a new one begins. */
export interface ResetPassword {
  readonly token: string;
  readonly password: string;
}

/** `POST /api/dev/start`: the root of a tree: the start of a game, the present position of a table, or the end of a record. */
export interface TreeStart {
  readonly game?: string;
  readonly seats?: number | null;
  readonly options?: Json;
  readonly table?: string;
  readonly record?: Json | null;
}

/** One answer on the way to a position. */
export interface TreeAnswer {
  readonly role: string;
  readonly move: string;
}

/** `POST /api/dev/node`, `/api/dev/count` and `/api/dev/solve`: a position of a tree. */
export interface TreePlace {
  readonly record: Json;
  readonly answers?: readonly TreeAnswer[];
  readonly first?: number;
  readonly most?: number;
}

/** One answer of a `Try`. */
export interface TriedAnswer {
  readonly role: string;
  readonly move: string;
}

/** `POST /api/tables/{id}/rounds/{n}/branch`: play on from a position of a round, without changing anything. */
export interface Try {
  readonly seq: number;
  readonly answers?: readonly TriedAnswer[];
  readonly name?: string;
}

/** `POST /api/tables/{id}/conditional-moves`: the conditional moves of one role, instead of its earlier ones. Without lines they are deleted. */
export interface ConditionalMoves {
  readonly role: string;
  readonly seq: number;
  readonly lines: readonly (readonly TriedAnswer[])[];
}

/** `POST /api/dev/bench/rules` in a browser that is its own arena: the text of the rules, as it is in the editor. */
export interface BenchRules {
  readonly text: string;
  readonly file?: string;
  readonly table?: string;
  readonly tokens?: Record<string, string>;
}

/** `POST /api/dev/bench`: continue under the new rules. */
export interface BenchWish {
  readonly what: "anew" | "dismiss" | "keep";
}

/** `POST /api/dev/bench/table` in a browser that is its own arena: begin anew at a table with these seats and options. */
export interface BenchTable {
  readonly seats: readonly NewSeat[];
  readonly options?: Json;
}

/** A player, named by their role. */
export interface RoleArg {
  readonly role: string;
}

/** A sentence with placeholders in braces. */
export interface Text {
  readonly text: string;
  readonly args?: Record<string, Arg>;
  readonly plural?: string;
  readonly count?: string;
}

/** A piece or card. */
export interface TokenView {
  readonly kind: string;
  readonly id?: number;
  readonly at?: string | number;
  readonly owner?: string;
  readonly face?: string;
  readonly props?: Json;
  readonly level?: number;
  readonly down?: boolean;
}

/** The tokens in a container, or their number. */
export interface ContainerView {
  readonly tokens?: readonly TokenView[];
  readonly backs?: number;
  readonly known?: readonly TokenView[];
}

/** The whole numbers that the last part of a move may be. The move of a number is `before`, the number, `after`. */
export interface Numbers {
  readonly least: number;
  readonly most: number;
  readonly step: number;
  readonly before: string;
  readonly after: string;
  readonly part: string;
}

/** One move that a role may answer with. */
export interface LegalMove {
  readonly text: string;
  readonly action: string;
  readonly places: readonly string[];
  readonly forced: boolean;
  readonly describe: Text;
  readonly says?: Text;
  readonly numbers?: Numbers;
}

/** A place that a player should look at, and the reason in a word. */
export interface Mark {
  readonly place: string;
  readonly text: Text;
}

/** One of the things in a `Several`. */
export interface SeveralOption {
  readonly move: string;
  readonly places: readonly string[];
}

/** Several things are chosen together. A client lets them be marked in any order, and sends their moves in the order of the options, then `done` when fewer than `most` are chosen. */
export interface Several {
  readonly least: number;
  readonly most: number;
  readonly options: readonly SeveralOption[];
}

/** Everything one role may know of the position. */
export interface View {
  readonly game: string;
  readonly role: string;
  readonly state: string;
  readonly private: string | null;
  readonly active: readonly string[];
  readonly over: boolean;
  readonly question: Text | null;
  readonly play_order: readonly string[];
  readonly progress: number | null;
  readonly scores: Record<string, number> | null;
  readonly winners: readonly string[];
  readonly ranks: Record<string, number> | null;
  readonly eliminated: readonly string[];
  readonly stats: Record<string, number | Record<string, number>>;
  readonly props: Json;
  readonly containers: Record<string, ContainerView>;
  readonly args: Json;
  readonly moves: readonly LegalMove[];
  readonly says?: Record<string, string>;
  readonly marks?: readonly Mark[];
  readonly ending?: Text;
  readonly decisive?: readonly string[];
  readonly several?: Several;
}

/** What a part of the table looks like after an event. */
export interface Change {
  readonly of: string;
  readonly is: unknown;
}

/** One event of a role's own log. */
export interface GameEvent {
  readonly number: number;
  readonly name: string;
  readonly role: string | null;
  readonly text: Text | null;
  readonly args: Record<string, Arg>;
  readonly changes: readonly Change[];
  readonly move?: number;
}

/** One role's time when the message was sent. */
export interface Clock {
  readonly left: number;
  readonly runs: boolean;
  readonly first?: number;
  readonly waits?: number;
}

/** An offer that is not settled. */
export interface OpenOffer {
  readonly number: number;
  readonly what: "draw" | "end" | "pause" | "rematch" | "resume" | "undo";
  readonly role: string;
  readonly asked: readonly string[];
}

/** How a round has ended, where not by its rules alone. */
export interface Outcome {
  readonly reason: "agreed" | "claimed" | "ended" | "resigned" | "rules" | "time";
  readonly ranks: Record<string, number>;
}

/** An offer that was declined or withdrawn. */
export interface ClosedOffer {
  readonly what: "draw" | "end" | "pause" | "rematch" | "resume" | "undo";
  readonly role: string;
  readonly by: string;
}

/** The state of a table besides the position. */
export interface Standing {
  readonly begun: boolean;
  readonly clocks: Record<string, Clock>;
  readonly offers: readonly OpenOffer[];
  readonly departed: Record<string, "agreed" | "claimed" | "ended" | "resigned" | "rules" | "time">;
  readonly away: readonly string[];
  readonly outcome: Outcome | null;
  readonly closed?: ClosedOffer;
  readonly paused?: number;
  readonly vacations?: Record<string, number>;
}

/** One role at a table and its occupant. */
export interface Seat {
  readonly role: string;
  readonly kind: "bot" | "open" | "person";
  readonly name: string;
  readonly present: boolean;
  readonly bot: string;
  readonly number: number;
  readonly badge: string;
}

/** What everybody may know about a table. */
export interface Table {
  readonly id: string;
  readonly game: string;
  readonly title: string;
  readonly seats: readonly Seat[];
  readonly round: number;
  readonly terms: Terms;
  readonly host: string;
  readonly over: boolean;
}

/** How a role is shown. */
export interface SceneRole {
  readonly name: string;
  readonly label: string;
  readonly colour: string;
  readonly shape: "card" | "cross" | "diamond" | "die" | "disc" | "path" | "ring" | "square" | "stone" | "text" | "triangle";
}

/** The middle of a cell with six sides, or of a place between the cells of a grid. */
export interface HexCell {
  readonly at: string;
  readonly x: number;
  readonly y: number;
  readonly upright?: boolean;
}

/** A side of a board that a role owns. */
export interface BoardSide {
  readonly name: string;
  readonly owner: string;
  readonly cells: readonly string[];
}

/** A container of the table. Which of the optional fields there are depends on its layout. */
export interface SceneContainer {
  readonly name: string;
  readonly layout: "area" | "edges" | "grid" | "hand" | "hex" | "pile" | "row" | "track";
  readonly rows?: number;
  readonly columns?: number;
  readonly surface?: "checkered" | "felt" | "holes" | "paper" | "water" | "wood";
  readonly origin?: "bottom" | "top";
  readonly turned_for?: readonly string[];
  readonly lines?: string;
  readonly army?: Record<string, number>;
  readonly blocks?: number;
  readonly pointed?: boolean;
  readonly over?: string;
  readonly length?: number;
  readonly points?: readonly string[];
  readonly capacity?: number | null;
  readonly cells?: readonly HexCell[];
  readonly sides?: readonly BoardSide[];
  readonly spaces?: readonly string[];
  readonly loop?: boolean;
  readonly claimed?: boolean;
  readonly folded?: "pits" | "points";
  readonly aside?: readonly string[];
  readonly cover?: "cup";
  readonly groups?: string;
  readonly spread?: "down";
  readonly in_sight?: number;
  readonly hexes?: boolean;
}

/** How one side of a token looks. */
export interface Face {
  readonly shape: "card" | "cross" | "diamond" | "die" | "disc" | "path" | "ring" | "square" | "stone" | "text" | "triangle";
  readonly colour?: string;
  readonly ink?: string;
  readonly text?: string;
  readonly path?: string;
  readonly note?: string;
}

/** The looks of one kind of token. */
export interface Kind {
  readonly faces: Record<string, Face>;
  readonly joined_by?: string;
}

/** A counter of the table. */
export interface SceneCounter {
  readonly name: string;
  readonly layout: string;
  readonly least: number | null;
  readonly most: number | null;
  readonly chips?: boolean;
  readonly pooled?: string;
  readonly goal?: string;
}

/** A statistic that the rules keep. */
export interface SceneStat {
  readonly name: string;
  readonly text: string;
  readonly per: "player" | "table";
}

/** A line of a sheet. */
export interface SheetLine {
  readonly name: string;
  readonly label: string;
}

/** A column of a score sheet. Its value lists the number on each line, null for a blank one. */
export interface SceneSheet {
  readonly name: string;
  readonly lines: readonly SheetLine[];
  readonly breaks: readonly string[];
  readonly total: string;
}

/** The drawings that a game brings. */
export interface Look {
  readonly css?: string;
  readonly svg?: string;
  readonly drawn?: readonly string[];
}

/** What a client must know to draw the table. */
export interface Scene {
  readonly game: string;
  readonly title: string;
  readonly version: number;
  readonly options: Record<string, boolean | number | string>;
  readonly roles: readonly SceneRole[];
  readonly containers: readonly SceneContainer[];
  readonly kinds: Record<string, Kind>;
  readonly open: boolean;
  readonly owners: Record<string, string>;
  readonly labels: Record<string, string>;
  readonly written: Record<string, string>;
  readonly quiet: readonly string[];
  readonly says: Record<string, string>;
  readonly counters: readonly SceneCounter[];
  readonly teams: readonly (readonly string[])[];
  readonly stats: readonly SceneStat[];
  readonly under?: Record<string, readonly string[]>;
  readonly sheets?: readonly SceneSheet[];
  readonly score_sheet?: string;
  readonly look?: Look;
}

/** Everything a client needs to draw the table: the answer to `Hello`, and sent again when a new game starts. Of the events of each role the latest 2,000. */
export interface Welcome {
  readonly type: "welcome";
  readonly seq: number;
  readonly views: Record<string, View>;
  readonly events: Record<string, readonly GameEvent[]>;
  readonly undoable: readonly string[];
  readonly standing: Standing;
  readonly version: number;
  readonly table: Table;
  readonly roles: readonly string[];
  readonly answered: Record<string, number>;
  readonly scene: Scene;
}

/** The answer to a `Hello` with `since`: the position, and what has happened since. */
export interface Resumed {
  readonly type: "resumed";
  readonly seq: number;
  readonly views: Record<string, View>;
  readonly events: Record<string, readonly GameEvent[]>;
  readonly undoable: readonly string[];
  readonly standing: Standing;
  readonly version: number;
  readonly table: Table;
  readonly roles: readonly string[];
  readonly answered: Record<string, number>;
}

/** The position after an accepted answer; or the same position, when undoable answers, a clock, an offer or the outcome have changed. */
export interface Update {
  readonly type: "update";
  readonly seq: number;
  readonly views: Record<string, View>;
  readonly events: Record<string, readonly GameEvent[]>;
  readonly undoable: readonly string[];
  readonly standing: Standing;
}

/** The message `id` was carried out and is stored for good. */
export interface Accepted {
  readonly type: "accepted";
  readonly id: string;
  readonly seq: number;
}

/** The message `id` (null if it had none) was refused and changed nothing. */
export interface Refused {
  readonly type: "refused";
  readonly id: string | null;
  readonly code: string;
  readonly message: string;
  readonly seq: number | null;
}

/** The seats have changed: somebody sat down, left or returned; or more or fewer look on. */
export interface Seats {
  readonly type: "seats";
  readonly seats: readonly Seat[];
  readonly watching: number;
}

/** One table as the lobby shows it. */
export interface Listed {
  readonly id: string;
  readonly game: string;
  readonly title: string;
  readonly seats: readonly Seat[];
  readonly terms: Terms;
  readonly created_at: number;
  readonly round: number;
  readonly seq: number;
  readonly active: readonly string[];
  readonly at: number;
}

/** For subscribers of the lobby: what has changed since the last of these, at most once a second. */
export interface Lobby {
  readonly type: "lobby";
  readonly tables: readonly Listed[];
  readonly gone: readonly string[];
  readonly mine: boolean;
}

/** A chat line; also sent over the socket to everybody who may read it. */
export interface ChatLine {
  readonly type: "chat";
  readonly channel: "gallery" | "table";
  readonly number: number;
  readonly at: number;
  readonly role: string;
  readonly name: string;
  readonly badge: string;
  readonly text: string;
}

/** The answer to `Ping`. */
export interface Pong {
  readonly type: "pong";
}

/** The data in the page of a table, to be drawn before its socket is open. */
export interface Preload {
  readonly languages: readonly string[];
  readonly welcome: Welcome;
}

/** The answer to `NewTable`: the creator's seat tokens by role, and the code for others to sit down with. */
export interface Created {
  readonly table: string;
  readonly tokens: Record<string, string>;
  readonly invite: string;
}

/** The answer to `TakeSeat`: the token is the seat; a client with the token plays it. */
export interface Taken {
  readonly role: string;
  readonly token: string;
}

/** `GET /api/me/seek`: the client's search. While it is `searching`, the answer comes when something changes, or after ten seconds. A search that nobody asks for ends soon. */
export interface Seeking {
  readonly state: "found" | "none" | "searching";
  readonly game: string;
  readonly pace: "days" | "live";
  readonly seats: number;
  readonly rated: boolean;
  readonly terms: Terms;
  readonly waited: number;
  readonly span: number | null;
  readonly others: number;
  readonly bot: boolean;
  readonly table: string;
  readonly reliability: number;
}

/** One tournament as lists show it. */
export interface TournamentListed {
  readonly id: string;
  readonly title: string;
  readonly game: string;
  readonly game_title: string;
  readonly terms: TournamentTerms;
  readonly state: "cancelled" | "ended" | "open" | "running";
  readonly host: string;
  readonly starts_at: number;
  readonly ended_at: number | null;
  readonly round: number;
  readonly rounds: number;
  readonly entrants: number;
  readonly mine: boolean;
  readonly winner: string;
}

/** `GET /api/tournaments`: those that are open or running, the next to start first, then those that ended last. */
export interface Tournaments {
  readonly tournaments: readonly TournamentListed[];
  readonly now: number;
}

/** A player of a tournament, at its place in the standings. */
export interface Entrant {
  readonly number: number;
  readonly seed: number;
  readonly name: string;
  readonly state: "in" | "paused" | "removed" | "withdrawn";
  readonly rating: number;
  readonly place: number;
  readonly points: number;
  readonly tie_breaks: readonly number[];
  readonly on_streak: boolean;
}

/** A game of a tournament: its players at a table, a forfeit, or a bye. */
export interface TournamentGame {
  readonly round: number;
  readonly board: number;
  readonly game: number;
  readonly players: readonly number[];
  readonly points: readonly number[] | null;
  readonly played: boolean;
  readonly table: string;
}

/** `GET /api/tournaments/{id}`: all of a tournament. */
export interface Tournament {
  readonly listed: TournamentListed;
  readonly reason: "" | "host" | "moderator" | "rules" | "too_few";
  readonly entrants: readonly Entrant[];
  readonly games: readonly TournamentGame[];
  readonly tie_breaks: readonly ("buchholz" | "buchholz_cut_1" | "direct_encounter" | "opponents" | "sonneborn_berger" | "wins")[];
  readonly ends_at: number | null;
  readonly due_at: number | null;
  readonly me: Entrant | null;
  readonly my_table: string;
  readonly is_host: boolean;
  readonly revision: number;
  readonly now: number;
}

/** An option of a game that can be chosen for a table, besides its seats. */
export interface GameOption {
  readonly name: string;
  readonly text: string;
  readonly default: boolean | number | string;
  readonly values?: readonly (boolean | number | string)[];
  readonly low?: number | null;
  readonly high?: number | null;
}

/** A position in the course of a game with every seat taken and default options: data to draw, for the observer. */
export interface Picture {
  readonly scene: Scene;
  readonly containers: Record<string, ContainerView>;
  readonly faces: Record<string, readonly string[]>;
}

/** `GET /api/games`: one playable game. */
export interface GameInfo {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly roles: readonly string[];
  readonly fewest: number;
  readonly usual: number;
  readonly family: string;
  readonly like: readonly string[];
  readonly minutes: number;
  readonly known: boolean;
  readonly study: boolean;
  readonly cooperative: boolean;
  readonly options: readonly GameOption[];
  readonly picture: Picture;
}

/** `GET /api/dev/bench/game` in a browser that is its own arena: what the latest rules offer for a table. */
export interface BenchGame {
  readonly name: string;
  readonly roles: readonly string[];
  readonly fewest: number;
  readonly options: readonly GameOption[];
}

/** A state of a game's rules. */
export interface GameState {
  readonly name: string;
  readonly kind: string;
  readonly words: string;
}

/** A transition from a state of a game's rules to another. */
export interface GameWay {
  readonly begin: string;
  readonly goal: string;
  readonly label: string;
}

/** A position in a picture of a rules page; nobody may move there. */
export interface RulesPosition {
  readonly scene: Scene;
  readonly view: View;
}

/** `GET /api/games/{game}/rules?lang=`: how a game is played. */
export interface GameRules {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
  readonly states: readonly GameState[];
  readonly ways: readonly GameWay[];
  readonly first: readonly string[];
  readonly lang: string;
  readonly positions: readonly RulesPosition[];
}

/** `GET /api/bots`: one kind of bot a seat may be given to. */
export interface BotInfo {
  readonly name: string;
  readonly label: string;
  readonly summary: string;
}

/** `GET /api/texts/{lang}`: the catalogue of one language, with which a client translates the texts of views and events. */
export interface Texts {
  readonly lang: string;
  readonly samples: readonly number[];
  readonly messages: Record<string, readonly string[]>;
}

/** `GET /api/lobby`: public tables that are not over, the newest first. */
export interface Listing {
  readonly tables: readonly Listed[];
  readonly next: string | null;
}

/** The position at a table, to be drawn small. */
export interface Board {
  readonly table: string;
  readonly seq: number;
  readonly viewer: string;
  readonly scene: Scene;
  readonly containers: Record<string, ContainerView>;
  readonly active: readonly string[];
  readonly clocks: Record<string, Clock>;
}

/** A public table at which a game goes on, and its position as the observer sees it. */
export interface LiveBoard {
  readonly table: Listed;
  readonly board: Board;
}

/** `GET /api/lobby/boards`: some of the public tables that people play at now, those of the last moves. */
export interface LiveBoards {
  readonly boards: readonly LiveBoard[];
}

/** One of the client's own tables that is not over. */
export interface Mine {
  readonly table: Listed;
  readonly roles: readonly string[];
  readonly turn: boolean;
}

/** `GET /api/me/tables`: the client's own tables that are not over: those that wait for it first, the longest waiting at the top. */
export interface Mines {
  readonly tables: readonly Mine[];
  readonly next: string | null;
}

/** `GET /api/me/boards`: the positions at the first of the tables in `Mines`, each as the client's role there sees it. */
export interface OwnBoards {
  readonly boards: readonly Board[];
}

/** One ended round of a principal. */
export interface Finished {
  readonly table: string;
  readonly game: string;
  readonly title: string;
  readonly round: number;
  readonly seq: number;
  readonly at: number;
  readonly roles: readonly string[];
  readonly ranks: Record<string, number>;
  readonly rated: boolean;
  readonly seats: readonly Seat[];
}

/** `GET /api/me/finished`: the client's own ended rounds, the last first; `GET /api/people/{name}/finished`: those of an account that everybody may look at. */
export interface Finishes {
  readonly rounds: readonly Finished[];
  readonly next: string | null;
}

/** The rating of an account at one game. */
export interface Rated {
  readonly name: string;
  readonly game: string;
  readonly title: string;
  readonly rating: number;
  readonly deviation: number;
  readonly provisional: boolean;
  readonly rounds: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
}

/** `GET /api/games/{game}/leaderboard`: the strongest first, and those with provisional ratings after the others. */
export interface Leaderboard {
  readonly people: readonly Rated[];
  readonly next: string | null;
}

/** A part of the calendar in which everybody begins anew. */
export interface Season {
  readonly name: string;
  readonly starts: number;
  readonly ends: number;
  readonly over: boolean;
}

/** `GET /api/games/{game}/seasons/{season}`: the strongest first, and those with provisional ratings after the others. */
export interface SeasonStandings {
  readonly season: Season;
  readonly people: readonly Rated[];
  readonly next: string | null;
}

/** The public games of an account with others at unrated tables, at one game. */
export interface UnratedRecord {
  readonly game: string;
  readonly title: string;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
}

/** One of the last games of an account that everybody may look at. */
export interface FormGame {
  readonly table: string;
  readonly round: number;
  readonly title: string;
  readonly at: number;
  readonly outcome: "drawn" | "lost" | "none" | "won";
  readonly rated: boolean;
}

/** How reliably an account finishes what it begins with others. */
export interface Reliability {
  readonly games: number;
  readonly percent: number | null;
}

/** What an account has come to in a season, at one game. */
export interface SeasonResult {
  readonly season: Season;
  readonly place: number;
  readonly people: number;
  readonly rated: Rated;
}

/** `GET /api/people/{name}`: what everybody may know of an account. */
export interface Profile {
  readonly name: string;
  readonly since: number;
  readonly ratings: readonly Rated[];
  readonly unrated: readonly UnratedRecord[];
  readonly form: readonly FormGame[];
  readonly reliability: Reliability;
  readonly vacation: number | null;
  readonly seasons: readonly SeasonResult[];
}

/** One rated round of an account, and the rating after it. */
export interface RatedRound {
  readonly at: number;
  readonly rank: number;
  readonly rating: number;
  readonly deviation: number;
  readonly provisional: boolean;
}

/** `GET /api/people/{name}/ratings/{game}`: the rated rounds of an account at a game, the last first. */
export interface RatedRounds {
  readonly rounds: readonly RatedRound[];
  readonly next: string | null;
}

/** `GET /api/tables/{id}/chat`: some lines of one channel, the oldest first. */
export interface ChatPage {
  readonly channel: "gallery" | "table";
  readonly channels: readonly ("gallery" | "table")[];
  readonly lines: readonly ChatLine[];
  readonly before: number | null;
  readonly muted: readonly number[];
}

/** How a round ended. */
export interface RoundResult {
  readonly ranks: Record<string, number> | null;
  readonly scores: Record<string, number> | null;
  readonly stats: Record<string, number | Record<string, number>>;
}

/** One round of a table that has ended. */
export interface Round {
  readonly round: number;
  readonly seq: number;
  readonly at: number;
  readonly result: RoundResult;
}

/** `GET /api/tables/{id}/rounds`: the rounds that have ended, the last first. */
export interface Rounds {
  readonly rounds: readonly Round[];
  readonly next: number | null;
}

/** One such action. */
export interface TableAction {
  readonly seq: number;
  readonly at: number;
  readonly kind: "agree" | "claim" | "decline" | "flag" | "offer" | "resign" | "start" | "withdraw";
  readonly role: string;
  readonly what: string;
  readonly outcome: Outcome | null;
}

/** What a viewer saw after one answer of a round. */
export interface Step {
  readonly seq: number;
  readonly at: number;
  readonly role: string;
  readonly view: View;
  readonly events: readonly GameEvent[];
  readonly action: TableAction | null;
}

/** `GET /api/tables/{id}/rounds/{n}`: some steps of a round, as one viewer saw them. */
export interface Replay {
  readonly table: string;
  readonly game: string;
  readonly title: string;
  readonly round: number;
  readonly seats: readonly Seat[];
  readonly scene: Scene;
  readonly viewer: string;
  readonly viewers: readonly string[];
  readonly first: number;
  readonly last: number;
  readonly besides: readonly number[];
  readonly over: boolean;
  readonly steps: readonly Step[];
  readonly next: number | null;
  readonly formats: readonly string[];
  readonly open: boolean;
}

/** An action, and its place among the events that a viewer was told. */
export interface TableActionEntry {
  readonly action: TableAction;
  readonly told: number;
}

/** `GET /api/tables/{id}/rounds/{n}/actions`: the actions of a round so far besides answers, in order. */
export interface TableActionLog {
  readonly actions: readonly TableActionEntry[];
}

/** The answer to `Try`: the position after those answers. */
export interface Branch {
  readonly seq: number;
  readonly views: Record<string, View>;
  readonly events: Record<string, readonly GameEvent[]>;
  readonly certain: boolean;
}

/** `GET /api/tables/{id}/rounds/{n}/analysis`: the strongest bot's opinion of a position of an ended round. */
export interface PositionEvaluation {
  readonly seq: number;
  readonly role: string;
  readonly move: string;
  readonly describe: Text | null;
  readonly played: boolean;
  readonly values: Record<string, number>;
  readonly exact: boolean;
}

/** `GET /api/tables/{id}/conditional-moves`: the remaining conditional moves of the client's own roles, and of no others. */
export interface OwnConditionalMoves {
  readonly conditional_moves: readonly ConditionalMoves[];
}

/** `GET /api/me`: the principal of the request. */
export interface Me {
  readonly kind: "account" | "bot" | "guest" | "nobody";
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

/** A public table at which somebody plays now. */
export interface PublicTable {
  readonly id: string;
  readonly game: string;
  readonly title: string;
}

/** An account that the client's account follows, and what it does now. */
export interface Followed {
  readonly name: string;
  readonly at: number;
  readonly mutual: boolean;
  readonly online: boolean;
  readonly table: PublicTable | null;
}

/** An account that the client's account has blocked. */
export interface Blocked {
  readonly name: string;
  readonly at: number;
}

/** `GET /api/me/people`: whom the account follows, those online first, and whom it has blocked. */
export interface Company {
  readonly followed: readonly Followed[];
  readonly blocked: readonly Blocked[];
}

/** An invitation of an account to a seat. */
export interface SeatInvitation {
  readonly id: string;
  readonly name: string;
  readonly table: string;
  readonly game: string;
  readonly title: string;
  readonly role: string;
  readonly at: number;
  readonly expires_at: number;
  readonly state: "accepted" | "declined" | "expired" | "open" | "withdrawn";
}

/** `GET /api/me/invitations`: the open invitations to the client's account, and the last of its own, the newest first. */
export interface Invitations {
  readonly received: readonly SeatInvitation[];
  readonly sent: readonly SeatInvitation[];
}

/** The answer to `InviteAgain`: the new table, and who is invited. */
export interface InvitedAgain {
  readonly table: string;
  readonly invite: string;
  readonly names: readonly string[];
}

/** An account with whom the client's account has played. */
export interface Opponent {
  readonly name: string;
  readonly table: string;
  readonly game: string;
  readonly title: string;
  readonly at: number;
}

/** `GET /api/me/opponents`: with whom the client's account has played last, each once. */
export interface Opponents {
  readonly people: readonly Opponent[];
}

/** A conversation of the client's account with another one. */
export interface Conversation {
  readonly name: string;
  readonly at: number;
  readonly text: string;
  readonly by_me: boolean;
  readonly unread: number;
}

/** `GET /api/me/conversations`: the conversations of the client's account, that of the last message first. */
export interface Conversations {
  readonly people: readonly Conversation[];
}

/** A message of a conversation. */
export interface PrivateMessage {
  readonly number: number;
  readonly at: number;
  readonly by_me: boolean;
  readonly text: string;
}

/** `GET /api/me/conversations/{name}`: some messages of a conversation, the oldest first. */
export interface ConversationPage {
  readonly name: string;
  readonly messages: readonly PrivateMessage[];
  readonly before: number | null;
  readonly open: boolean;
}

/** What moderators tell an account: a warning, or that it is suspended. */
export interface Notice {
  readonly kind: "suspend" | "unsuspend" | "warn";
  readonly at: number;
  readonly until: number | null;
  readonly reason: string;
}

/** `GET /api/me/news`: what waits for the client's account. */
export interface News {
  readonly invitations: number;
  readonly messages: number;
  readonly notices: readonly Notice[];
  readonly appeal: string;
}

/** `GET /api/me/people/{name}`: what the client's account and another one are to each other. */
export interface Relation {
  readonly name: string;
  readonly follows: boolean;
  readonly mutual: boolean;
  readonly blocks: boolean;
}

/** A part of each day in which nothing is sent: what is due then is sent at its end. */
export interface QuietHours {
  readonly since: number;
  readonly until: number;
  readonly zone: string;
}

/** `POST /api/me/notifications`: which notifications are sent, and when. */
export interface NotificationSettings {
  readonly turn: readonly ("mail" | "push" | "webhook")[];
  readonly reminder: readonly ("mail" | "push" | "webhook")[];
  readonly invitation: readonly ("mail" | "push" | "webhook")[];
  readonly tournament: readonly ("mail" | "push" | "webhook")[];
  readonly round: readonly ("mail" | "push" | "webhook")[];
  readonly delay: number;
  readonly digest: number;
  readonly quiet: QuietHours | null;
}

/** The address at which a program of the account is told. */
export interface Webhook {
  readonly url: string;
  readonly secret: string;
  readonly ended: "" | "failed" | "forbidden" | "gone" | "unreached";
  readonly status: number;
}

/** `GET /api/me/notifications`: how the account is reached, and about what. */
export interface Notifications {
  readonly mails: boolean;
  readonly address: string;
  readonly confirmed: boolean;
  readonly settings: NotificationSettings;
  readonly push_key: string;
  readonly browsers: readonly string[];
  readonly webhook: Webhook | null;
  readonly webhooks: boolean;
}

/** `GET /api/me/vacation`: the vacation of the account; times are milliseconds. */
export interface Vacation {
  readonly left: number;
  readonly most: number;
  readonly until: number | null;
}

/** `GET /api/me/sessions`: one browser that is logged in to the account. */
export interface Session {
  readonly id: string;
  readonly begun: number;
  readonly used: number;
  readonly here: boolean;
}

/** One token of a bot, without the secret itself. */
export interface TokenInfo {
  readonly id: string;
  readonly label: string;
  readonly scopes: readonly string[];
  readonly expires: number;
}

/** `GET /api/me/bots`: one of the account's bots. */
export interface BotAccount {
  readonly id: string;
  readonly name: string;
  readonly tokens: readonly TokenInfo[];
}

/** The answer to `NewToken` with the token itself, which is shown this once. */
export interface Token {
  readonly token: string;
  readonly info: TokenInfo;
}

/** The answer to `TreeStart`. */
export interface TreeRoot {
  readonly record: Json;
  readonly scene: Scene;
}

/** One move of a position, and its result. */
export interface TreeMove {
  readonly role: string;
  readonly move: string;
  readonly description: string;
  readonly probability: number | null;
  readonly active: readonly string[];
  readonly outcome: string;
  readonly returns: Record<string, number> | null;
  readonly moves: number;
}

/** The answer to `POST /api/dev/node`: one position, with the view of every role. */
export interface TreeNode {
  readonly description: string;
  readonly state: string;
  readonly active: readonly string[];
  readonly chance: boolean;
  readonly returns: Record<string, number> | null;
  readonly total: number;
  readonly moves: readonly TreeMove[];
  readonly position: Json;
  readonly views: Record<string, View>;
}

/** The answer to `POST /api/dev/count`: the number of ways to play one, two, three, … answers, as far as was counted. */
export interface TreeCount {
  readonly ways: readonly number[];
}

/** The answer to `POST /api/dev/solve`: the value of a position, and of each of its moves, with best play. */
export interface TreeWorth {
  readonly value: Record<string, number>;
  readonly moves: readonly (Record<string, number>)[];
  readonly best: number | null;
}

/** What is wrong with the rules. */
export interface BenchTrouble {
  readonly kind: "file" | "moves" | "rules" | "start";
  readonly message: string;
  readonly file: string;
  readonly line: number | null;
  readonly inside: string;
  readonly code: string;
  readonly role: string;
  readonly move: string;
  readonly kept: number;
  readonly of: number;
}

/** `GET /api/dev/bench?since=`: the state of the workbench, once it differs from that number `since`, or after a while. */
export interface Bench {
  readonly number: number;
  readonly source: string;
  readonly table: string;
  readonly tokens: Record<string, string>;
  readonly read: number;
  readonly answers: number;
  readonly trouble: BenchTrouble | null;
}

/** The body of every HTTP answer that is not a success. */
export interface Problem {
  readonly code: string;
  readonly message: string;
}

export type ClientMessage = Hello | Play | Undo | Again | Resign | Offer | Agree | Decline | Withdraw | Claim | Start | Follow | Ping;

export type ServerMessage = Welcome | Resumed | Update | Accepted | Refused | Seats | Lobby | ChatLine | Pong;
