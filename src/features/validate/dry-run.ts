import { type Plan, type Step, withoutActors } from '../../delivery/plan.ts';
import { MessageFates, readsHosts } from '../../delivery/sending/message-fates.ts';
import type { Tally } from '../../delivery/tally/tally.ts';
import type { NoticeCode } from '../../errors/notice-codes.ts';
import { type EntityName, isCore } from '../../input/entities/entity.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import type { TimeFormat } from '../../input/rows/time.ts';
import type { Source } from '../../input/sources/source.ts';
import { KeyBuckets } from '../../keys/key-table.ts';
import { openThread, type ScreenThread } from '../../prefilter/wasm/wasm-screen.ts';
import type { ColumnProfile, FileProfile, Profile, TimeForms } from '../../report/result/profile.ts';
import { documentedPerMinute } from '../../service/api/endpoints.ts';
import { requestFloor } from '../../service/targets/request-floor.ts';
import { nearIdsOf } from '../../session/workplace/near-ids.ts';
import { grouped } from '../../terminal/printable.ts';
import { type AccountRooms, accountRooms } from './account-rooms.ts';
import { Audit } from './audit.ts';
import { ColumnTally } from './column-tally.ts';
import { withConversationNames } from './conversations/conversation-names.ts';
import { CONVERSATIONS_MAX } from './conversations/conversation-table.ts';
import { marks } from './notice-bits.ts';
import { boundedIndex, type GroupAccess, PAIRS_MAX, References } from './references.ts';
import { type RejectsPlace, writeRejects } from './rejects/write-rejects.ts';
import { resolveRepeats } from './repeats.ts';
import { type Screening, screenedSink } from './screened-sink.ts';
import { supersededRows } from './superseded-rows.ts';

/** Findings of a dry run. */
export type DryRun = {
  readonly steps: Partial<Record<EntityName, Tally>>;
  readonly profile: Profile;
  /** Findings about whole files, a line each. */
  readonly warnings: readonly string[];
  /** The paths of the rejects files that were written. */
  readonly rejects: readonly string[];
};

/** Options of a dry run. */
export type DryRunOptions = {
  /** Import requests that the service allows; used to estimate the time of a run. */
  readonly requestsPerMinute: number;
  readonly signal: AbortSignal;
  /**
   * The users who may write to a group through the API of the pipeline.
   * @default everyone
   */
  readonly access?: GroupAccess;
  /**
   * Threads that screen records; 0: none, so that every record is checked as a row.
   * @default 1
   */
  readonly threads?: number;
  /**
   * True if messages that are in no file may be in the service, from an earlier run.
   * @default false
   */
  readonly mayHaveEarlier?: boolean;
  /**
   * True if the run is a sync, in which a later file replaces rows of those before it.
   * @default false
   */
  readonly isSync?: boolean;
  /** @default no rejects files are written */
  readonly rejects?: RejectsPlace | undefined;
};

const NEAR: NoticeCode = 'ID.CASE_DIFFERS';
const EVERYONE: GroupAccess = { ownersJoin: false, membersOnly: false };

/**
 * Checks all rows offline and finds all errors in one pass; nothing is sent. A record whose bytes prove that it is valid
 * is never turned into a row. Memory hardly grows with the number of rows.
 * @throws RunError if a source cannot be read or changes while it is read
 */
export async function dryRun(
  plan: Plan,
  {
    requestsPerMinute,
    signal,
    access = EVERYONE,
    threads = 1,
    rejects,
    mayHaveEarlier = false,
    isSync = false,
  }: DryRunOptions,
): Promise<DryRun> {
  using refs = new References(plan.closed);
  using fates = readsHosts(plan) ? new MessageFates(boundedIndex(), plan, mayHaveEarlier) : undefined;
  refs.messages = fates;
  const steps: Partial<Record<EntityName, Tally>> = {};
  const files: FileProfile[] = [];
  const warnings: string[] = [];
  const rejectsFiles: string[] = [];
  let messages: Audit | undefined;
  const thread = threads > 0 ? openThread(threads) : undefined;
  using _ahead = thread?.ahead;
  // Threads start while the files before the large ones are read.
  const sources = plan.steps.flatMap((step) => step.sources);
  thread?.ahead.startFor(sources.filter(({ plain }) => plain).map(({ bytes }) => bytes));
  for (const step of plan.steps) {
    // What was written while its user was active stays, and only the state knows what was.
    const judged = mayHaveEarlier ? withoutActors(step) : step;
    const audit = new Audit({ ...judged, ...plan, keys: refs, access }, roomsOf(step, thread, sources));
    using _keys = audit.keys;
    using _hanging = audit.hanging;
    if (isSync) audit.superseded = await supersededRows(step, audit.deps, signal);
    const known = thread && step.entity.name === 'messages' ? knownKeys(thread, refs) : undefined;
    const screening = thread && { thread, known };
    for (const [file, source] of step.sources.entries()) {
      const mapping = step.mappings[file] as Mapping;
      const profile = await passFile(source, mapping, audit, step.nameOf(file), screening, signal);
      files.push(profile);
      warnings.push(...evidence(profile, mapping));
    }
    signal.throwIfAborted();
    await settle(audit, refs, thread, signal);
    steps[step.entity.name] = { ...audit.tally, notices: audit.notices.groups, ...tooOldOf(audit) };
    if (step.entity.name === 'messages') messages = audit;
    if (messages === audit && !mayHaveEarlier) refs.conversations = conversationsOf(audit);
    warnings.push(...bounds(audit, refs));
    const { rejected, blocked } = audit.tally.counts;
    if (rejects && rejected + blocked > 0)
      rejectsFiles.push(...(await writeRejects(step, audit, rejects, signal)));
  }
  for (const [name, near] of await nearIdsOf(plan, signal)) {
    const tally = steps[name];
    if (tally) tally.notices = { ...tally.notices, [NEAR]: near };
  }
  const profile = profileOf(plan, requestsPerMinute, steps, files, messages);
  return {
    steps,
    profile: { ...profile, biggest: await withConversationNames(profile.biggest, plan, refs, signal) },
    warnings,
    rejects: rejectsFiles,
  };
}

/** The conversations of an audit; undefined if they have other times in the service, or are too many. */
const conversationsOf = ({ conversations, deps }: Audit): Audit['conversations'] | undefined =>
  deps.route.carries.has('sentAt') && conversations.size < CONVERSATIONS_MAX ? conversations : undefined;

/** Messages older than the service keeps them; a record that passed the screen is in no tally of rows. */
function tooOldOf({ months: { tooOld, oldest } }: Audit): Pick<Tally, 'tooOld'> {
  return tooOld > 0 && oldest !== undefined ? { tooOld: { count: tooOld, oldest } } : {};
}

/** Lists what was not checked because memory is bounded or no file says it, a line each. */
function bounds(
  { deps, conversations, hasGroupMessages }: Audit,
  { memberships, hasTooManyMembers }: References,
): string[] {
  if (deps.entity.name !== 'messages') return [];
  const beyond = [];
  if (deps.access.membersOnly && hasGroupMessages && !memberships && !hasTooManyMembers)
    beyond.push(
      'with api: rest and no source of members, the service refuses group messages of users who are not members of the group',
    );
  if (hasTooManyMembers)
    beyond.push(`more than ${grouped(PAIRS_MAX)} memberships: whether senders are members was not checked`);
  if (conversations.size >= CONVERSATIONS_MAX)
    beyond.push(
      `more than ${grouped(CONVERSATIONS_MAX)} conversations: the order of messages in the others was not checked`,
    );
  return beyond;
}

function evidence({ name, columns }: FileProfile, { fields }: Mapping): string[] {
  return columns.flatMap((column) => {
    const source = fields.find(({ field }) => field === column.field)?.source;
    const format = typeof source === 'object' && 'from' in source ? source : {};
    return timeWarning(name, column, format) ?? [];
  });
}

/** Memory that the screen and the audit of a step share. */
function roomsOf(
  { entity }: Step,
  thread: ScreenThread | undefined,
  sources: readonly Source[],
): Partial<AccountRooms> {
  if (!thread) return {};
  const rooms = accountRooms(thread, sources);
  return entity.name === 'messages' ? rooms : { keys: rooms.keys };
}

/** References of messages, for the screen. */
const knownKeys = (thread: ScreenThread, { settled: { users, groups }, memberships: members }: References) =>
  users && groups && thread.know({ users, groups, members });

/** Resolves what needs all keys of a step, and keeps those that rows of later steps refer to where the screen sees them. */
async function settle(
  audit: Audit,
  refs: References,
  thread: ScreenThread | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { name } = audit.deps.entity;
  const { settled } = refs;
  const make = (most: number, keyWords?: 1 | 2): KeyBuckets =>
    thread?.keysIn(most, settled.groups ?? settled.users, keyWords) ??
    new KeyBuckets(most, undefined, keyWords);
  if (name === 'users' || name === 'groups') settled[name] = refs[name].settle((most) => make(most));
  refs.hasTooManyMembers ||= name === 'members' && audit.keys.size > PAIRS_MAX;
  if (name === 'members' && !refs.hasTooManyMembers) refs.memberships = make(audit.keys.size, 1);
  const { memberships } = refs;
  const join = (lo: number, hi: number, found: number): void => {
    if ((found & marks.banned) === 0) memberships?.add(lo, hi);
  };
  if (audit.keys.size > 0) await resolveRepeats(audit, signal, name === 'members' ? join : undefined);
}

/** Reads a file: the screen takes the records it can, the audit checks all others as rows. */
async function passFile(
  source: Source,
  mapping: Mapping,
  audit: Audit,
  name: string,
  screening: Screening | undefined,
  signal: AbortSignal,
): Promise<FileProfile> {
  const columns = new ColumnTally(source.columns, mapping);
  await source.pass(screenedSink(source, mapping, audit, columns, screening), signal);
  return {
    entity: audit.deps.entity.name,
    name,
    ...(source.derivedFrom === undefined ? {} : { derivedFrom: source.derivedFrom }),
    format: source.format.name,
    encoding: source.encoding,
    ...(source.delimiter === undefined ? {} : { delimiter: source.delimiter }),
    bytes: source.bytes,
    rows: columns.rows,
    columns: columns.profile(),
  };
}

function profileOf(
  { steps: planned }: Plan,
  requestsPerMinute: number,
  steps: Partial<Record<EntityName, Tally>>,
  files: readonly FileProfile[],
  messages: Audit | undefined,
): Profile {
  let [batches, calls] = [0, 0];
  for (const { entity, route } of planned) {
    const floor = floorOf(steps[entity.name], route);
    if (isCore(entity.name)) batches += floor;
    else calls += floor;
  }
  const minutes = batches / requestsPerMinute + calls / documentedPerMinute.standard;
  return {
    files,
    months: messages?.months.profile() ?? [],
    conversations: messages?.conversations.size ?? 0,
    biggest: messages?.biggest.profile(messages.conversations) ?? [],
    cost: { requests: batches + calls, requestsPerMinute, minutes },
  };
}

/** Requests that a run needs at least for the new rows of a step. */
export function floorOf(tally: Tally | undefined, route: Step['route']): number {
  if (!tally) return 0;
  const { counts, notCarried, alone = 0 } = tally;
  const field = route.hanging?.field ?? '';
  return requestFloor(route, counts.pending, { ...notCarried, [field]: (notCarried[field] ?? 0) + alone });
}

/** The units of epoch time: name in a pipeline file, name in a profile, name in messages. */
const UNITS = [
  ['s', 'seconds', 'seconds'],
  ['ms', 'milliseconds', 'milliseconds'],
  ['us', 'microseconds', 'microseconds'],
] as const satisfies readonly (readonly [string, keyof TimeForms, string])[];

/** The share of a column's cells in another unit from which the column is reported. */
const SHARE_MIN = 0.1;

/**
 * Warns if the times of a column are in another unit than declared, or in several. The unit is never changed
 * automatically: each such row is rejected, and this warning names the common cause.
 * @param file the name of the file
 * @param format how the column's times are written, by the pipeline
 * @returns undefined if the times fit
 */
function timeWarning(file: string, column: ColumnProfile, format: TimeFormat): string | undefined {
  const { name, field, times } = column;
  if (!times) return undefined;
  const read = format.time === undefined || format.time === 'iso' ? 's' : format.time;
  if (!UNITS.some(([unit]) => unit === read)) return undefined;
  const found = UNITS.filter(([, form]) => times[form] > 0);
  const unread = found.reduce((sum, [unit, form]) => sum + (unit === read ? 0 : times[form]), 0);
  // Single cells that are wrong have their own errors.
  if (unread < column.filled * SHARE_MIN) return undefined;
  const counted = found.map(([, form, shown]) => `${times[form]} ${shown}`).join(' and ');
  if (found.length > 1)
    return `${file}: the times of ${name} are ${counted}: a column must have one unit, correct the export`;
  const [only] = found;
  if (!only) return undefined;
  const map = `map: { ${field ?? name}: { from: ${name}, time: ${only[0]} } }`;
  return `${file}: the times of ${name} are ${counted}, no other unit among ${column.filled} cells: declare ${map}`;
}
