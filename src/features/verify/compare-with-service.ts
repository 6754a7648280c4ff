import type { DatabaseSync } from 'node:sqlite';
import type { Plan, Step } from '../../delivery/plan.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import type { Row, RowPlace } from '../../input/rows/row.ts';
import { readRows } from '../../input/sources/read-rows.ts';
import { rowsAt } from '../../input/sources/rows-at.ts';
import type { Source } from '../../input/sources/source.ts';
import { KeyIndex, type KeyState, type Stamp } from '../../keys/key-index.ts';
import { compareConversationEnds } from './compare/compare-conversation-ends.ts';
import {
  compareGroups,
  compareMembers,
  compareMessages,
  compareUsers,
  type EntityDeps,
} from './compare/compare-entities.ts';
import { compareMemberCounts } from './compare/compare-member-counts.ts';
import { RowComparer } from './compare/compare-rows.ts';
import { takeBackCorrected } from './compare/corrected-rows.ts';
import { FoundDifferences } from './compare/found-differences.ts';
import { nameDifferences } from './compare/name-differences.ts';
import { TargetGroups } from './compare/target-groups.ts';
import type { TargetReader } from './compare/target-reader.ts';
import { ExcludedRows } from './expect/excluded-rows.ts';
import { expectRows, JOINED_TOO_EARLY, type SourceCounts } from './expect/expect-rows.ts';
import { ExpectedRows } from './expect/expected-rows.ts';
import type { FormRules } from './expect/row-form.ts';
import { boundOf, EVERYTHING, type SampleSize } from './expect/sample.ts';
import { type Difference, type MarkCounts, zeroMarks } from './result/difference.ts';
import { DifferenceGroups } from './result/difference-groups.ts';
import { pagesOf, type VerificationCost, verificationCost } from './result/verification-cost.ts';

/** How a pipeline's rows are compared with what the service holds. */
export type VerificationOptions = {
  /** Keys of users and groups, and the ends of groups and conversations alone. */
  readonly quick: boolean;
  readonly sample: SampleSize | undefined;
  readonly oneWay: boolean;
  readonly sync: { readonly missingDeactivated: boolean } | undefined;
  /** Who owns a group becomes a member of it without a row. */
  readonly ownersJoin: boolean;
  readonly concurrency: number;
  /** Requests that the limits allow; Infinity where there is no limit. */
  readonly requestsPerMinute: number;
  /** Every key that the pipeline has written, with the place where its row stood. */
  readonly landed: (entity: EntityName) => AsyncIterable<{ readonly stamp: Stamp; readonly state: KeyState }>;
  readonly signal: AbortSignal;
};

/** What the sources say is to be in the service. */
export type Expectations = {
  readonly steps: readonly ExpectedStep[];
  readonly cost: VerificationCost;
  /** What was taken into the sample, by kind; undefined where everything is compared. */
  readonly sample: SampleTaken | undefined;
  readonly byConversation: boolean;
  readonly excluded: ExcludedRows;
};

export type SampleTaken = Readonly<
  Record<'users' | 'groups' | 'conversations', { readonly taken: number; readonly of: number }>
>;

type ExpectedStep = {
  readonly step: Step;
  readonly comparison: FormRules;
  readonly rows: ExpectedRows;
  readonly source: SourceCounts;
  readonly below: number;
};

/** What a comparison has found. */
export type Verification = {
  readonly entities: Readonly<Record<EntityName, MarkCounts>>;
  readonly sources: Readonly<Partial<Record<EntityName, SourceCounts>>>;
  readonly groups: DifferenceGroups;
  /** Rows that the service has written by itself. */
  readonly written: number;
};

/** Differing rows beyond which the sources are gone through once more instead of being sought in. */
const SEEKS_MAX = 5_000;

/** Reads the sources into a scratch file. Memory stays flat, whatever the number of rows. */
export async function expectPlan(
  plan: Plan,
  db: DatabaseSync,
  options: VerificationOptions,
): Promise<Expectations> {
  const keys = { users: new KeyIndex(), groups: new KeyIndex() };
  const read: Omit<ExpectedStep, 'below'>[] = [];
  const excluded = new ExcludedRows(db);
  const withParts = options.quick || options.sample !== undefined;
  for (const step of plan.steps) {
    const { name } = step.entity;
    const rows = new ExpectedRows(db, name);
    const { carries } = step.route;
    const comparison = { entity: name, carries, sync: options.sync !== undefined };
    const source = await expectRows(
      { ...plan, ...step, carries, comparison },
      keys,
      rows,
      excluded,
      withParts,
      options.signal,
    );
    if (name === 'members' && read.some(({ rows: { entity } }) => entity === 'groups'))
      source.excluded.rejected += rows.exclude(JOINED_TOO_EARLY);
    read.push({ step, comparison, rows, source });
  }
  const steps = read.map((one) => ({ ...one, below: boundFor(one.rows.entity, read, options.sample) }));
  return { steps, excluded, ...scopeOf(steps, options) };
}

/** Members are taken by their group, messages by their conversation. */
function boundFor(
  entity: EntityName,
  steps: readonly Pick<ExpectedStep, 'rows'>[],
  sample: SampleSize | undefined,
): number {
  if (!sample) return EVERYTHING;
  if ('share' in sample) return boundOf(sample.share);
  const kind = entity === 'members' && steps.some(({ rows }) => rows.entity === 'groups') ? 'groups' : entity;
  const rows = steps.find((one) => one.rows.entity === kind)?.rows as ExpectedRows;
  const last = rows.number(
    `SELECT coalesce((SELECT unit FROM (SELECT DISTINCT unit FROM ${rows.table} WHERE content IS NOT NULL)
     ORDER BY unit LIMIT 1 OFFSET ?), -1)`,
    sample.count - 1,
  );
  return last < 0 ? EVERYTHING : last + 1;
}

function scopeOf(
  steps: readonly ExpectedStep[],
  { quick, sample, requestsPerMinute }: VerificationOptions,
): Omit<Expectations, 'steps' | 'excluded'> {
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
  const cost = verificationCost({
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

/**
 * Reads the service and compares both directions.
 * @param tick told of every row that is read
 * @param onDifference told of every difference, entity by entity
 */
export async function compareWithService(
  { steps, byConversation, excluded }: Expectations,
  plan: Plan,
  db: DatabaseSync,
  reader: TargetReader,
  options: VerificationOptions,
  onEvent: {
    readonly tick: (entity: EntityName) => void;
    readonly onDifference: (one: Difference) => Promise<void>;
  },
): Promise<Verification> {
  const { quick, oneWay, concurrency, sync, ownersJoin, signal } = options;
  const found = new FoundDifferences(db);
  const groups = new TargetGroups(db);
  const entities = { users: zeroMarks(), groups: zeroMarks(), members: zeroMarks(), messages: zeroMarks() };
  const result = new DifferenceGroups();
  let written = 0;
  for (const { step, comparison, rows, below, source } of steps) {
    const { name } = step.entity;
    const counts = entities[name];
    const { rejected, blocked, skipped } = source.excluded;
    counts.notCompared = rejected + blocked + skipped;
    const deps: EntityDeps = {
      reader,
      rows,
      comparer: new RowComparer({ comparison, rows, counts, found, oneWay, keysOnly: quick }),
      groups,
      below,
      oneWay,
      concurrency,
      ties: sync === undefined,
      missingDeactivated: sync?.missingDeactivated ?? false,
      ownersJoin,
      written: () => {
        written++;
      },
      tick: onEvent.tick,
    };
    if (name === 'users') await compareUsers(deps);
    else if (name === 'groups') await compareGroups(deps);
    else if (name === 'members')
      await (quick ? compareMemberCounts({ ...deps, counts, found }) : compareMembers(deps));
    else
      await (quick
        ? compareConversationEnds({ ...deps, counts, found, db })
        : compareMessages(deps, byConversation));
    signal.throwIfAborted();
    if (counts.onlyTarget > 0)
      counts.onlyTarget -= await takeBackCorrected(name, found, excluded, options.landed(name));
    const again = rowsAgain(step.sources, counts.differs, signal);
    const judge = { ...plan, ...step, carries: step.route.carries, keys: NOTHING_REFUSED, closed: NOBODY };
    for await (const one of nameDifferences({
      comparison,
      rows,
      found,
      judge,
      nameOf: step.nameOf,
      rowsAt: again,
    })) {
      result.add(one);
      await onEvent.onDifference(one);
    }
  }
  return {
    entities,
    sources: Object.fromEntries(steps.map(({ step, source }) => [step.entity.name, source])),
    groups: result,
    written,
  };
}

/** A row that was expected is good: what it refers to was looked at before. */
const NOTHING_REFUSED = { users: new KeyIndex(), groups: new KeyIndex() };
const NOBODY: ReadonlySet<EntityName> = new Set();

/** Single rows are sought; many are met on one more way through the sources. */
function rowsAgain(
  sources: readonly Source[],
  count: number,
  signal: AbortSignal,
): (places: readonly RowPlace[]) => Promise<readonly (Row | undefined)[]> {
  if (count <= SEEKS_MAX) return (places) => rowsAt(sources, places, signal);
  const rows = eachRow(sources, signal);
  return async (places) => {
    const met: Row[] = [];
    for (const { file, byte } of places)
      for await (const row of { [Symbol.asyncIterator]: () => ({ next: () => rows.next() }) })
        if (row.file === file && row.byte === byte) {
          met.push(row);
          break;
        }
    return met;
  };
}

async function* eachRow(sources: readonly Source[], signal: AbortSignal): AsyncGenerator<Row> {
  for await (const chunk of readRows(sources, undefined, signal)) yield* chunk;
}
