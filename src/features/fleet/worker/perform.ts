import { exitCodes, RunError } from '../../../errors/run-error.ts';
import { checkedFiles } from '../../../files/checked-files.ts';
import { toRunError } from '../../../files/to-run-error.ts';
import { defined } from '../../../input/json/defined.ts';
import { referenceText } from '../../../pipeline/reference.ts';
import type { EventOf } from '../../../report/events/event-schema.ts';
import type { RunListener } from '../../../report/events/run-listener.ts';
import { openKept } from '../../../state/open-kept.ts';
import { realSystem, type System } from '../../../system/system.ts';
import type { CommandContext } from '../../../terminal/context.ts';
import { type OwnSetting, ownContext } from '../../../terminal/own-context.ts';
import { amount, cut } from '../../../terminal/printable.ts';
import type { FleetCommand, FleetJob, LastResult, RowsDone } from '../queue/fleet-job.ts';

/** The settings that a job is done with. */
export type Performance = Pick<OwnSetting, 'env' | 'signal' | 'allowCode'> & {
  /** @default that of this machine */
  readonly system?: System;
  /** Gets how far the rows are. */
  readonly onRows: (rows: RowsDone) => void;
  readonly commands: JobCommands;
};

/** A pipeline as a job has it done, and who hears of it. */
type Order = FleetJob['options'] & { readonly pipeline: string; readonly listener: RunListener };

/** Each command that a job can ask for: features of their own, which are handed to a worker. */
export type JobCommands = Readonly<
  Record<FleetCommand, (order: Order, context: CommandContext) => Promise<number>>
>;

/** Does one stage of a pipeline with shards; what it returns is the exit code of the run only for the last one. */
async function performStage(
  name: string,
  { pipeline: file, listener, ...options }: Order,
  context: CommandContext,
): Promise<number> {
  const { planStages, stageName } = await import('../shards/stages.ts');
  const { runStage } = await import('../shards/run-stage.ts');
  await using kept = await openKept(file, context);
  const stage = planStages(kept.pipeline).find((each) => stageName(each) === name);
  if (!stage) throw new RunError('FLEET.JOB_INVALID', `the pipeline has no stage ${name}`);
  const how = { file, yes: true, ...options, listeners: [listener] };
  return await runStage(kept.pipeline, stage, how, kept.context);
}

const PROGRESS_EVERY_MS = 1_000;

/** Does what a job asks for, and tells how it ended. Never rejects. */
export async function perform(
  job: FleetJob,
  { onRows, commands, system = realSystem, ...given }: Performance,
): Promise<LastResult> {
  const { command, file, to, text } = job;
  const pipeline = referenceText({ file, to });
  const name = `chatferry ${command} ${pipeline}`;
  const checked = checkedFiles(system.files, name);
  const own = ownContext({
    ...given,
    system: { ...system, files: checked.files },
    name,
    pipelineText: text,
    warn: () => {},
  });
  const { clock } = own.context.system;
  const startedMs = clock.elapsed();
  const ended = (exitCode: number, rest: Partial<LastResult>): LastResult => ({
    command,
    at: new Date(clock.now()).toISOString(),
    exitCode,
    durationMs: Math.round(clock.elapsed() - startedMs),
    counts: {},
    ...rest,
  });
  const listener: RunListener = {
    everyMs: PROGRESS_EVERY_MS,
    observe: (event) => {
      if (event.type === 'progress') onRows(rowsDone(event));
    },
  };
  try {
    const order = { ...job.options, pipeline, listener };
    const exitCode =
      command === 'run' && job.stage
        ? await performStage(job.stage.name, order, own.context)
        : await commands[command](order, own.context);
    const refused = exitCode === exitCodes.ok ? checked.refused() : undefined;
    // Only the last one of several stages has a report.
    const document = JSON.parse(own.printed() || '{}') as Document;
    if (refused)
      return ended(refused.exitCode, { counts: countsOf(document), ...resultError(refused, pipeline) });
    return ended(exitCode, summaryOf(document, pipeline));
  } catch (thrown) {
    const error = toRunError(thrown, own.context);
    return ended(error.exitCode, resultError(error, pipeline));
  }
}

function rowsDone(event: EventOf<'progress'>): RowsDone {
  const { entity, done, total, rowsPerMinute, requests, waiting } = event;
  const { perMinute, allowedPerMinute, allowedBy, rateClass } = requests;
  return defined({
    done,
    entity,
    total,
    rowsPerMinute,
    rateClass,
    requestsPerMinute: perMinute,
    allowedPerMinute,
    allowedBy,
    heldMs: waiting?.why === 'refused' ? Math.round(waiting.seconds * 1_000) : undefined,
  });
}

/** A message of a file can be as long as it likes; a queue is seen by many. */
const MESSAGE_CHARS = 1_000;

/** The form of an error in a result. */
export const resultError = (
  { code, message, hint }: Pick<RunError, 'message' | 'hint'> & { readonly code: string },
  pipeline: string,
): Pick<LastResult, 'code' | 'message' | 'hint'> => ({
  code,
  message: cut(message, MESSAGE_CHARS),
  hint: cut(hint.replaceAll('<pipeline>', pipeline), MESSAGE_CHARS),
});

/** The parts that are taken from the document of a command: no values of rows. */
type Document = {
  readonly entities?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The counts of what a sync run did with rows that are gone from the sources. */
  readonly missing?: Readonly<Record<string, { readonly deactivated: number; readonly deleted: number }>>;
  readonly error?: { readonly code: string; readonly message: string; readonly hint: string };
  readonly problems?: readonly { readonly code: string; readonly count: number; readonly hint: string }[];
};

function summaryOf(document: Document, pipeline: string): Partial<LastResult> {
  const counts = countsOf(document);
  if (document.error) return { counts, ...resultError(document.error, pipeline) };
  const [worst] = document.problems ?? [];
  if (!worst) return { counts };
  return { counts, ...resultError({ ...worst, message: amount(worst.count, 'row') }, pipeline) };
}

function countsOf({ entities = {}, missing = {} }: Document): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  const removed = Object.values(missing).map(({ deactivated, deleted }) => ({
    removed: deactivated + deleted,
  }));
  for (const counts of [...Object.values(entities), ...removed])
    for (const [name, value] of Object.entries(counts))
      if (typeof value === 'number' && value !== 0) sums[name] = (sums[name] ?? 0) + value;
  return sums;
}
