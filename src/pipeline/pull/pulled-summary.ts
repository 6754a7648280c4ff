import type { Plan } from '../../delivery/plan.ts';
import { RunError } from '../../errors/run-error.ts';
import { globPattern } from '../../input/rows/forms/pattern.ts';
import { amount } from '../../terminal/printable.ts';
import type { Workplace } from '../open/opening.ts';
import type { Pipeline } from '../pipeline.ts';
import type { PullSpec } from '../pull-spec.ts';
import { pullInto } from './pull-into.ts';
import type { Pulled } from './pull-origin.ts';

const SAMPLES_MAX = 20;

/** A plan of records that were read through an API, with what that took and what could not be read. */
export async function withPulled(
  plan: Plan,
  spec: PullSpec,
  { stateFolder, sources }: Pick<Pipeline, 'stateFolder' | 'sources'>,
  workplace: Workplace,
): Promise<Plan> {
  const found = await pullInto(spec, stateFolder, workplace);
  const { until, counts } = found;
  const faults = found.faults.filter(({ conversation }) => !isExcluded(conversation, sources));
  const samples = faults
    .slice(0, SAMPLES_MAX)
    .map(({ conversation, code, text }) => ({ conversation, code, message: text }));
  const pulled = {
    source: spec.shown,
    at: new Date(until).toISOString(),
    ...counts,
    ...(faults.length > 0 ? { unread: { count: faults.length, samples } } : {}),
  };
  const { exported } = plan;
  if (!exported) return plan;
  return { ...plan, exported: { ...exported, pulled, notes: [...exported.notes, ...notesOf(found)] } };
}

/** Sentences about what is not there, though nothing went wrong. */
function notesOf({ deleted, later, until }: Pulled): readonly string[] {
  const conversations = (count: number): string => amount(count, 'conversation');
  const isOne = later === 1;
  return [
    ...(deleted > 0
      ? [
          `${conversations(deleted)} ${deleted === 1 ? 'was' : 'were'} deleted in the old system while it was read`,
        ]
      : []),
    ...(later > 0
      ? [
          `${conversations(later)} ${isOne ? 'has' : 'have'} messages of after ${new Date(until).toISOString()}, when reading began; they are left for the next run (without sync: with --fresh)`,
        ]
      : []),
  ];
}

/**
 * Names faults of files as what they are for records of an API.
 * @throws RunError `STATE.LOCKED` if another command replaces them, and what the work throws
 */
export async function ofRecords<T>({ shown }: PullSpec, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof RunError) || error.where?.file.startsWith(shown) !== true) throw error;
    const { where, code } = error;
    if (code === 'SOURCE.EMPTY' && where.file === shown)
      throw new RunError(code, `${shown} has no users and no conversations`, {
        where,
        hint: 'check account, key, types and since in sources.export.api, then run the same command again',
      });
    if (code !== 'SOURCE.MISSING') throw error;
    throw new RunError('STATE.LOCKED', `another command reads the records of ${shown} anew`, {
      hint: 'wait for it, then run the same command again',
    });
  }
}

/** True for a conversation that the pipeline leaves out by its id: nobody misses what could not be read of it. */
function isExcluded(id: string, sources: Pipeline['sources']): boolean {
  const [of] = Object.values(sources)
    .flat()
    .flatMap((source) => ('export' in source ? [source.export] : []));
  return (of?.exclude?.conversations ?? []).some((name) =>
    name.includes('*') ? globPattern(name).test(id) : name === id,
  );
}
