// The text of six short lessons of Clumond.

/**
 * A question. The person answers by a click on a card of the hand, or on a button if there are choices.
 * @typedef {object} Step
 * @property {string} text
 * @property {string[]} hand
 * @property {[string, string][]} [trick] who played which card
 * @property {string[]} [choices] the texts of the buttons
 * @property {string} right the right card or choice
 * @property {string} why why it is right
 * @property {Record<string, string>} [not] why others are wrong, by card or choice
 */

const FOLLOW = "You hold a card of the suit led: you must follow.";

/** @type {{title: string, steps: Step[]}[]} */
export const LESSONS = [
  { title: "Three cards and what they ask for", steps: [
    { text: "Everybody gets sixteen cards (the pack has no tens), plays thirteen and keeps three. The suits of these three say how many of the thirteen tricks you should have taken: ♦ 0, ♠ 1, ♥ 2, ♣ 3, added up. How many do these ask for?",
      hand: ["H8", "H4", "S9"], choices: ["3", "5", "6"], right: "5", why: "2 + 2 + 1 = 5.",
      not: { "3": "That is the number of cards. A heart counts 2, a spade 1.", "6": "Only two of them are hearts: a spade counts 1." } },
    { text: "Only suits count, not ranks. And these?",
      hand: ["CA", "C7", "C3"], choices: ["3", "6", "9"], right: "9", why: "3 + 3 + 3 = 9: the most that three cards can ask for." },
    { text: "Exactly ten more is just as good. These ask for 2. What else would do?",
      hand: ["SK", "S5", "D9"], choices: ["5", "10", "12"], right: "12", why: "2, or 10 more: 12.",
      not: { "5": "5 is neither 2 nor ten more than 2.", "10": "10 is eight more than 2, not ten more." } },
  ] },
  { title: "Exactly that many", steps: [
    { text: "If you hold the suit led, you must follow; without it you may play any card. Ada leads a diamond to the last trick, and you have none: throw one card and keep the other three. You have 4 tricks. Which one goes?",
      hand: ["CK", "H5", "S6", "S4"], trick: [["Ada", "DQ"]], right: "CK", why: "♥♠♠ ask for 4, and you have 4.",
      not: { H5: "♣♠♠ ask for 5: you would be one short.", S6: "♣♥♠ ask for 6: you would be two short.", S4: "♣♥♠ ask for 6: you would be two short." } },
    { text: "The same trick, but you have 5 tricks. Which one goes now?",
      hand: ["CK", "H5", "S6", "S4"], trick: [["Ada", "DQ"]], right: "H5", why: "♣♠♠ ask for 5. One trick too many is as bad as one too few.",
      not: { CK: "♥♠♠ ask for 4: you would have one too many.", S6: "♣♥♠ ask for 6: you would be one short.", S4: "♣♥♠ ask for 6: you would be one short." } },
  ] },
  { title: "Losing on purpose", steps: [
    { text: "The highest card of the suit led wins the trick, unless somebody plays a trump. Here there are no trumps, and you want no more tricks. What do you play?",
      hand: ["HA", "H8", "CK", "C2"], trick: [["Ada", "H9"], ["Ben", "HQ"]], right: "H8", why: "The eight loses to Ben's queen.",
      not: { HA: "The ace wins: a trick too many.", CK: FOLLOW, C2: FOLLOW } },
    { text: "The winner of a trick leads to the next. You lead, and want somebody else to win. Both others still hold diamonds. Which card?",
      hand: ["DA", "D2"], right: "D2", why: "Any other diamond beats the two: low cards are how you get rid of the lead. Keep some.",
      not: { DA: "The ace of diamonds wins." } },
  ] },
  { title: "Going for clumond", steps: [
    { text: "Before play each in turn may go for clumond, that is, declare: name the trumps and play alone against the other two. The player at declarer's left leads first. Any trump beats all cards of other suits. Look for a long suit with high cards. Which trumps?",
      hand: ["CA", "CK", "CQ", "CJ", "C8", "C6", "C4", "H7", "H5", "S9", "S3", "S2", "D8", "D6", "D5", "D3"],
      choices: ["♦", "♠", "♥", "♣"], right: "♣", why: "Your four highest trumps win when you want them to, and you have small cards to lose with.",
      not: { "♦": "Four small diamonds: others hold longer and higher ones.", "♠": "Three small spades are soon gone.", "♥": "Two small hearts are soon gone." } },
    { text: "You announce only the trumps, no number of tricks. Your four high trumps win four. Which three cards could you keep with exactly four tricks?",
      hand: ["CA", "CK", "CQ", "CJ", "H7", "S9", "S3"], choices: ["♣♥♠", "♥♠♠", "♣♣♥"], right: "♥♠♠", why: "2 + 1 + 1 = 4. Success brings you 10 points; if you fail, each of the others gets 5.",
      not: { "♣♥♠": "These ask for 3 + 2 + 1 = 6.", "♣♣♥": "These ask for 3 + 3 + 2 = 8." } },
  ] },
  { title: "Defending", steps: [
    { text: "Ada declared, with spades as trumps. Only her three cards count now: if she fails, you and Ben get 5 points each, whatever you two keep. She has 5 tricks, this is the last one, and you have counted that she keeps ♥♥♠, which ask for 5. What do you play?",
      hand: ["HK", "H3", "C5", "C2"], trick: [["Ada", "HJ"], ["Ben", "H4"]], right: "H3", why: "Ada takes a sixth trick, and ♥♥♠ ask for 5: she fails.",
      not: { HK: "You win, Ada stays at 5, and that is what she wants.", C5: FOLLOW, C2: FOLLOW } },
    { text: "The same last trick, but Ada has 4 tricks. She keeps ♥♥♠, which ask for 5.",
      hand: ["HK", "H3", "C5", "C2"], trick: [["Ada", "HJ"], ["Ben", "H4"]], right: "HK", why: "You win, and Ada stays at 4: one short. If nobody declares, there are no trumps, the player at the dealer's left leads, and each plays for himself: 2 points for success, and you lose 1 point for every trick too many or too few.",
      not: { H3: "Ada wins her fifth trick, and that is what she wants.", C5: FOLLOW, C2: FOLLOW } },
  ] },
  { title: "Four Tens, a variant", steps: [
    { text: "The variant Four Tens puts the tens into the pack. They are laid face up before play and count as tricks from the start: ♣ 3, ♥ 2, ♠ 1, ♦ 0. Your own count for you, one left in the centre counts for everybody. These two were dealt to you, and ♠T lies in the centre. How many tricks do you start with?",
      hand: ["CT", "DT"], choices: ["3", "4", "6"], right: "4", why: "3 + 0 for your own, and 1 for the ten of spades: 4." },
    { text: "You start with 4. How many more tricks must you take if you keep these three?",
      hand: ["C8", "H5", "S2"], choices: ["2", "6", "10"], right: "2", why: "They ask for 6, and 4 + 2 = 6.",
      not: { "6": "They ask for 6, but you have 4 already.", "10": "You would have 14, and these ask for 6 or 16." } },
  ] },
];
