// Questions to the engines. What answers them is known here only.

export * from "./server.js";
