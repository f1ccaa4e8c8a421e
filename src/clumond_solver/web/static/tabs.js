// The page's tabs, the first one first. A report has a list of its own.

/**
 * A tab: a module whose default export is its component, given the link's parameters.
 * @typedef {object} Tab
 * @property {string} name its name in links
 * @property {string} title
 * @property {string[]} [formerly] its names in older links
 * @property {true} [forFriends] a page of its own, without the other tabs
 * @property {() => Promise<{default: (props: {params: URLSearchParams}) => any}>} load
 */

/** @type {Tab[]} */
export const TABS = [
  { name: "play", title: "Play", load: () => import("./tabs/play.js") },
  { name: "analysis", title: "Analysis", formerly: ["review", "explore"], load: () => import("./tabs/analysis.js") },
  { name: "practice", title: "Practice", load: () => import("./tabs/practice.js") },
  { name: "seat", title: "Table", forFriends: true, load: () => import("./tabs/seat.js") },
];
