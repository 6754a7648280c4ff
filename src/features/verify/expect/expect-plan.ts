import type { DatabaseSync } from 'node:sqlite';
import { type Plan, type Step, withoutActors } from '../../../delivery/plan.ts';
import type { UserNamesDeps } from '../../../delivery/sending/user-names.ts';
import { type Data, type EntityName, isCore, type ReferredName } from '../../../input/entities/entity.ts';
import { fingerprint64 } from '../../../keys/fingerprint64.ts';
import { KeyIndex } from '../../../keys/key-index.ts';
import { isHeldAs } from '../../../ledger/compare.ts';
import { isUncertain } from '../../../ledger/entry.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { ledgerKeyOf } from '../../../ledger/ledger-key.ts';
import { pagesOf, type VerificationCost, verificationCost } from '../result/verification-cost.ts';
import type { SampleSize } from '../result/verification-report.ts';
import { expectRecorded, noneRecorded, type RecordedCounts, type RecordedRules } from './expect-recorded.ts';
import {
  ExcludedRows,
  type ExpectDeps,
  expectRows,
  JOINED_TOO_EARLY,
  notCarried,
  type SourceCounts,
  WITHOUT_MESSAGE,
} from './expect-rows.ts';
import { BANNED_MEMBERS, ExpectedRows } from './expected-rows.ts';
import { ExpectedMentions, type FormRules } from './row-form.ts';
import { boundOf, EVERYTHING } from './sample.ts';
import type { SentRecord } from './sent-record.ts';
import { ThreadRoots } from './thread-roots.ts';

/** Input for reading the expected rows of a pipeline. */
export type ExpectOptions = {
  /** Compares only keys of users and groups, member counts and the last messages of conversations. */
  readonly quick: boolean;
  readonly sample: SampleSize | undefined;
  readonly sync:
    | {
        readonly onMissing: NonNullable<RecordedRules['onMissing']>;
        readonly onDeleted: RecordedRules['onDeleted'];
      }
    | undefined;
  /** True for systems that are kept alike: what was written and heard since counts, not the rows that were read before. */
  readonly isLive: boolean;
  /** The record of the rows that were sent; undefined if there is none. */
  readonly record: SentRecord | undefined;
  /** True if the run may still send a row with this key. */
  readonly isPending: (key: string, entity: EntityName) => boolean;
  /** Requests that the limits allow; Infinity if there is no limit. */
  readonly requestsPerMinute: number;
  readonly signal: AbortSignal;
  /** Opens a file for the names of users. */
  readonly openNames: UserNamesDeps['open'];
};

/** Rows that the service must have, by the sources. */
export type Expectations = {
  readonly steps: readonly ExpectedStep[];
  readonly cost: VerificationCost;
  /** The size of the sample, by kind; undefined if everything is compared. */
  readonly sample: SampleTaken | undefined;
  /** True if messages are read conversation by conversation instead of from the list of all. */
  readonly byConversation: boolean;
};

/** Size of the sample, and of all. */
type SampleTaken = Readonly<
  Record<'users' | 'groups' | 'conversations', { readonly taken: number; readonly of: number }>
>;

/** One entity of the sources, after reading it. */
export type ExpectedStep = {
  readonly step: Step;
  readonly comparison: FormRules;
  readonly rows: ExpectedRows;
  readonly source: SourceCounts;
  readonly recorded: RecordedCounts;
  /** Rows that the run has not sent yet, and that are therefore not compared. */
  readonly pending: number;
  /** The bound of the sample: rows whose `unit` is below it are compared. */
  readonly below: number;
};

type ReadStep = Omit<ExpectedStep, 'below'>;

/**
 * Reads the sources into a scratch file; memory hardly grows with the number of rows.
 * @throws RunError if a source cannot be read
 */
export async function expectPlan(
  plan: Plan,
  db: DatabaseSync,
  options: ExpectOptions,
): Promise<Expectations> {
  const excluded = new ExcludedRows(db);
  const { record, sync } = options;
  const deps: ExpectDeps = {
    excluded,
    // A sync run lets rows refer to all that it knows to be in the service.
    keys: { users: keysIn(sync && record, 'users'), groups: keysIn(sync && record, 'groups') },
    withParts: options.quick || options.sample !== undefined,
    threads: new ThreadRoots(db),
    signal: options.signal,
  };
  const read: ReadStep[] = [];
  if (record && options.isLive) new MessageIds(db).readKeys(record.ledger);
  for (const planned of plan.steps) {
    const step = record ? withHeld(planned, record) : withoutActors(planned);
    const { name } = step.entity;
    const rows = new ExpectedRows(db, name);
    using mentions = mentionsIn(step, plan, deps, options);
    const comparison = comparisonOf(step, options, mentions, deps.threads);
    const left = await expectRows({ ...plan, ...step, comparison }, rows, deps);
    if (name === 'members' && read.some(({ rows: { entity } }) => entity === 'groups'))
      left.rejected += rows.exclude(JOINED_TOO_EARLY);
    if (step.entity.goesWith === 'message' && read.some(({ rows: { entity } }) => entity === 'messages'))
      left.blocked += rows.exclude(WITHOUT_MESSAGE);
    const source = { excluded: left, notCarried: notCarried(step.entity, rows) };
    const recorded = record
      ? await expectRecorded({
          entity: name,
          db,
          rows,
          source,
          excluded,
          record,
          rules: rulesOf(plan, options),
          isPending: (key) => options.isPending(key, name),
        })
      : noneRecorded();
    // People have removed them since they were read.
    if (record && options.isLive)
      left.skipped += rows.excludeUncertain((key) => !options.isPending(key, name));
    if (record && step.entity.goesWith === 'message') new MessageIds(db).readFor(rows, record.ledger);
    if (name === 'bans' && read.some(({ rows: { entity } }) => entity === 'members')) db.exec(BANNED_MEMBERS);
    const pending = options.quick ? rows.excludeUncertain((key) => options.isPending(key, name)) : 0;
    read.push({ step: planned, comparison, rows, source, recorded, pending });
  }
  const steps = read.map((one) => ({ ...one, below: boundFor(one.rows.entity, read, options.sample) }));
  return { steps, ...scopeOf(steps, options) };
}

/** The outcome of the mentions in messages; undefined for other entities. */
const mentionsIn = (
  { entity }: Step,
  plan: Plan,
  { keys, signal }: ExpectDeps,
  { sync, openNames }: ExpectOptions,
): ExpectedMentions | undefined =>
  entity.goesWith === 'conversation'
    ? new ExpectedMentions({ plan, keys, signal, lastFile: sync !== undefined, open: openNames })
    : undefined;

const comparisonOf = (
  { entity: { name }, route: { carries, hanging } }: Step,
  { sync, record }: ExpectOptions,
  mentions: ExpectedMentions | undefined,
  threads: ThreadRoots,
): FormRules => ({
  entity: name,
  carries,
  sync: sync !== undefined,
  // A reply to a message that is in no file was imported as an ordinary one.
  ...(name === 'messages' && hanging
    ? {
        isLive: (muid: string) =>
          threads.isLive(muid, () => !record || record.ledger.find('messages', muid) !== undefined),
      }
    : {}),
  ...(mentions ? { mentions } : {}),
});

const rulesOf = ({ retention }: Plan, { sync, isLive }: ExpectOptions): RecordedRules => ({
  isLive,
  onMissing: isLive ? 'keep' : sync?.onMissing,
  onDeleted: sync?.onDeleted ?? 'keep',
  keptSince: retention?.policy === 'allow' ? undefined : retention?.before,
});

/** The keys that a record has as acknowledged. */
function keysIn(record: SentRecord | undefined, entity: ReferredName): KeyIndex {
  const keys = new KeyIndex();
  for (const entry of record?.ledger.latestFirst(entity) ?? []) {
    if (isUncertain(entry)) continue;
    const stamp = { ...fingerprint64(entry.key), content: 0, line: 1, file: 0 };
    keys.set(stamp, entity === 'users' && entry.active === false ? 'inactive' : 'landed');
  }
  return keys;
}

/** A step whose rows need no active user any more where they were written while theirs was. */
function withHeld(step: Step, { ledger }: SentRecord): Step {
  const { entity, route } = step;
  const { actors } = route;
  if (!actors) return step;
  const isHeld = (data: Data): boolean => {
    const entry = ledger.find(entity.name, ledgerKeyOf(entity, entity.key(data)));
    return isHeldAs(entity, entry, data, ledger.versions);
  };
  return {
    ...step,
    route: { ...route, actors: (data, isNowhere) => (isHeld(data) ? [] : actors(data, isNowhere)) },
  };
}

/** The bound of an entity's sample. Members are sampled by group, messages by conversation. */
function boundFor(entity: EntityName, steps: readonly ReadStep[], sample: SampleSize | undefined): number {
  if (!sample) return EVERYTHING;
  const kind = entity === 'members' && steps.some(({ rows }) => rows.entity === 'groups') ? 'groups' : entity;
  const rows = steps.find((one) => one.rows.entity === kind)?.rows as ExpectedRows;
  const last = rows.number(
    `SELECT coalesce((SELECT unit FROM (SELECT DISTINCT unit FROM ${rows.table} WHERE content IS NOT NULL)
     ORDER BY unit LIMIT 1 OFFSET ?), -1)`,
    'share' in sample ? 0 : sample.count - 1,
  );
  // A small share of few is none: one of each is compared, because a check of nothing proves nothing.
  if ('share' in sample) return Math.max(boundOf(sample.share), last + 1);
  return last < 0 ? EVERYTHING : last + 1;
}

function scopeOf(
  steps: readonly ExpectedStep[],
  { quick, sample, requestsPerMinute }: ExpectOptions,
): Omit<Expectations, 'steps'> {
  const of = (entity: EntityName): ExpectedStep | undefined =>
    steps.find(({ rows }) => rows.entity === entity);
  const count = (entity: EntityName, what: string, below = EVERYTHING): number => {
    const rows = of(entity)?.rows;
    const where = 'WHERE content IS NOT NULL AND unit < ?';
    return rows ? rows.number(`SELECT count(${what}) FROM ${rows.table} ${where}`, below) : 0;
  };
  const taken = (entity: EntityName, what: string) => ({
    taken: count(entity, what, of(entity)?.below),
    of: count(entity, what),
  });
  const messages = of('messages');
  const conversations = sample || quick ? count('messages', 'DISTINCT part', messages?.below) : 0;
  const size = Object.fromEntries(steps.map(({ rows }) => [rows.entity, rows.size]));
  const byConversation = sample !== undefined && !quick && conversations < pagesOf(size['messages'] ?? 0);
  const members = of('members');
  const parts = steps.flatMap(({ step: { entity }, below }) =>
    isCore(entity.name) || entity.goesWith === 'nothing'
      ? []
      : [[entity.name, count(entity.name, 'DISTINCT part', below)] as const],
  );
  const cost = verificationCost({
    parts: Object.fromEntries(parts),
    rows: { ...size, ...(members && sample ? { members: count('members', '*', members.below) } : {}) },
    memberGroups: quick ? 0 : count('members', 'DISTINCT part', members?.below),
    conversations,
    quick,
    byConversation,
    requestsPerMinute,
  });
  const kinds = sample && {
    users: taken('users', '*'),
    groups: of('groups') ? taken('groups', '*') : taken('members', 'DISTINCT part'),
    conversations: taken('messages', 'DISTINCT part'),
  };
  return { cost, byConversation, sample: kinds };
}

/** The service's ids of the messages that other rows are attached to, in the scratch file. */
export class MessageIds {
  readonly #db: DatabaseSync;
  /** The messages whose ids are not known. */
  #unknown: Set<string> | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
    db.exec('CREATE TABLE IF NOT EXISTS message_ids (muid TEXT PRIMARY KEY, id TEXT)');
    db.exec('CREATE TABLE IF NOT EXISTS message_keys (id TEXT PRIMARY KEY, muid TEXT)');
  }

  /** Reads the ids of the messages that are the parts of these rows. */
  readFor(rows: ExpectedRows, ledger: Pick<Ledger, 'find'>): void {
    const insert = this.#db.prepare('INSERT OR IGNORE INTO message_ids VALUES (?, ?)');
    this.#db.exec('SAVEPOINT ids');
    for (const { part } of rows.rows<{ part: string }>(`SELECT DISTINCT part FROM ${rows.table}`)) {
      const entry = ledger.find('messages', part);
      if (entry) insert.run(part, entry.id ?? null);
    }
    this.#db.exec('RELEASE ids');
  }

  /** Reads the keys of messages that others have written in the service: there they have none, or another one. */
  readKeys(ledger: Pick<Ledger, 'latestFirst'>): void {
    this.#db.exec('SAVEPOINT keys');
    const insert = this.#db.prepare('INSERT OR IGNORE INTO message_keys VALUES (?, ?)');
    for (const { id, key, origin } of ledger.latestFirst('messages'))
      if (id !== undefined && origin === 'exists') insert.run(id, key);
    this.#db.exec('RELEASE keys');
  }

  /** The key of a message of others; undefined if it is not known by its id. */
  readonly keyOf = (id: unknown): string | undefined => {
    const found = this.#db.prepare('SELECT muid FROM message_keys WHERE id = ?').get(String(id));
    return found?.['muid'] as string | undefined;
  };

  /** The id of a message; undefined if this pipeline wrote none with this key, null if its id is not known. */
  readonly find = (muid: string): string | null | undefined => {
    const found = this.#db.prepare('SELECT id FROM message_ids WHERE muid = ?').get(muid);
    return found && (found['id'] as string | null);
  };

  /** Takes note of a message of the service: where its answer was lost, nothing else says its id. */
  readonly read = (muid: string, id: unknown): void => {
    this.#unknown ??= new Set(
      this.#db
        .prepare('SELECT muid FROM message_ids WHERE id IS NULL')
        .all()
        .map((row) => row['muid'] as string),
    );
    if (this.#unknown.delete(muid))
      this.#db.prepare('UPDATE message_ids SET id = ? WHERE muid = ?').run(String(id), muid);
  };
}
