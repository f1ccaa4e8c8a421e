/** What `clumond web --static` knows of the page that it writes; it writes this module. */
export declare const BUILT: {
  /** The page's version, which any change changes. */
  version: string;
  /** The kinds of slow questions that need no sessions. */
  slow: string[];
  /** The kinds of questions that may wait for news. */
  waiting: string[];
  /** The servers that help two browsers to find each other; usually none. */
  ice: RTCIceServer[];
  /** The archive of the library, beside the runtime. */
  library: string;
  /** The files that the worker fetches, with their sizes in bytes. */
  sizes: Record<string, number>;
};
