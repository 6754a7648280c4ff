import type { Expected, ProblemGroup, Sample, Tally } from '../../delivery/tally/tally.ts';
import { hintOf } from '../../errors/row-codes.ts';
import type { RunError } from '../../errors/run-error.ts';
import type { ExportSummary } from '../../exports/export-summary.ts';
import { type EntityName, type EntityTable, entityNames, entityTable } from '../../input/entities/entity.ts';
import { dividedCounts, type Policies } from '../../input/entities/policies.ts';
import { GROUP_TYPE } from '../../input/entities/rights.ts';
import { defined } from '../../input/json/defined.ts';
import { balanced, type Counts, statuses, zeroCounts } from '../../input/rows/outcome.ts';
import type { Retention } from '../../input/rows/retention.ts';
import type { FileAddresses } from '../../pipeline/files/file-counts.ts';
import type { ThresholdResult } from '../../pipeline/threshold.ts';
import { amount, grouped } from '../../terminal/printable.ts';
import type { ChangedFields } from './changed-fields.ts';
import type { ListedChanges } from './changes.ts';
import type { ReportedFiles } from './file-copies.ts';
import type { LiveResult } from './live-result.ts';
import { type OldMessages, oldMessages } from './old-messages.ts';
import type { Profile } from './profile.ts';
import {
  type DeletedAtSource,
  deletedAtSourceTotals,
  type Missing,
  type RemovedCounts,
} from './removed-counts.ts';
import type { Verification } from './verification.ts';

/** An input file when the command began. */
export type InputShown = {
  readonly entity: EntityName;
  /** Relative to the folder of the pipeline file. */
  readonly path: string;
  readonly bytes: number;
  /** RFC 3339. */
  readonly modifiedAt: string;
  /** Absent in a sync: it compares row by row and would have to read its files once more. */
  readonly sha256?: string;
};

/** Write requests of one invocation. */
export type RequestCounts = {
  /** All attempts. */
  sent: number;
  /** Attempts after a failure. */
  retried: number;
  /** Attempts that the service answered with 429. */
  throttled: number;
  /** The minimum number of requests that the rows of this invocation need, with full batches. */
  floor: number;
};

export type ProblemReport = {
  readonly code: string;
  readonly count: number;
  readonly hint: string;
  readonly samples: readonly (Sample & { readonly entity: EntityName })[];
};

/** The result of `validate` and `run`: the output of `--json` and the content of `report.json`. */
export type Report = Measures &
  Partial<ReportedFiles> & {
    readonly version: 1;
    readonly command: 'validate' | 'run' | 'rejects retry' | 'undo' | 'live';
    /** The id of the run, which names the folder of the state that keeps this report; absent if nothing is kept. */
    readonly run?: string;
    readonly pipeline: string;
    /** The command as the user typed it. */
    readonly commandLine?: string;
    readonly exitCode: number;
    /** The error that ended the command or decided its exit code; absent if there was none. */
    readonly error?: { readonly code: string; readonly message: string; readonly hint: string };
    readonly target: Readonly<Record<string, string>>;
    readonly startedAt: string;
    readonly finishedAt: string;
    /** True if, for every entity, the outcomes add up to the number of rows read, and those of files to their number. */
    readonly balanced: boolean;
    readonly entities: Readonly<EntityTable<Counts>>;
    /** Total number of rows, by entity, if the run stopped early; absent if every row was read. */
    readonly expected?: Readonly<Partial<Record<EntityName, Readonly<Expected>>>>;
    readonly requests: RequestCounts;
    readonly problems: readonly ProblemReport[];
    /** Problems of rows that are imported but should be checked. */
    readonly notices: readonly ProblemReport[];
    /** Number of values that the API cannot store, by entity and field. */
    readonly notCarried: Readonly<Record<string, number>>;
    /** Number of values that are kept in metadata because the API has no field for them; absent if there are none. */
    readonly kept?: Readonly<Record<string, number>>;
    /** Number of values that live calls write after their message; absent if there are none. */
    readonly written?: Readonly<Record<string, number>>;
    /** Number of messages without `readAt` that are sent as read; absent if there are none. */
    readonly sentAsRead?: number;
    /** Number of groups that are created although their row has no type; absent if there are none. */
    readonly untypedGroups?: number;
    /** Number of skipped rows, by entity and rule. The rule `duplicate` skips a row if an equal row comes before it. */
    readonly skipped: Readonly<Record<string, number>>;
    /** Messages that are older than the service keeps messages; absent if there are none. */
    readonly retention?: OldMessages;
    /** Only in a sync: rows that are no longer in any source, by entity. */
    readonly missing?: Missing;
    /** Only in a sync: rows of the service that were deleted at the source, by entity; absent if there are none. */
    readonly deletedAtSource?: DeletedAtSource;
    /** Only in an undo: the rows to remove and their results, by entity. */
    readonly removed?: Readonly<EntityTable<RemovedCounts>>;
    /** Only in a sync: the fields that it changes, by entity; absent if there are none. */
    readonly changedFields?: ChangedFields;
    /** The rows that this run has changed in the service; absent if the run lists none. */
    readonly changes?: ListedChanges;
    readonly inputs?: readonly InputShown[];
    /** Number of rows that were made from other rows, by entity; absent if there are no such sources. */
    readonly derived?: Readonly<Partial<Record<EntityName, number>>>;
    /**
     * The contents of another chat system's export, and how they are imported; absent if the pipeline reads no such
     * export.
     */
    readonly export?: ExportSummary;
    /** Only in a dry run: the addresses of files in rows, as far as their text tells what will become of them. */
    readonly fileAddresses?: FileAddresses;
    /**
     * Entities that rows refer to but that were not checked: no source has them, and they were not looked up in the
     * service.
     */
    readonly unchecked?: readonly EntityName[];
    readonly warnings: readonly string[];
    /** The results of the pipeline file's thresholds; absent if it has none. */
    readonly thresholds?: readonly ThresholdResult[];
    /** The last `verify` of the pipeline, which may be older than the run; absent if there was none. */
    readonly verification?: Verification;
    /** Statistics of the files' contents, from a dry run. */
    readonly profile?: Profile;
    /** The state of two systems that are kept alike; only of `live`. */
    readonly live?: LiveResult;
    readonly files: {
      readonly rejects: readonly string[];
      /** Path of the archive of skipped messages that were kept. */
      readonly archive?: string;
      readonly report?: string;
      readonly log?: string;
      /** Path of the list of changes. */
      readonly changes?: string;
    };
  };

export type ReportParts = Omit<
  Report,
  | 'version'
  | 'balanced'
  | 'entities'
  | 'expected'
  | 'problems'
  | 'notices'
  | 'notCarried'
  | 'kept'
  | 'written'
  | 'sentAsRead'
  | 'untypedGroups'
  | 'skipped'
  | 'retention'
> & {
  readonly steps: Readonly<Partial<Record<EntityName, Tally>>>;
  /**
   * The type that groups without a type get.
   * @default private
   */
  readonly groupType?: 'private' | 'public';
  /** The rule that old messages were judged by. */
  readonly retention?: Retention | undefined;
  /**
   * Policies that decided about values that the API cannot carry.
   * @default DEFAULT_POLICIES
   */
  readonly policies?: Policies;
  /** Hints that help more than the usual hint of a code, by code. */
  readonly hints?: Readonly<Record<string, string>>;
  /** The pipeline file as typed, for hints that name it. */
  readonly file?: string;
};

/** Counts by entity and name, such as `users.avatar`. */
export const namedCounts = (
  counts: Iterable<readonly [EntityName, Iterable<readonly [name: string, count: number]>]>,
): Record<string, number> =>
  Object.fromEntries(
    Array.from(counts).flatMap(([entity, own]) =>
      Array.from(own, ([name, count]) => [`${entity}.${name}`, count] as const),
    ),
  );

/** An error as a report has it, whose hint names the pipeline, which the error does not know. */
export const reportedError = (
  { code, message, hint }: RunError,
  file: string,
): NonNullable<Report['error']> => ({
  code,
  message,
  hint: hint.replaceAll('<pipeline>', file),
});

/** Makes a report from the tallies of the steps. */
export function makeReport({ steps, ...parts }: ReportParts): Report {
  const entities = entityTable(
    (name) => steps[name]?.counts ?? zeroCounts(),
    (name) => steps[name] !== undefined,
  );
  const present = entityNames.flatMap((name) => {
    const step = steps[name];
    return step ? [[name, step] as const] : [];
  });
  const flat = (field: 'notCarried' | 'skipped'): Record<string, number> =>
    namedCounts(present.map(([entity, step]) => [entity, Object.entries(step[field])]));
  const uncarried = dividedCounts(flat('notCarried'), parts.policies);
  return defined({
    version: 1,
    command: parts.command,
    run: parts.run,
    pipeline: parts.pipeline,
    commandLine: parts.commandLine,
    exitCode: parts.exitCode,
    error: parts.error,
    target: parts.target,
    startedAt: parts.startedAt,
    finishedAt: parts.finishedAt,
    balanced: Object.values(entities).every(balanced) && parts.fileCopies?.balanced !== false,
    entities,
    ...expectedPart(present),
    requests: parts.requests,
    problems: byCode(steps, (step) => step.problems, parts),
    notices: byCode(steps, (step) => step.notices ?? {}, { file: parts.file }),
    ...uncarried,
    skipped: flat('skipped'),
    retention: oldMessages(steps.messages?.tooOld, parts.retention),
    missing: parts.missing,
    deletedAtSource: parts.deletedAtSource,
    removed: parts.removed,
    changedFields: parts.changedFields,
    changes: parts.changes,
    derived: parts.derived,
    export: parts.export,
    fileCopies: parts.fileCopies,
    fileFacts: parts.fileFacts,
    fileAddresses: parts.fileAddresses,
    unchecked: parts.unchecked?.length ? parts.unchecked : undefined,
    warnings: [...untypedGroupsText(uncarried.untypedGroups, parts.groupType), ...parts.warnings],
    profile: parts.profile,
    live: parts.live,
    files: parts.files,
  });
}

/** The rows that are expected of the steps that are not done; of a step that is done, its rows are. */
function expectedPart(steps: readonly (readonly [EntityName, Tally])[]): Pick<Report, 'expected'> {
  if (steps.every(([, { expected }]) => expected === undefined)) return {};
  const rowsOf = ({ expected, counts }: Tally): Expected =>
    expected ?? { rows: counts.read, estimated: false };
  return { expected: Object.fromEntries(steps.map(([name, step]) => [name, rowsOf(step)])) };
}

/** One entry for each code, over all entities, the most frequent first. */
function byCode(
  steps: ReportParts['steps'],
  groupsOf: (step: Tally) => Readonly<Record<string, ProblemGroup>>,
  { hints = {}, file }: { readonly [Name in 'hints' | 'file']?: ReportParts[Name] | undefined },
): ProblemReport[] {
  const found = new Map<string, { count: number; samples: (Sample & { entity: EntityName })[] }>();
  for (const entity of entityNames)
    for (const [code, { count, samples }] of Object.entries(steps[entity] ? groupsOf(steps[entity]) : {})) {
      const group = found.get(code) ?? { count: 0, samples: [] };
      group.count += count;
      group.samples.push(...samples.map((sample) => ({ entity, ...sample })));
      found.set(code, group);
    }
  return Array.from(found, ([code, group]) => ({
    code,
    hint: hints[code] ?? hintOf(code, file),
    ...group,
  })).sort((a, b) => b.count - a.count);
}

/**
 * The number of rows in a list of samples: one row may have several samples, one for each field, and one line several
 * rows.
 */
export function distinctRows(samples: ProblemReport['samples']): number {
  return new Set(samples.map((row) => JSON.stringify([row.entity, row.file, row.line, row.byte, row.key])))
    .size;
}

/** The number of rows that were skipped because an equal row stands before them: nobody has asked for that. */
export function equalRows({ skipped }: Pick<Report, 'skipped'>): number {
  return Object.entries(skipped).reduce(
    (sum, [rule, count]) => (rule.endsWith('.duplicate') ? sum + count : sum),
    0,
  );
}

/** Which entities nobody has checked, for the verdict; undefined if there are none. */
export function uncheckedText({ unchecked = [] }: Report): string | undefined {
  if (unchecked.length === 0) return undefined;
  const names = unchecked.join(' and ');
  return `${names} were not checked: the pipeline has no source of ${names}`;
}

/** The same as a text for a verdict, such as `4 equal rows skipped`; undefined if there are none. */
export function equalRowsText(report: Pick<Report, 'skipped'>): string | undefined {
  const count = equalRows(report);
  return count === 0 ? undefined : `${amount(count, 'duplicate')} skipped`;
}

/** The sum over all entities. */
export function totals(entities: Readonly<EntityTable<Counts>>): Counts {
  const sum = zeroCounts();
  for (const counts of Object.values(entities)) {
    sum.read += counts.read;
    for (const status of statuses) sum[status] += counts[status];
  }
  return sum;
}

/** The number of rows that were imported or are ready to be sent. */
export const goodOf = ({ created, updated, exists, unchanged, pending }: Counts): number =>
  created + updated + exists + unchanged + pending;

/**
 * The number of rows that a sync has removed or deactivated because no source has them any more, or they were
 * deleted there.
 */
export const removedRows = ({ missing = {}, deletedAtSource }: SyncedRows): number =>
  Object.values(missing).reduce((sum, { deactivated, deleted }) => sum + deactivated + deleted, 0) +
  deletedAtSourceTotals(deletedAtSource).removed;

type SyncedRows = Pick<Report, 'missing' | 'deletedAtSource'>;

/** True if a row was not imported for a reason that the user can correct. */
export function hasRejects(steps: Partial<Record<EntityName, Pick<Tally, 'counts'>>>): boolean {
  return Object.values(steps).some(({ counts }) => counts.rejected + counts.blocked > 0);
}

/**
 * The text about groups that are created without a type in their row: nothing if there are none.
 * @param type what they become
 */
export function untypedGroupsText(count = 0, type: 'private' | 'public' = GROUP_TYPE): readonly string[] {
  if (count === 0) return [];
  const [groups, are] =
    count === 1 ? ['1 group has', 'it is'] : [`${grouped(count)} groups have`, 'they are'];
  const other = type === GROUP_TYPE ? 'public' : GROUP_TYPE;
  return [
    `${groups} no type, so ${are} created as ${type}; to change that:  map: { type: { const: ${other} } }`,
  ];
}

/**
 * The progress of a run over time, in spans of equal length from its beginning. Each list has one entry for each span.
 */
export type RunTimeline = {
  readonly spanSeconds: number;
  readonly rows: readonly number[];
  /** Responses that asked to wait (429). */
  readonly throttled: readonly number[];
  /** Requests that were retried for another reason. */
  readonly retried: readonly number[];
  /** True if requests were held back or paused during a part of the span. */
  readonly paused: readonly boolean[];
};

/** The duration of attempts in milliseconds. Each value is rounded up by at most 1 %. */
type Latency = {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
};

/** Measurements of a run; absent if it sent nothing. */
export type Measures = { readonly timeline?: RunTimeline; readonly latency?: Latency };
