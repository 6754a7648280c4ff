import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { ProblemGroup, Sample, Tally } from '../../delivery/tally.ts';
import { hintOf } from '../../errors/row-codes.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { balanced, type Counts, statuses, zeroCounts } from '../../input/rows/outcome.ts';
import type { ThresholdResult } from '../../pipeline/threshold.ts';
import type { Profile } from './profile.ts';

/** What became of the rows of an entity that no source has any more. */
export type MissingCounts = {
  /** Left as they are: because they were there before us, by `onMissing`, or because nobody knows whether a row that cannot be read is one of them. */
  kept: number;
  deactivated: number;
  deleted: number;
  /** The service would not remove them; they are tried again in the next night. */
  failed: number;
};

export type Missing = Readonly<Partial<Record<EntityName, MissingCounts>>>;

/** Write requests of one invocation. */
export type RequestCounts = {
  /** Every try. */
  sent: number;
  /** Tries after a failure. */
  retried: number;
  /** Tries that the service answered with 429. */
  throttled: number;
  /** The fewest requests that the rows of this invocation need at full batches. */
  floor: number;
};

export type ProblemReport = {
  readonly code: string;
  readonly count: number;
  readonly hint: string;
  readonly samples: readonly (Sample & { readonly entity: EntityName })[];
};

/** The result of `validate` and `run`: what `--json` prints and `report.json` holds. */
export type Report = {
  readonly version: 1;
  readonly command: 'validate' | 'run' | 'rejects retry';
  readonly pipeline: string;
  /** As it was typed. */
  readonly commandLine?: string;
  readonly exitCode: number;
  /** Why it did not finish; absent where it did. */
  readonly error?: { readonly code: string; readonly message: string; readonly hint: string };
  readonly target: Readonly<Record<string, string>>;
  readonly startedAt: string;
  readonly finishedAt: string;
  /** For every entity the rows read are the sum of the outcomes. */
  readonly balanced: boolean;
  readonly entities: Readonly<Record<EntityName, Counts>>;
  readonly requests: RequestCounts;
  readonly problems: readonly ProblemReport[];
  /** Rows that land and should be looked at. */
  readonly notices: readonly ProblemReport[];
  /** Values that the API cannot carry, by entity and field. */
  readonly notCarried: Readonly<Record<string, number>>;
  /** Rows left out on purpose, by entity and rule. */
  readonly skipped: Readonly<Record<string, number>>;
  /** A sync: what became of rows that no source has any more, by entity. */
  readonly missing?: Missing;
  readonly warnings: readonly string[];
  /** The thresholds of the pipeline file; absent where it has none. */
  readonly thresholds?: readonly ThresholdResult[];
  /** What a dry run learnt of the files. */
  readonly profile?: Profile;
  readonly files: { readonly rejects: readonly string[]; readonly report?: string; readonly log?: string };
};

export type ReportParts = Omit<
  Report,
  'version' | 'balanced' | 'entities' | 'problems' | 'notices' | 'notCarried' | 'skipped'
> & {
  readonly steps: Readonly<Partial<Record<EntityName, Tally>>>;
};

/** Puts a report together from the tallies of the steps. */
export function makeReport({ steps, ...parts }: ReportParts): Report {
  const entities = Object.fromEntries(
    entityNames.map((name) => [name, steps[name]?.counts ?? zeroCounts()]),
  ) as Record<EntityName, Counts>;
  const present = entityNames.flatMap((name) => {
    const step = steps[name];
    return step ? [[name, step] as const] : [];
  });
  const flat = (field: 'notCarried' | 'skipped'): Record<string, number> =>
    Object.fromEntries(
      present.flatMap(([entity, step]) =>
        Object.entries(step[field]).map(([name, count]) => [`${entity}.${name}`, count]),
      ),
    );
  return {
    version: 1,
    command: parts.command,
    pipeline: parts.pipeline,
    ...(parts.commandLine === undefined ? {} : { commandLine: parts.commandLine }),
    exitCode: parts.exitCode,
    ...(parts.error ? { error: parts.error } : {}),
    target: parts.target,
    startedAt: parts.startedAt,
    finishedAt: parts.finishedAt,
    balanced: Object.values(entities).every(balanced),
    entities,
    requests: parts.requests,
    problems: byCode(steps, (step) => step.problems),
    notices: byCode(steps, (step) => step.notices ?? {}),
    notCarried: flat('notCarried'),
    skipped: flat('skipped'),
    ...(parts.missing ? { missing: parts.missing } : {}),
    warnings: parts.warnings,
    ...(parts.profile ? { profile: parts.profile } : {}),
    files: parts.files,
  };
}

/** One entry a code, over all entities, the most frequent first. */
function byCode(
  steps: ReportParts['steps'],
  groupsOf: (step: Tally) => Readonly<Record<string, ProblemGroup>>,
): ProblemReport[] {
  const found = new Map<string, { count: number; samples: (Sample & { entity: EntityName })[] }>();
  for (const entity of entityNames)
    for (const [code, { count, samples }] of Object.entries(steps[entity] ? groupsOf(steps[entity]) : {})) {
      const group = found.get(code) ?? { count: 0, samples: [] };
      group.count += count;
      group.samples.push(...samples.map((sample) => ({ entity, ...sample })));
      found.set(code, group);
    }
  return Array.from(found, ([code, group]) => ({ code, hint: hintOf(code), ...group })).sort(
    (a, b) => b.count - a.count,
  );
}

/** How many rows samples stand for: one row may break a rule at several fields. */
export function distinctRows(samples: readonly Sample[]): number {
  return new Set(samples.map(({ file, line }) => `${file}:${line}`)).size;
}

/** The sum over all entities. */
export function totals(entities: Readonly<Record<EntityName, Counts>>): Counts {
  const sum = zeroCounts();
  for (const counts of Object.values(entities)) {
    sum.read += counts.read;
    for (const status of statuses) sum[status] += counts[status];
  }
  return sum;
}

/** True where a row did not land for a reason that the user can mend. */
export function hasRejects(steps: Checkpoint['steps'] | Partial<Record<EntityName, Tally>>): boolean {
  return Object.values(steps).some(({ counts }) => counts.rejected + counts.blocked > 0);
}
