// The backend of a report (web/report.py): a file that holds reviews, and the answers about their positions.

import { Refusal } from "./request.js";

const { reviews, answers } = JSON.parse(document.getElementById("data")?.textContent ?? "{}");

/** @type {import("./request.js").Backend} */
export const backend = {
  isReport: true,
  async ask(kind, question) {
    const answer = kind === "review" ? reviews[Number(question.deal) - 1] : answers[kind]?.[keyOf(question)];
    if (answer === undefined) throw new Refusal("This report has no answer to that");
    return answer;
  },
  onPreparing: () => () => {},
};

/** The key of an answer, as web/report.py makes it. @param {any} question */
const keyOf = ({ start, cards, seat = "", at = "", names = [] }) =>
  [start, cards?.join("."), seat, at, names.join(",")].join(" ");
