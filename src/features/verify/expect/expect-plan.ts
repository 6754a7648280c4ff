import type { DatabaseSync } from 'node:sqlite';
import type { Plan, Step } from '../../../delivery/plan.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import { KeyIndex } from '../../../keys/key-index.ts';
import { pagesOf, type VerificationCost, verificationCost } from '../result/verification-cost.ts';
import { ExcludedRows } from './excluded-rows.ts';
import { type ExpectDeps, expectRows, JOINED_TOO_EARLY, type SourceCounts } from './expect-rows.ts';
import { ExpectedRows } from './expected-rows.ts';
import type { FormRules } from './row-form.ts';
import { boundOf, EVERYTHING, type SampleSize } from './sample.ts';

/** How the expected rows of a pipeline are read. */
export type ExpectOptions = {
  /** Compares only keys of users and groups, member counts and the last messages of conversations. */
  readonly quick: boolean;
  readonly sample: SampleSize | undefined;
  readonly sync: { readonly missingDeactivated: boolean } | undefined;
  /** Requests that the limits allow; Infinity if there is no limit. */
  readonly requestsPerMinute: number;
  readonly signal: AbortSignal;
};

/** What the service must have, by the sources. */
export type Expectations = {
  readonly steps: readonly ExpectedStep[];
  readonly cost: VerificationCost;
  /** The size of the sample, by kind; undefined if everything is compared. */
  readonly sample: SampleTaken | undefined;
  /** Whether messages are read conversation by conversation instead of from the list of all. */
  readonly byConversation: boolean;
  readonly excluded: ExcludedRows;
};

/** How many are in the sample, of how many in all. */
type SampleTaken = Readonly<
  Record<'users' | 'groups' | 'conversations', { readonly taken: number; readonly of: number }>
>;

/** One entity of the sources, after reading it. */
export type ExpectedStep = {
  readonly step: Step;
  readonly comparison: FormRules;
  readonly rows: ExpectedRows;
  readonly source: SourceCounts;
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
  const deps: ExpectDeps = {
    excluded,
    keys: { users: new KeyIndex(), groups: new KeyIndex() },
    withParts: options.quick || options.sample !== undefined,
    signal: options.signal,
  };
  const read: ReadStep[] = [];
  for (const step of plan.steps) {
    const { name } = step.entity;
    const { carries } = step.route;
    const rows = new ExpectedRows(db, name);
    const comparison = { entity: name, carries, sync: options.sync !== undefined };
    const source = await expectRows({ ...plan, ...step, carries, comparison }, rows, deps);
    if (name === 'members' && read.some(({ rows: { entity } }) => entity === 'groups'))
      source.excluded.rejected += rows.exclude(JOINED_TOO_EARLY);
    read.push({ step, comparison, rows, source });
  }
  const steps = read.map((one) => ({ ...one, below: boundFor(one.rows.entity, read, options.sample) }));
  return { steps, excluded, ...scopeOf(steps, options) };
}

/** The bound of an entity's sample. Members are sampled by group, messages by conversation. */
function boundFor(entity: EntityName, steps: readonly ReadStep[], sample: SampleSize | undefined): number {
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
  { quick, sample, requestsPerMinute }: ExpectOptions,
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
