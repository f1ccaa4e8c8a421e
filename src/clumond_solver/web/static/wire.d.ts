// Written by `python -m clumond_solver.web.wire`.

/** A card of a trick; ``place`` counts the cards played since the start. */
export interface Laid {
  card: string;
  seat: number;
  place: number | null;
}

/** A trick; nobody has won the one under way. */
export interface Trick {
  number: number;
  cards: Laid[];
  winner: number | null;
}

/** How a hand ended for a seat. */
export interface Ended {
  kept: string[];
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
  leader: number;
  turn: number | null;
  trick: string[];
  taken: number[];
  supplementary: number[];
  declarer: number | null;
  strain: string;
  tricks: Trick[];
  over: boolean;
  outcome: Ended[] | null;
  may_play: string[];
}

/** A puzzle, without its solution. */
export interface PuzzleShown {
  start: string;
  play: string;
  deal: string | null;
  hands: string[][][];
  legal: string[];
  leader: number;
  turn: number | null;
  trick: string[];
  taken: number[];
  supplementary: number[];
  declarer: number | null;
  strain: string;
  tricks: Trick[];
  over: boolean;
  outcome: Ended[] | null;
  may_play: string[];
  code: string;
  level: string;
  attacks: boolean;
  left: number;
  task: string;
}

/** What a wrong card of a puzzle leads to; ``right`` is false. */
export interface Refuted {
  right: boolean;
  text: string;
  line: string[];
}

/** What a good card of a puzzle leads to; ``right`` is true. */
export interface Accepted {
  right: boolean;
  text: string;
  cards: string[];
  position: Position;
  task: string;
}

/** A sentence or two. */
export interface Told {
  text: string;
}

/** A line of play, and what it shows. */
export interface LineTold {
  text: string;
  line: string[];
  right: boolean;
}

/** The solution of a puzzle. */
export interface Solved {
  right: string[];
  lines: LineTold[];
  guess: string;
  depth: number;
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

/** The score of such decisions so far. */
export interface Score {
  asked: number;
  right: number;
  cost: number;
  streak: number;
  difficulty: number;
}

/** What such a decision was worth. */
export interface CallJudged {
  right: boolean;
  cost: number;
  verdict: string;
  advice: string;
  worth: string;
  endings: string;
  best: string;
  call: string;
  breakEven: number;
  chances: Record<string, number>;
  score: Score;
  told: string;
}

/** How many hands were declared, and made. */
export interface Made {
  declared: number;
  made: number;
}

/** What hands brought on average. */
export interface Mean {
  hands: number;
  gain: number;
}

/** The same by what the person did, in points or chips. */
export interface Gains {
  scoring: string;
  hands: number;
  roles: Record<string, Mean>;
}

/** A hand to look at again. */
export interface HandAgain {
  table: string;
  deal: number;
  strain: string;
  off: number;
}

/** What the person's sessions tell of his play. */
export interface YourPlay {
  hands: number;
  declared: Made;
  strains: Record<string, Made>;
  levels: Record<string, Made>;
  gains: Gains[];
  again: HandAgain[];
}

/** By the kind of question. */
export interface Answers {
  "position": Position;
  "puzzle": PuzzleShown;
  "puzzle-guess": Refuted | Accepted;
  "puzzle-hint": Told;
  "puzzle-solution": Solved;
  "call": HandToCall;
  "call-judged": CallJudged;
  "your-play": YourPlay;
}

export type AnswerOf<K extends string> = K extends keyof Answers ? Answers[K] : Record<string, any>;
