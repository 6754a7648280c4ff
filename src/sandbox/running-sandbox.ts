/** Types of a running sandbox for programs: they need no types of Node.js. */

export { SandboxError, type SandboxErrorCode } from './wire/api-error.ts';

/** A region of the service. */
export type SandboxRegion = 'us' | 'eu' | 'in';

/** Settings that a sandbox takes as they are, in a program and on the command line. */
export type SandboxSettings = {
  /**
   * The port to listen on; 0 takes a free one.
   * @default 0
   */
  readonly port?: number;
  /**
   * The API key of the first app, 8 to 128 letters, digits, `_` and `-`.
   * @default a random one, which a data file keeps
   */
  readonly apiKey?: string;
  /**
   * The id of the first app: lower-case letters and digits. Another one than that of the data file is refused.
   * @default a random one, which a data file keeps
   */
  readonly appId?: string;
  /** @default 'us', or that of the data file */
  readonly region?: SandboxRegion;
  /** Ids of further apps, each with keys of its own. */
  readonly apps?: readonly string[];
  /**
   * Seeds random faults.
   * @default 1
   */
  readonly seed?: number;
  /** Origins of web pages that may use `/v3` in a browser, such as `http://localhost:5173`. */
  readonly cors?: readonly string[];
  /** Hosts besides this machine that webhooks may be sent to: names or addresses, exactly as in their URLs. */
  readonly webhookHosts?: readonly string[];
};

/** One request to the API, and what came of it. Keys and tokens are left out. */
export type RecordedRequest = {
  /** Its number, from 1; a reset begins again. */
  readonly id: number;
  /** Time of its arrival: milliseconds since the epoch, by the clock of the sandbox. */
  readonly at: number;
  readonly method: string;
  /** The path without the query, such as `/v3/users`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as its value, anything else as text. Absent without a body, for one that was not kept, and without a valid key. */
  readonly body?: unknown;
  readonly bodyBytes: number;
  /** 0 when no answer was given. */
  readonly status: number;
  /** Duration in real milliseconds. */
  readonly ms: number;
  /** The kind of fault that hit it. */
  readonly fault?: string;
};

/** Choice of requests; all members must fit. */
export type RequestFilter = {
  readonly method?: string | undefined;
  /** The whole path, or what follows `/v3`; `*` stands for any text. */
  readonly path?: string | undefined;
  readonly status?: number | undefined;
};

/** The time of a sandbox. */
export type SandboxTime = {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Moves the time on by whole milliseconds, from 0 to a hundred years. Throws a SandboxError for anything else. */
  readonly advance: (ms: number) => void;
};

/** Controls of a running sandbox. Everything takes effect between two requests. */
export type SandboxControls = {
  /**
   * Puts everything back to how it was when the sandbox started: seeded data or none, ids from 1, a fixed clock, faults,
   * budgets, the list of requests. Snapshots stay.
   */
  readonly reset: () => Promise<void>;
  /**
   * Keeps the data of all apps under a name, and resolves to that name.
   * @param name letters, digits, `.`, `_` and `-`, up to 64; a free one is made without it; one that is in use is replaced
   */
  readonly snapshot: (name?: string) => Promise<string>;
  /** Brings the data of a snapshot back, and the time of a fixed clock. Rejects with a SandboxError if there is none. */
  readonly restore: (name: string) => Promise<void>;
  /** Replaces the faults, in the form of `--faults`; an empty text ends them. Throws a SandboxError for another form. */
  readonly setFaults: (faults: string) => void;
  /** The requests since the start or the last reset, oldest first: at most the last 10,000. */
  readonly requests: (filter?: RequestFilter) => readonly RecordedRequest[];
  readonly clearRequests: () => void;
  readonly clock: SandboxTime;
};

/** Files of a sandbox, each with one secret, readable by their owner only; `ca` is what clients over HTTPS must trust. */
type SandboxFiles = {
  readonly apiKey: string;
  readonly authKey: string;
  readonly managementKey: string;
  readonly managementSecret: string;
  readonly viewToken: string;
  readonly controlToken: string;
  readonly ca: string;
};

/** The addresses of a running sandbox, and its app. */
export type SandboxAddress = {
  readonly baseUrl: string;
  readonly callsBaseUrl: string;
  readonly managementUrl: string;
  /** The web view, with its token in the fragment, which browsers do not send to servers. */
  readonly viewUrl: string;
  /** The calls that control the sandbox, for this machine only. */
  readonly controlUrl: string;
  readonly appId: string;
  readonly region: SandboxRegion;
  readonly files: SandboxFiles;
};
