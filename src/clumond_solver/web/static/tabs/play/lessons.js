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
  { title: "Three cards and their code", steps: [
    { text: "You play thirteen tricks and keep three cards. Each suit counts: ♦ 0, ♠ 1, ♥ 2, ♣ 3. Added up, they say how many tricks you should have taken. How many do these want?",
      hand: ["H8", "H4", "S9"], choices: ["3", "5", "6"], right: "5", why: "2 + 2 + 1 = 5." },
    { text: "Only suits count, not ranks. And these?",
      hand: ["CA", "C7", "C3"], choices: ["3", "6", "9"], right: "9", why: "3 + 3 + 3 = 9: the most that three cards can want." },
    { text: "Ten more is just as good. These want 2. What else would do?",
      hand: ["SK", "S5", "D9"], choices: ["5", "10", "12"], right: "12", why: "2, or 10 more: 12." },
  ] },
  { title: "Exactly that many", steps: [
    { text: "You have 4 tricks. Ada leads a diamond, and you have none: throw any card away and keep the other three. Which one goes?",
      hand: ["CK", "H5", "S6", "S4"], trick: [["Ada", "DQ"]], right: "CK", why: "♥♠♠ want 4, and you have 4.",
      not: { H5: "♣♠♠ want 5: you would be one short.", S6: "♣♥♠ want 6: you would be two short.", S4: "♣♥♠ want 6: you would be two short." } },
    { text: "The same, but you have 5 tricks. Which one goes now?",
      hand: ["CK", "H5", "S6", "S4"], trick: [["Ada", "DQ"]], right: "H5", why: "♣♠♠ want 5. One trick too many is as bad as one too few.",
      not: { CK: "♥♠♠ want 4: you would have one too many.", S6: "♣♥♠ want 6: you would be one short.", S4: "♣♥♠ want 6: you would be one short." } },
  ] },
  { title: "Losing on purpose", steps: [
    { text: "There are no trumps, and you have all the tricks that you want. Hearts are led. What do you play?",
      hand: ["HA", "H8", "CK", "C2"], trick: [["Ada", "H9"], ["Ben", "HQ"]], right: "H8", why: "The eight loses to Ben’s queen.",
      not: { HA: "The ace wins: a trick too many.", CK: FOLLOW, C2: FOLLOW } },
    { text: "You lead and want to lose the lead. Both others still hold diamonds. Which card?",
      hand: ["DA", "D2"], right: "D2", why: "Any other diamond beats the two: low cards are how you get rid of the lead. Keep some.",
      not: { DA: "The ace of diamonds wins." } },
  ] },
  { title: "Going for clumond", steps: [
    { text: "You may name trumps and play alone against two. Look for a long suit with high cards. Which trumps?",
      hand: ["CA", "CK", "CQ", "CJ", "C8", "C6", "C4", "H7", "H5", "S9", "S3", "S2", "D8", "D6", "D5", "D3"],
      choices: ["♦", "♠", "♥", "♣"], right: "♣", why: "Your four highest trumps win when you want them to, and you have small cards to lose with.",
      not: { "♦": "Four small diamonds: others hold longer and higher ones.", "♠": "Three small spades are soon gone.", "♥": "Two small hearts are soon gone." } },
    { text: "You plan to keep two clubs and a heart. How many tricks do you want?",
      hand: ["C8", "C6", "H7"], choices: ["6", "8", "9"], right: "8", why: "3 + 3 + 2 = 8. If all pass, there are no trumps and everybody plays alone." },
  ] },
  { title: "Defending", steps: [
    { text: "Ada declared, with spades as trumps; you and Ben play against her. She has 5 tricks, this is the last one, and you have counted that she keeps ♥♥♠. What do you play?",
      hand: ["HK", "H3", "C5", "C2"], trick: [["Ada", "HJ"], ["Ben", "H4"]], right: "H3", why: "Ada takes a sixth trick, and ♥♥♠ want 5: she fails.",
      not: { HK: "You win, Ada stays at 5, and that is what she wants.", C5: FOLLOW, C2: FOLLOW } },
    { text: "The same, but Ada has 4 tricks.",
      hand: ["HK", "H3", "C5", "C2"], trick: [["Ada", "HJ"], ["Ben", "H4"]], right: "HK", why: "You win, and Ada stays at 4: one short.",
      not: { H3: "Ada wins her fifth trick, and that is what she wants.", C5: FOLLOW, C2: FOLLOW } },
  ] },
  { title: "Four Tens", steps: [
    { text: "In this variant tens are shown and count as tricks before you start: the code of your own, and of those in common. The ♠10 is in common, and these two were dealt to you. How many do you start with?",
      hand: ["CT", "DT"], choices: ["3", "4", "6"], right: "4", why: "3 + 0, and 1 for the ten of spades." },
    { text: "With these 4 to start with, how many tricks do you take to keep these three?",
      hand: ["C8", "H5", "S2"], choices: ["2", "6", "10"], right: "2", why: "They want 6, and 4 + 2 = 6. (Twelve would do as well: 16 in all.)" },
  ] },
];
