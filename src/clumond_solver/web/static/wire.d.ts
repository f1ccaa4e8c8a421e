// Written by `python -m clumond_solver.web.wire`.

/** A card of a trick; ``index`` counts the cards since the start: null for an earlier card. */
export interface TrickCard {
  card: string;
  seat: number;
  index: number | null;
}

/** A trick; ``winner`` is null while it is incomplete. */
export interface Trick {
  number: number;
  cards: TrickCard[];
  winner: number | null;
}

/** How a hand of Clumond ended for a seat. */
export interface SeatResult {
  kept: string;
  code: number;
  total: number;
  success: boolean;
  off: number;
}

/** A point of the play, all hands open; ``hands`` by seat and suit, clubs first. */
export interface Position {
  start: string;
  play: string;
  deal: string | null;
  hands: string[][][];
  legal: string[];
  turn: number | null;
  taken: number[];
  supplementary: number[];
  declarer: number | null;
  strain: string;
  tricks: Trick[];
  over: boolean;
  outcome: SeatResult[] | null;
  may_play: string[];
}

/** A puzzle, without its solution. */
export interface PuzzleShown {
  start: string;
  play: string;
  deal: string | null;
  hands: string[][][];
  legal: string[];
  turn: number | null;
  taken: number[];
  supplementary: number[];
  declarer: number | null;
  strain: string;
  tricks: Trick[];
  over: boolean;
  outcome: SeatResult[] | null;
  may_play: string[];
  code: string;
  level: string;
  attacks: boolean;
  tricksLeft: number;
  task: string;
}

/** The reply to a wrong card of a puzzle, with the ``cards`` that are equal to it. */
export interface WrongGuess {
  right: boolean;
  text: string;
  cards: string[];
}

/** The reply to a good card of a puzzle; ``right`` is true. */
export interface RightGuess {
  right: boolean;
  text: string;
  cards: string[];
  position: Position;
  task: string;
}

/** A sentence or two. */
export interface Sentence {
  text: string;
}

/** A line of play, and what it shows. */
export interface PuzzleLine {
  text: string;
  line: string[];
  right: boolean;
}

/** The solution of a puzzle. */
export interface PuzzleSolution {
  right: string[];
  lines: PuzzleLine[];
  guess: string;
}

/** A hand to declare or to pass. */
export interface HandToCall {
  hand: string[];
  seat: string;
  terms: string;
  scoring: string;
  pot: number;
  difficulty: number;
}

/** A person's score of decisions to declare or to pass. */
export interface Score {
  asked: number;
  right: number;
  cost: number;
  streak: number;
  difficulty: number;
}

/** A decision to declare or to pass, evaluated. */
export interface CallJudged {
  right: boolean;
  cost: number;
  verdict: string;
  advice: string;
  chancesText: string;
  endings: string;
  best: string;
  call: string;
  breakEven: number;
  chances: Record<string, number>;
  score: Score;
}

/** How many hands were declared, and how many of these made. */
export interface Successes {
  declared: number;
  made: number;
}

/** The average gain of some hands. */
export interface Mean {
  hands: number;
  gain: number;
}

/** The average gains by the person's role in a hand, in points or chips. */
export interface Gains {
  scoring: string;
  hands: number;
  roles: Record<string, Mean>;
}

/** A hand to look at again. */
export interface HandAgain {
  session: string;
  deal: number;
  strain: string;
  off: number;
}

/** Hands declared, those made, and the mean chance of one who follows every hint. */
export interface Stated {
  declared: number;
  made: number;
  chance: number;
}

/** The person's results in his sessions. */
export interface YourPlay {
  hands: number;
  declared: Successes;
  stated: Stated;
  strains: Record<string, Successes>;
  levels: Record<string, Successes>;
  gains: Gains[];
  again: HandAgain[];
}

/** A value to choose, and its text. */
export interface ChoiceValue {
  value: string;
  text: string;
}

/** The words of a game's table and score sheet. */
export interface Words {
  about: string;
  deal: string;
  label: string;
  options: Record<string, string>;
  needs: Record<string, string>;
}

/** An option of a game. */
export interface GameOption {
  name: string;
  kind: string;
  default: string;
  title: string;
  help: string;
  choices: ChoiceValue[];
}

/** A game that can be played. */
export interface GameListed {
  key: string;
  name: string;
  title: string;
  players: number;
  guided: boolean;
  words: Words;
  options: GameOption[];
}

/** All games, the levels of engine players, and their usual names. */
export interface Games {
  games: GameListed[];
  levels: string[];
  names: string[];
}

/** A stored session; with a fault it cannot be read, and the rest is empty.

    begun  whether the person has done anything in it; if not, the page does not list it.
     */
export interface SessionListed {
  id: string;
  at: string;
  game: string;
  deals: number;
  finished: boolean;
  begun: boolean;
  names: string[];
  totals: number[];
  day: string;
  guided: boolean;
  ago: number;
  fault?: string;
}

/** The stored sessions, and why some may be missing. */
export interface SessionList {
  sessions: SessionListed[];
  fault: string;
  late?: boolean;
}

/** A fact of a deal: a text for all, or one by seat. */
export interface Fact {
  name: string;
  text: string;
  seats: string[];
}

/** A card of a trick; ``named`` is the card that it stands for, ``led`` the suit led with it. */
export interface TableCard {
  seat: number;
  card: string;
  named?: string;
  led?: string;
}

/** A trick at a table; ``winner`` is null while it is incomplete. */
export interface TableTrick {
  cards: TableCard[];
  winner: number | null;
}

/** What everybody sees of a seat; ``cards`` is the number of cards that it holds. */
export interface SeatShown {
  cards: number;
  open: string[];
  taken: number;
  voids: string[];
  calls: string[];
}

/** Something said, or done with cards, before the play. */
export interface CallMade {
  seat: number | null;
  text: string;
  cards: string[];
}

/** What kept cards ask for: their number, tricks taken, and the successful totals by code. */
export interface RetentionTarget {
  cards: number;
  taken: number;
  totals: number[][];
}

/** A legal call. */
export interface LegalCall {
  action: string;
  text: string;
}

/** A legal way to play a card. */
export interface LegalCard {
  action: string;
  text: string;
  card: string;
}

/** The choices of a player who sets the rules: values of tricks, and named orders of suits. */
export interface RulesChoices {
  values: ChoiceValue[];
  orders: ChoiceValue[];
}

/** The legal actions; ``aside`` is the number of cards to lay aside. */
export interface Legal {
  cards: LegalCard[];
  calls: LegalCall[];
  aside?: number;
  rules?: RulesChoices;
}

/** The cards played, and those that the seat has not seen. */
export interface PlayedAndUnseen {
  played: string[];
  unseen: string[];
}

/** A deal as a seat sees it. */
export interface DealShown {
  seat: number;
  turn: number | null;
  phase: string;
  hand: string[] | null;
  legal: Legal;
  barred: Record<string, string>;
  retention_target: RetentionTarget | null;
  seats: SeatShown[];
  names: string[];
  facts: Fact[];
  aids: Fact[];
  readings: Fact[] | null;
  trumps: string[];
  tricks: TableTrick[];
  tricksLeft: number;
  calls: CallMade[];
  cards: PlayedAndUnseen;
}

/** A hand of a finished deal, as dealt and as left. */
export interface FinalHand {
  dealt: string[];
  left: string[];
}

/** A deal's row of the score sheet. */
export interface ScoreRow {
  deal: number;
  dealer: number;
  label: string;
  gains: number[];
  notes: string[];
}

/** The score sheet. */
export interface Standing {
  totals: number[];
  ante: number;
  rows: ScoreRow[];
}

/** The game of a table; ``text`` has its options. */
export interface TableGame {
  key: string;
  name: string;
  text: string;
  words: Words;
}

/** A table: a finished deal until the person goes on, then the next. */
export interface TableShown {
  id: string;
  at: string;
  game: TableGame;
  players: string[];
  levels: string[];
  person: number;
  guided: boolean;
  guide: string[];
  number: number;
  dealer: number;
  deal: DealShown;
  ended: FinalHand[] | null;
  canTakeBack: boolean;
  standing: Standing;
  finished: boolean;
  winners: string;
  result: string;
  unsaved?: string;
  late?: boolean;
}

/** A choice of a hint: its chance, or its gain in the unit of the hint. */
export interface HintRow {
  action: string;
  text: string;
  card: string | null;
  chance: number | null;
  gain: number | null;
}

/** A hint: the choices, the best first, and why; ``at`` names the state of the table.

    ``plan`` says with which three cards and how many tricks the deal is to end; "" without one.
    ``newPlan`` says how it differs from the plan of the question, and why; "" if it does not.
     */
export interface HintShown {
  at: string;
  rows: HintRow[];
  unit: string;
  reason: string;
  plan: string;
  newPlan: string;
  othersAreWorse: boolean;
}

/** Whether the rest of a deal is forced, and ends well for the person. */
export interface ForcedRest {
  forced: boolean;
  good: boolean;
}

/** A session as a file. */
export interface SessionFile {
  text: string;
  name: string;
}

/** A piece of rules: a heading, a point of a list, or words. */
export interface RuleBlock {
  kind: string;
  text: string;
}

/** The rules of a game. */
export interface RulesShown {
  title: string;
  blocks: RuleBlock[];
}

/** A card of a play, or a call without one; ``won`` is the seat whose trick it completed. */
export interface CardPlayed {
  seat: number;
  card: string | null;
  leads: boolean;
  won: number | null;
}

/** A choice with its value; ``miss`` bounds the tricks off after it with all hands open. */
export interface ChoiceReviewed {
  text: string;
  card: string | null;
  value: number;
  valueText: string;
  played: boolean;
  miss: number[] | null;
}

/** A card or call with its evaluation. */
export interface PlayReviewed {
  seat: number;
  card: string | null;
  leads: boolean;
  won: number | null;
  number: number;
  trick: number;
  text: string;
  best: string;
  isBest: boolean;
  forced: boolean;
  cost: number;
  costText: string;
  grade: string;
  value: number | null;
  verdict: boolean | null;
  turned: boolean;
  better: string;
  choices: ChoiceReviewed[];
}

/** Another way to play the deal: a game of the engine, or a better line that leaves the play. */
export interface OtherGame {
  text: string;
  number: number;
  plays: CardPlayed[];
  outcome: SeatResult[] | null;
}

/** The parameters with which Explore opens a hand of Clumond. */
export interface ExploreFrom {
  start: string;
  tens: string;
  players: string[];
}

/** A deal, reviewed. */
export interface ReviewShown {
  game: string;
  title: string;
  titles: string[];
  chosen: number;
  names: string[];
  person: number | null;
  declarer: number | null;
  inChances: boolean;
  fault: string;
  finished: boolean;
  calls: number;
  callsHead: string;
  callSentences: string[];
  plays: PlayReviewed[];
  costliest: number[];
  story: string;
  betterLine: OtherGame | null;
  hands: string[][];
  engineGame: OtherGame | null;
  record: string;
  explore: ExploreFrom | null;
  facts: string[][];
  headline: string;
  outcome: SeatResult[] | null;
}

/** How much of an answer is done. */
export interface Progress {
  done: number;
  total: number;
}

/** How much of a review is done; with ``shown`` if there is more to show. */
export interface ReviewSoFar {
  done: number;
  total: number;
  shown: ReviewShown | null;
}

/** A play to explore; ``note`` says what was added to it. */
export interface OpenedPlay {
  start: string;
  cards: string[];
  title: string;
  players: string[];
  tens: string | null;
  note: string;
}

/** The plays found in a text, and what is wrong with the rest of it. */
export interface ReadResult {
  opened: OpenedPlay[];
  errors: string[];
}

/** The same cards under another contract; see the endpoint. */
export interface ContractChange {
  fromStart: OpenedPlay;
  legalPart: OpenedPlay;
  lost: number;
  fromHere: OpenedPlay | null;
}

/** A play as a record. */
export interface RecordText {
  record: string;
}

/** Whether a seat can force success, now and after each legal card; null where undecided. */
export interface Verdicts {
  seat: number;
  verdict: boolean | null;
  headline: string;
  text: string;
  plays: Record<string, boolean | null>;
}

/** How far a retention can be reached; null where undecided. */
export interface RetentionReach {
  suits: string;
  code: number;
  reach: string | null;
}

/** How near a target a seat can finish: bounds, now and after each legal card. */
export interface Finishes {
  seat: number;
  miss: number[];
  text: string;
  misses: Record<string, number[]>;
  retentions: RetentionReach[];
}

/** The verdict after each number of cards played. */
export interface PlayVerdicts {
  seat: number;
  verdicts: (boolean | null)[];
}

/** The verdict after a number of cards played. */
export interface VerdictAfter {
  cardCount: number;
  verdict: boolean | null;
}

/** A retention with its reach by strain. */
export interface RetentionRow {
  suits: string;
  code: number;
  reach: Record<string, string | null>;
  lines: Record<string, string[]>;
}

/** All retentions in all strains; ``round`` is the round to continue with.

    The lines of the rows begin at the play of their strain in ``starts``.
     */
export interface RetentionsShown {
  seat: number;
  text: string;
  rows: RetentionRow[];
  starts: Record<string, string>;
  known: number;
  total: number;
  round?: number;
}

/** The values of the best cards as their player sees them: each a chance, or points. */
export interface Chances {
  seat: number;
  best: string;
  unit: string;
  cards: Record<string, number>;
}

/** How many games succeeded with these cards kept. */
export interface Success {
  retention: string;
  total: number;
  games: number;
}

/** An expected score: own, and relative to the others. */
export interface ExpectedScore {
  own: number;
  relative: number;
  relative_score_error: number | null;
}

/** An estimate of declaring in a strain. */
export interface StrainAdvice {
  own: number;
  relative: number;
  relative_score_error: number | null;
  p: number;
  interval: number[];
  proved: string;
  games: number;
  successes: Success[];
}

/** Advice on declaring, with the estimates so far. */
export interface AdviceShown {
  call: string;
  best: string;
  break_even: number;
  strains: Record<string, StrainAdvice>;
  passing: ExpectedScore;
  games: number;
  headline: string;
  terms: string;
  unit: string;
  done: boolean;
}

/** By the kind of question. */
export interface Answers {
  "games": Games;
  "rules": RulesShown;
  "sessions": SessionList;
  "table": TableShown;
  "session-new": TableShown;
  "session-open": TableShown;
  "table-act": TableShown;
  "table-back": TableShown;
  "table-next": TableShown;
  "table-change": TableShown;
  "table-step": TableShown;
  "table-claim": TableShown;
  "review-again": TableShown;
  "call-table": TableShown;
  "day-table": TableShown;
  "session-save": SessionFile;
  "session-remove": SessionList;
  "table-hint": HintShown;
  "table-forced": ForcedRest;
  "review": ReviewShown;
  "puzzle": PuzzleShown;
  "puzzle-guess": WrongGuess | RightGuess;
  "puzzle-hint": Sentence;
  "puzzle-solution": PuzzleSolution;
  "call": HandToCall;
  "call-judged": CallJudged;
  "your-play": YourPlay;
  "deal": OpenedPlay;
  "read": ReadResult;
  "save": RecordText;
  "contract": ContractChange;
  "redeal": OpenedPlay;
  "position": Position;
  "verdicts": Verdicts;
  "finishes": Finishes;
  "play-verdicts": PlayVerdicts;
  "retentions": RetentionsShown;
  "chances": Chances;
  "advice": AdviceShown;
}

/** By the kind of question. */
export interface Parts {
  "table-hint": HintShown;
  "review": ReviewSoFar;
  "call-judged": Progress;
  "play-verdicts": VerdictAfter;
  "retentions": RetentionsShown;
  "advice": AdviceShown;
}
