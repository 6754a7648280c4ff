import type { Plan } from '../delivery/plan.ts';
import { RunError } from '../errors/run-error.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { RunListener } from '../report/events/run-listener.ts';
import type { ReportedFiles } from '../report/result/file-copies.ts';
import type { System } from '../system/system.ts';
import type { Runtime, Stderr } from '../terminal/context.ts';
import { KeptCopies } from './kept-copies.ts';

/** How the files of a plan are copied. */
export type CopyHow = {
  /** Asks again for files that could not be copied. */
  readonly retryFiles?: boolean | undefined;
  /** Files whose host does not answer count as failed. */
  readonly finishFiles?: boolean | undefined;
  /** Rows that a migration does not change were sent: what is known of their files stays as it is. */
  readonly hasSent: boolean;
  readonly maxDurationMs?: number | undefined;
  readonly listeners?: readonly RunListener[] | undefined;
};

/** Files that were copied; their map is open as long as rows are read. */
export type CopiedFiles = AsyncDisposable & {
  /** What became of them, for the report; undefined if it ended before anything was known. */
  readonly files: ReportedFiles | undefined;
  /** The error that ended it early. */
  readonly error: RunError | undefined;
  /** How long it took. */
  readonly ms: number;
  readonly copies: KeptCopies;
};

type PlanFiles = CopyHow & {
  readonly pipeline: Pipeline;
  readonly system: System;
  readonly plan: Plan;
};

/** Copies the files of a plan's rows. */
export async function copyPlanFiles(
  { pipeline, system, plan: _, ...how }: PlanFiles,
  context: Runtime & Stderr,
): Promise<CopiedFiles> {
  const { files } = pipeline;
  if (!files) throw new RunError('FILES.CONFIG', 'the pipeline copies no files');
  const copies = await KeptCopies.open(files, { pipeline, system, access: context });
  void how;
  return {
    files: undefined,
    error: undefined,
    ms: 0,
    copies,
    [Symbol.asyncDispose]: () => copies[Symbol.asyncDispose](),
  };
}
