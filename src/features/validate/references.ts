import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MessageFates } from '../../delivery/sending/message-fates.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import type { JudgeDeps } from '../../input/rows/judge.ts';
import type { PlaceOf } from '../../input/rows/place.ts';
import type { Source } from '../../input/sources/source.ts';
import { FingerprintMap } from '../../keys/fingerprint-map.ts';
import { KEYS_IN_MEMORY, KeyIndex } from '../../keys/key-index.ts';
import type { KeyBuckets } from '../../keys/key-table.ts';
import type { Route, TargetApi } from '../../service/targets/target.ts';
import { realSystem } from '../../system/system.ts';
import type { ConversationTable } from './conversations/conversation-table.ts';

/** Words of one entry. */
const WORDS = 2;
/** Words of what is known of a group: epoch seconds, 0 if not known, and a number. */
export const CREATED_AT = 2;
export const MEMBERS = 3;
/** Memberships kept, at most 23 MB. */
export const PAIRS_MAX = 5_000_000;

/** Users, or groups, of which more is held in memory than their fingerprints. */
const REFERRED_IN_MEMORY = 175_000;

/** An index of any number of keys, of which memory holds some; the others are in a temporary file. */
export const boundedIndex = (most = KEYS_IN_MEMORY): KeyIndex =>
  new KeyIndex({
    // Nobody else can know its name.
    path: join(tmpdir(), `chatferry-keys-${realSystem.random.hex(12)}`),
    files: realSystem.files,
    most,
  });

/** The rows that rows of later entities refer to; shared by the steps of a dry run. */
export class References implements Disposable {
  readonly users = boundedIndex(REFERRED_IN_MEMORY);
  readonly groups = boundedIndex(REFERRED_IN_MEMORY);
  /** The valid ones of them, once all are read. */
  readonly settled: { users?: KeyBuckets; groups?: KeyBuckets } = {};
  readonly #groups = new FingerprintMap(4);
  /** Group and user of every membership, once all are read; undefined if the pipeline has no members, or too many. */
  memberships: KeyBuckets | undefined;
  hasTooManyMembers = false;
  /** The conversations of all messages with their own times; undefined if they are not known. */
  conversations: ConversationTable | undefined;
  /** The outcome of the messages; undefined if no row hangs on one, or not all of them are read. */
  messages: MessageFates | undefined;
  /** Group and user of every ban, and of every owner whom the service makes a member; only if the API needs them. */
  readonly bans = new FingerprintMap(WORDS);
  readonly owners = new FingerprintMap(WORDS);
  /** Entities whose rows must all be in the sources. */
  readonly closed: ReadonlySet<EntityName>;

  constructor(closed: ReadonlySet<EntityName>) {
    this.closed = closed;
  }

  /** Adds to a number that is kept of a group, `CREATED_AT` or `MEMBERS`, and returns it. */
  ofGroup(lo: number, hi: number, word: number, more = 0): number {
    const groups = this.#groups;
    if (!groups.find(lo, hi)) {
      if (more === 0) return 0;
      groups.add(lo, hi);
    }
    const known = (groups.slots[groups.at + word] as number) + more;
    groups.slots[groups.at + word] = known;
    return known;
  }

  /** True if a user is a member of a group, as far as the files say. */
  isMember(lo: number, hi: number): boolean {
    if (this.memberships?.has(lo, hi)) return true;
    return this.owners.find(lo, hi) && !this.bans.find(lo, hi);
  }

  /** True if a reference to a user is certainly valid: its row is valid, or the pipeline does not require one. */
  isValidUser(lo: number, hi: number): boolean {
    return this.users.hasLanded(lo, hi) || (!this.closed.has('users') && !this.users.has(lo, hi));
  }

  /** The same of a group. */
  isValidGroup(lo: number, hi: number): boolean {
    return this.groups.hasLanded(lo, hi) || (!this.closed.has('groups') && !this.groups.has(lo, hi));
  }

  [Symbol.dispose](): void {
    this.users[Symbol.dispose]();
    this.groups[Symbol.dispose]();
  }
}

/** References that the rows of a step are checked against. */
export type AuditDeps = Omit<JudgeDeps, 'keys' | 'route'> & {
  readonly route: Pick<Route, 'carries' | 'refuses' | 'doubts' | 'actors'>;
  readonly keys: References;
  readonly sources: readonly Source[];
  readonly placeOf: PlaceOf;
  /** Examples kept per code. */
  readonly samplesMax: number;
  /** The users who may write to a group through the API. */
  readonly access: GroupAccess;
};

/** Users who may write to a group through an API. */
export type GroupAccess = Pick<TargetApi, 'ownersJoin' | 'membersOnly'>;
