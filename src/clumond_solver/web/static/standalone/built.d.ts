/** The content of the folder; `clumond web --static` writes this module. */
export declare const BUILT: {
  /** The page's version, which any change changes. */
  version: string;
  /** The kinds of questions that think and need no sessions. */
  thinking: string[];
  /** The archive of the library, beside the runtime. */
  library: string;
  /** The files that the worker fetches, with their sizes in bytes. */
  loaded: Record<string, number>;
};
