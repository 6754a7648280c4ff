import type { Secret } from '../service/transport/secret.ts';
import type { ApiRequest } from '../service/transport/transport.ts';
import type { System } from '../system/system.ts';

/** Account of an old system as a pipeline names it, with its secrets read. */
export type OriginAccount = {
  /** Members of `api` that are no secrets, such as `appId`. */
  readonly names: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, Secret>>;
  /** An address in place of that of the system: https, or plain http to this machine. */
  readonly host?: string | undefined;
  /** PEM file of a private certificate authority. */
  readonly caFile?: string | undefined;
  /** `export`: by the vendor's export jobs first; `auto` is what the system does best, which is lists for all of them now. */
  readonly by: 'auto' | 'export' | 'list';
  /** Conversations without messages after it are left out; milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Kinds of conversations that are wanted, in the words of the system; absent for all. */
  readonly types?: readonly string[] | undefined;
  /** The most requests a second; absent for half of what the answers state. */
  readonly requestsPerSecond?: number | undefined;
};

/** A request below the address of the old system. */
export type OriginRequest = {
  /** @default 'GET' */
  readonly method?: ApiRequest['method'];
  /** Begins with a slash; with its query. Ids in it are encoded. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as a form, in place of `body`: names may come several times. */
  readonly form?: URLSearchParams;
  /** Endpoints that share a limit; one of `perMinute`. */
  readonly family: string;
  /**
   * False for what would be done twice, such as sending a message: it is not sent again once it may have arrived.
   * @default true
   */
  readonly repeatable?: boolean;
};

/** An answer with the status 200 to 299 and a JSON object; an empty one to a request that changes something has no members. */
export type OriginAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
};

/**
 * Sends one request, at the pace that the old system allows; it is repeated while that helps.
 * @throws OriginError; RunError `PULL.AUTH` for a key that is refused, `PULL.SILENT` after an outage, `PULL.HOST` for a redirect
 * to another host; the reason of the signal
 */
export type Ask = (request: OriginRequest, signal: AbortSignal) => Promise<OriginAnswer>;

/** Why a list, or one request, cannot be read; what becomes of it is decided by who reads the list. */
export type OriginFault =
  /** 403: the key may not read this. */
  | 'forbidden'
  /** It was deleted: the code of the old system says so, not the status alone. */
  | 'gone'
  /** An answer that is no such list: HTML, other JSON, a cursor that repeats. */
  | 'form'
  /** A cursor that the old system does not know any more. */
  | 'expired'
  /** A job that the old system could not do, or does not offer. */
  | 'job'
  /** 400 and the like. */
  | 'refused'
  /** Doubt about what must not be repeated: it may have been done, or not. */
  | 'unanswered';

/** A fault of an answer of the old system. Its message names the address without secrets and quotes at most 200 characters. */
export class OriginError extends Error {
  override readonly name = 'OriginError';
  readonly fault: OriginFault;
  /** The HTTP status, if there is one. */
  readonly status: number | undefined;
  /** The error code of the system, if the body has one. */
  readonly code: string | undefined;

  constructor(
    fault: OriginFault,
    message: string,
    { status, code }: { readonly status?: number | undefined; readonly code?: string | undefined } = {},
  ) {
    super(message);
    this.fault = fault;
    this.status = status;
    this.code = code;
  }

  /** The same answer, where it means another fault. */
  as(fault: OriginFault): OriginError {
    return new OriginError(fault, this.message, this);
  }
}

/** An answer; undefined if the old system says that what was asked for is not there. */
export async function unlessGone<T>(
  answer: Promise<T>,
  isGone = ({ fault }: OriginError): boolean => fault === 'gone',
): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof OriginError && isGone(error)) return undefined;
    throw error;
  }
}

/** A record of the old system as it was received, of one of its lists; the reader of its export reads it. */
export type OriginRow = {
  /** `users`, `conversations`, `members` and `messages` have the same meaning in each system; there may be others. */
  readonly list: string;
  /** The conversation (or whatever else) that it is of, where the record itself does not say so. */
  readonly of?: string;
  readonly row: Readonly<Record<string, unknown>>;
};

/** A part of a list: records, or a file of the vendor's export job, and where it goes on. */
export type ListStep = {
  readonly rows: readonly OriginRow[];
  /** A file that the vendor has written; fetched without the key. */
  readonly file?: { readonly url: string; readonly name: string };
  /** Leads to the next part, after a stop as well; undefined at the end of the list. */
  readonly next?: string | undefined;
  /** So long nothing is asked: a job is not done yet. Milliseconds. */
  readonly waitMs?: number;
};

/** A list of the old system, read part by part. */
export type OriginList = {
  /** Unique among the lists at the top, or among those of a conversation; letters, digits and hyphens. */
  readonly name: string;
  /** The place of its beginning. */
  readonly first: string;
  /**
   * Set if it has only messages from this time on (milliseconds since 1970, included): earlier records stay, and a message that
   * was in this time and is in the list no more was deleted. Absent: the list replaces all that was there.
   */
  readonly from?: number | undefined;
  /** True if it has what changed alone: its records are added to those that were there. */
  readonly adds?: boolean;
  /** Asks for the part at a place; the same place gives the same part. A few requests at most. */
  step(at: string, signal: AbortSignal): Promise<ListStep>;
};

/** The records of a list from its beginning to its end, part by part. @throws as `step` */
export async function* rowsInList(list: OriginList, signal: AbortSignal): AsyncGenerator<OriginRow, void> {
  for (let at: string | undefined = list.first; at !== undefined; ) {
    const step: ListStep = await list.step(at, signal);
    yield* step.rows;
    at = step.next;
  }
}

/** A conversation, as its record in the list of all conversations says. */
export type OriginConversation = {
  readonly id: string;
  /** Differs as soon as members or messages of it may have changed; absent if the record tells nothing: they are read each time. */
  readonly mark?: string | undefined;
  /** Time of its last message, milliseconds since 1970; absent if the record does not say it. */
  readonly newest?: number | undefined;
};

/** A conversation, as the old system says when it is asked about it alone. */
export type ConversationNow = {
  /** Time of its last message; 0 if it says that there is none, undefined if it does not say it. Milliseconds since 1970. */
  readonly newest: number | undefined;
};

/** A message, as its record says. */
type OriginMessage = {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly sender?: string | undefined;
};

/** Span of what is asked for. */
export type PullSpan = {
  /** When this pull began, milliseconds since 1970: what is later is left for the next one. */
  readonly until: number;
  /** Only what may have changed since, if the lists can tell it; absent for everything. Milliseconds since 1970. */
  readonly since?: number | undefined;
};

/** The account of an old system, ready to be read. */
export interface OpenOrigin {
  /** Asks one request that needs the key; returns a sentence about the account, such as `1,204 users`. */
  check(signal: AbortSignal): Promise<string>;
  /** The numbers that the account tells with a few requests, for an estimate. */
  counts(signal: AbortSignal): Promise<{
    readonly users?: number | undefined;
    readonly conversations?: number | undefined;
    readonly messages?: number | undefined;
  }>;
  /** The lists of the whole account. Users come first, so that a stopped pull has them. */
  tops(span: PullSpan): readonly OriginList[];
  /** Reads a record of `conversations`; undefined if it is left out (`types`, `since`). */
  conversationOf(row: OriginRow['row']): OriginConversation | undefined;
  /**
   * The lists of one conversation: members and messages with all that belongs to them.
   * @param from read messages from here on alone (`OriginList.from`)
   */
  listsOf(
    conversation: OriginConversation,
    row: OriginRow['row'],
    span: PullSpan & { readonly from?: number | undefined },
  ): readonly OriginList[];
  /**
   * Asks anew for one conversation, whose lists say something else than its record; undefined if the old system says that it is
   * there no more. Absent if nothing but its lists can be asked.
   * @throws OriginError
   */
  lookAgain?(
    conversation: OriginConversation,
    row: OriginRow['row'],
    signal: AbortSignal,
  ): Promise<ConversationNow | undefined>;
  /** Reads a record of `messages`. */
  messageOf(row: OriginRow['row']): OriginMessage | undefined;
  /** The id of a record of `users`. */
  userOf(row: OriginRow['row']): string | undefined;
  /** A list of `users` by id, for authors whom no list of users has; absent if the system cannot tell. */
  people?(ids: readonly string[]): OriginList;
  /** Milliseconds that the clock of the old system is ahead, as `OpenAsk` has them: by the answers to a client of its own. */
  aheadMs?(): number;
  /** Requests that were sent without `ask` so far, and bytes of their answers: those of a client of its own. */
  asked?(): { readonly requests: number; readonly bytes: number };
}

/** An address that gives a file, with the headers that its host needs; no other host gets them. */
type OpenedFile = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** The list of a record, and its id there. */
export type ListedRecord = { readonly list: string; readonly id: string };

/** Opens files whose addresses end, or that need the key of the account. */
export interface OriginFiles {
  /**
   * Opens a file by its address.
   * @returns undefined if the old system says that there is no such file any more
   * @throws OriginError; RunError `PULL.*`
   */
  open(address: URL, signal: AbortSignal): Promise<OpenedFile | undefined>;
  /** Records that give new addresses in the place of those that have ended; absent if addresses do not end. */
  readonly records?: {
    /** The id by which a record of a list can be read again; undefined for one that cannot. */
    idOf(row: OriginRow): string | undefined;
    /** Reads a record again; undefined if it is there no more. @throws OriginError; RunError `PULL.*` */
    readAgain(record: ListedRecord, signal: AbortSignal): Promise<OriginRow['row'] | undefined>;
  };
}

type OriginSystem = Pick<System, 'connect' | 'clock' | 'random'>;

/** An old system that is read through its API. Only the registry `origins.ts` knows which there are. */
export interface Origin {
  /** The name in pipeline files. */
  readonly system: string;
  /** The name in messages to people. */
  readonly label: string;
  /** Members of `api`: plain ones, and those that are secrets. */
  readonly needs: { readonly plain: readonly string[]; readonly secret: readonly string[] };
  /** Plain members that may be absent. */
  readonly takes?: readonly string[];
  /** Kinds of conversations, if it has no others. */
  readonly types?: readonly string[];
  /** Requests a minute of each family of endpoints, as published, where answers do not state a limit. */
  readonly perMinute: Readonly<Record<string, number>>;
  /**
   * For an estimate: the most records that a request of each list gives, its family, and how many more requests each of them
   * takes; absent where they come with others.
   */
  readonly pages?: Readonly<
    Partial<
      Record<
        'users' | 'conversations' | 'members' | 'messages',
        {
          readonly rows: number;
          readonly family: string;
          readonly more?: number;
          /** True if one list has those of all conversations. */
          readonly isOfAccount?: boolean;
        }
      >
    >
  >;
  /** True if its lists tell what changed, deletions too: then nothing is read anew on suspicion. */
  readonly tellsChanges: boolean;
  /** Sentences about what a nightly pull of it cannot see, for `plan`. */
  readonly unseen: readonly string[];
  /** Sentences about what its API does not give, or what cannot be moved. */
  readonly lacks?: readonly string[];
  /** The address of its API, without a slash at the end; no secret in it. It names the source wherever that is shown. */
  address(account: Pick<OriginAccount, 'names' | 'host'>): string;
  /** The headers of every request, with the key. */
  headers(account: OriginAccount): Readonly<Record<string, string>>;
  /** True if an answer other than 401 says that the key is wrong. */
  isKeyRefused?(status: number, body: unknown): boolean;
  /** True if an answer says, in the words of the system, that what was asked for is not there; absent if no answer does. */
  isGone?(status: number, body: unknown): boolean;
  /** @param system for what is not asked through `ask`: a client of its own */
  open(account: OriginAccount, ask: Ask, system: OriginSystem): OpenOrigin & Partial<AsyncDisposable>;
  /** Its files; absent if nothing but their addresses is needed, or known. */
  readonly files?: {
    /**
     * True for an address of a file on its own hosts.
     * @param api the address of the API of the account
     */
    isOwn(address: URL, api: URL): boolean;
    /** The address that `ask` has when it opens files, if it is not that of the API; without a slash at the end. */
    address?(account: Pick<OriginAccount, 'names' | 'host'>): string;
    /** The headers of every request of `ask`, if they are others. */
    headers?(account: OriginAccount): Readonly<Record<string, string>>;
    open(account: OriginAccount, ask: Ask, system: OriginSystem): OriginFiles & Partial<AsyncDisposable>;
  };
}
