/** What `clumond web --static` has put into the folder; it writes the module. */
export declare const BUILT: {
  /** Of the page; another one for any change. */
  version: string;
  /** The kinds of questions that think, and need no sessions. */
  apart: string[];
  /** The archive of the library, beside the runtime. */
  library: string;
  /** What the worker fetches, each with its size in bytes. */
  loaded: Record<string, number>;
};
