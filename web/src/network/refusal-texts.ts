// Refusals in the reader's language. The server words them in English, in detail; for other languages there is one sentence for
// each code that a player can meet (docs/protocol/codes.md).

import { language, mark, translate } from "../text/text";

const SENTENCES: Readonly<Record<string, string>> = {
  malformed_move: mark("That is no move of this game"),
  illegal_move: mark("That move is not possible now"),
  ambiguous_move: mark("That can mean more than one move"),
  not_your_turn: mark("It is not your turn"),
  game_over: mark("The game is over"),
  stale: mark("The game has gone on meanwhile; look at it and answer anew"),
  undo_barrier: mark("That can only be taken back if the others agree"),
  nothing_to_undo: mark("There is nothing to take back yet"),
  offered: mark("That is offered already, or was declined; it can be offered again after another answer"),
  no_offer: mark("That offer is settled already"),
  no_undo: mark("There is nothing that could be taken back at this table"),
  no_claim: mark("The win can be claimed when the other has been away for long enough"),
  not_begun: mark("The game has not begun yet"),
  departed: mark("You have left this game; you may play in the next one"),
  begun: mark("The game has begun: who sits where stays as it is"),
  not_host: mark("Only the host of this table does that"),
  muted: mark("The host of this table does not want you to say more here"),
  uncertain: mark("Nothing can be planned where chance has a say or something is hidden"),
  not_over: mark("The next game starts when this one is over"),
  not_seated: mark("This browser does not hold that seat"),
  not_saved: mark("That could not be saved, so it does not count; please try again"),
  rules: mark("The rules of this game broke down there; the table is as it was"),
  unreplayable: mark("This round cannot be shown under the rules installed now; nothing is lost"),
  frozen: mark("This game cannot go on under the rules installed now; nothing is lost"),
  internal: mark("The arena failed there; nothing has changed"),
  unknown_game: mark("There is no such game here"),
  unknown_bot: mark("There is no such bot here"),
  bad_option: mark("The game cannot be played with these options"),
  seats: mark("The seats do not fit the game"),
  wrong_invitation: mark("This invitation does not open the table; ask for a new link"),
  terms: mark("That does not go with the terms of the table"),
  too_fast: mark("That was too much at once; please try again in some seconds"),
  too_many: mark("There are too many of these already"),
  wrong_password: mark("There is no account of this name with this password"),
  bad_name: mark("This name cannot be had: choose 2 to 24 letters, digits and - _ . ' of one script"),
  name_taken: mark("Somebody has this name, or one that looks like it; choose another"),
  bad_password: mark("This password is too short, too long, or too easy to guess; choose another"),
  bad_address: mark("This is no mail address that mails reach; is it written right?"),
  old_link: mark("This link was used, or is too old; ask for a new one"),
  bad_endpoint: mark("This is no subscription to a push service"),
  bad_url: mark("This is no public address that begins with https://"),
  webhook_failed: mark("The address did not take the test"),
  no_webhooks: mark("This arena sends nothing to webhooks; its host can change that"),
  no_push: mark("This arena sends no notifications to browsers; its host can change that"),
  no_mail: mark("This arena sends no mails; its host can set a new password"),
  not_allowed: mark("That is for others to do: perhaps you have been logged out"),
  unknown_person: mark("Nobody here has an account of that name"),
  unavailable: mark("Nothing can be looked up at the moment; please try again soon"),
  unknown_invitation: mark("This invitation is not open any more"),
  invited: mark("Somebody is invited to this seat already"),
  not_mutual: mark("Messages go between people who follow each other"),
  not_admitted: mark("You cannot sit down at this table; choose another one"),
  suspended: mark("The moderators have suspended you; you can end the games that have begun"),
  reliability: mark(
    "This table is for people with accounts who finish more of their games, or are new here; log in, or play some games to their end at other tables first",
  ),
  no_open_seat: mark("Every seat of this table is taken"),
};

/** The text of a refusal: the server's in English, else the sentence for its code where there is one. */
export function refusalText(code: string, message: string): string {
  const sentence = SENTENCES[code];
  return sentence === undefined || language() === "en" ? message : translate(sentence);
}
