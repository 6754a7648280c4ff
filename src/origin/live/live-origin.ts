import type { Secret } from '../../service/transport/secret.ts';
import type { System } from '../../system/system.ts';
import type { Ask, OriginAccount, OriginRow } from '../origin.ts';

/** A request of a webhook, as received. */
export type HookRequest = {
  readonly method: string;
  /** The address that the system called: the public one of the receiver, with path and query. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Unpacked, if it was compressed: what was signed. */
  readonly body: Buffer;
};

/** Things by which genuine events of a system are recognised. */
export type HookSecrets = {
  /** One, or two while one replaces the other. */
  readonly keys: readonly Secret[];
  /** The name of a login, where the system signs nothing. */
  readonly user?: string;
};

/** The keys of all members of a group, or of all reactions to a message, as changes name them. */
export type WholeSet = { readonly entity: 'members' | 'reactions'; readonly keys: readonly string[] };

export type LiveEntity = 'users' | 'groups' | 'members' | 'messages' | 'reactions' | 'pins';

/** A hint that a record of a system may have changed. */
export type LiveChange = {
  readonly entity: LiveEntity;
  /**
   * Its identity: the id of a user or a conversation in the system, or the key of a message as the rows of its export have it;
   * of a member the JSON array of conversation and user, of a reaction that of message key, user and reaction, of a pin that of
   * message key and user.
   */
  readonly key: string;
  /** Its conversation, as records of the system name it; absent for users. */
  readonly conversation?: string | undefined;
  readonly kind: 'upsert' | 'gone';
  /** True if the event says that it was made just now. */
  readonly isNew: boolean;
  /** When it became so, by the clock of the system: microseconds since 1970, 0 if nothing says it. */
  readonly version: number;
  /** Messages: when it was sent, milliseconds since 1970. */
  readonly time?: number | undefined;
  /** Messages: the id of the author. */
  readonly sender?: string | undefined;
  /** The key of the message that a reply, a reaction or a pin belongs to. */
  readonly parent?: string | undefined;
  /**
   * The record in the form of the lists of the system, which the reader of its export reads; behind it those that came along and
   * that the reader needs, such as its conversation.
   */
  readonly rows: readonly OriginRow[];
  /** False if the record lacks what is written, or if its key is not certain: it is completed first. */
  readonly isWhole: boolean;
  /** Groups and messages of lists: all that belongs to them, where the list surely leaves nothing out. */
  readonly set?: WholeSet | undefined;
};

/** Meaning of an event; no changes if it is of a kind that moves nothing, such as typing. */
export type EventReading =
  | { readonly changes: readonly LiveChange[] }
  /** `app`: it is of another application. */
  | { readonly fault: 'unknown' | 'malformed' | 'app'; readonly message: string };

/** A webhook of an application. */
export type SetHook = { readonly id: string; readonly url: string; readonly isOurs: boolean };

/** The webhooks of an application, set through its API. */
export interface LiveHooks {
  list(signal: AbortSignal): Promise<readonly SetHook[]>;
  /**
   * Sets ours, beside those that are there; one that is there already stays.
   * @param former addresses of ours from before, which it may take the place of
   */
  set(url: string, secrets: HookSecrets, signal: AbortSignal, former?: readonly string[]): Promise<void>;
  /** Removes exactly ours. */
  remove(url: string, signal: AbortSignal): Promise<void>;
}

/** Questions to a system about single records. @throws OriginError; RunError `PULL.*` */
export interface LiveLookups {
  /** True if users and groups have the ids there that their rows have. */
  readonly namesAsRows?: boolean;
  /**
   * A message as it is now; undefined if it is there no more.
   * @param message `id` is its id in the system, where that is known and is not the key
   */
  message(
    message: Pick<LiveChange, 'key' | 'conversation' | 'time'> & { readonly id?: string | undefined },
    signal: AbortSignal,
  ): Promise<LiveChange | undefined>;
  /**
   * Completes a change that is not whole: its key may be another then, and it may be `gone`. Undefined if there is nothing to be
   * written any more. Absent where `message` tells all that is lacking.
   */
  complete?(change: LiveChange, signal: AbortSignal): Promise<LiveChange | undefined>;
  /** The records of a conversation and of its members; undefined if it is there no more. */
  conversation(id: string, signal: AbortSignal): Promise<readonly OriginRow[] | undefined>;
  /** The record of a user; undefined if there is none any more. */
  user(id: string, signal: AbortSignal): Promise<OriginRow | undefined>;
  /**
   * All that belongs to a group, or to a message or that of a reaction, now; undefined if it is there no more. Absent where
   * changes have no sets.
   */
  setOf?(about: LiveChange, signal: AbortSignal): Promise<WholeSet | undefined>;
  /** Everything that may have changed in a time, milliseconds since 1970; also what has not changed. */
  changedIn(from: number, until: number, signal: AbortSignal): AsyncIterable<LiveChange>;
  /** The reactions to a message as `message` or `changedIn` gives it; absent where nothing asks for them. */
  reactions?(message: LiveChange, signal: AbortSignal): AsyncIterable<LiveChange>;
  /** Keeps people from writing, where the system can; absent where it cannot. */
  freeze?(isFrozen: boolean, signal: AbortSignal): Promise<void>;
}

/** The means by which a system is asked. */
export type LivePlace = {
  readonly account: OriginAccount;
  /** The keys of the account of the service, where its webhooks are set with others than those of the app. */
  readonly management?: { readonly url: string | undefined; readonly key: Secret; readonly secret: Secret };
  readonly ask: Ask;
  readonly system: System;
};

/** A system whose events are read. Only the registry `live-origins.ts` knows which there are. */
export interface LiveOrigin {
  /** The name in pipeline files. */
  readonly system: string;
  /** True if events are genuine. Compares in constant time. */
  isGenuine(request: HookRequest, secrets: HookSecrets): boolean;
  /** Reads a genuine event. Never throws. */
  read(
    request: Pick<HookRequest, 'headers' | 'body'>,
    account: Pick<OriginAccount, 'names' | 'host'>,
  ): EventReading;
  /** Its webhooks; undefined if no key for them is given. */
  hooks(place: LivePlace): LiveHooks | undefined;
  lookups(place: LivePlace): LiveLookups & Partial<AsyncDisposable>;
}
