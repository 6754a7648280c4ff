import { exitCodes, RunError } from '../../errors/run-error.ts';
import { type CommandContext, errorJson } from '../../terminal/context.ts';
import { jsonText, printable } from '../../terminal/printable.ts';
import { enqueue, type Submitted } from './queue/enqueue.ts';
import { type FleetJob, shownName } from './queue/fleet-job.ts';
import { openQueue } from './queue/open-queue.ts';
import { queueError } from './queue/queue-error.ts';
import { queueUrlOf } from './queue/queue-url.ts';
import { type Asked, submissionOf } from './queue/submission.ts';

/** Options of `chatferry fleet submit`. */
export type SubmitOptions = Asked & {
  readonly queue: string | undefined;
  /** The pipelines as typed. */
  readonly pipelines: readonly string[];
};

type Line = { readonly pipeline: string; readonly name: string } & Submitted;

/**
 * Puts pipelines into the queue. All files are checked before the first one is submitted. Returns the exit code.
 * @throws RunError `FLEET.*`, `CONFIG.*`
 */
export async function submit(options: SubmitOptions, context: CommandContext): Promise<number> {
  const { queue, pipelines, ...asked } = options;
  const url = queueUrlOf(queue, context.env);
  const jobs = pipelines.map((pipeline) => ({ pipeline, data: submissionOf(pipeline, asked, context) }));
  await using open = await openQueue(url);
  const lines: Line[] = [];
  try {
    for (const { pipeline, data } of jobs) {
      context.signal.throwIfAborted();
      const line = { pipeline, name: shownName(data), ...(await enqueue(open.pipelines, data)) };
      lines.push(line);
      if (!context.json && !context.quiet) context.out(textOf(line, data));
    }
  } catch (error) {
    throw queueError(error, url);
  }
  return ended(lines, url.shown, context);
}

function textOf({ name, outcome, worker }: Line, { command }: FleetJob): string {
  const what = {
    submitted: `submitted (${command})`,
    waiting: 'is waiting already',
    running: `is running already${worker ? ` on ${printable(worker)}` : ''}`,
  };
  return `${printable(name)}: ${what[outcome]}\n`;
}

function ended(lines: readonly Line[], queue: string, context: CommandContext): number {
  const there = lines.filter(({ outcome }) => outcome !== 'submitted');
  const [first] = there;
  const message =
    there.length === 1
      ? `${first?.name} is in the queue already`
      : `${there.length} of ${lines.length} pipelines are in the queue already`;
  const error = first ? new RunError('FLEET.ALREADY_SUBMITTED', message) : undefined;
  if (context.json) {
    const exitCode = error?.exitCode ?? exitCodes.ok;
    const body = { version: 1, command: 'fleet submit', exitCode, queue, pipelines: lines };
    context.out(jsonText(error ? { ...body, error: errorJson(error) } : body));
    return exitCode;
  }
  if (error) throw error.withHint(error.hint.replaceAll('<pipeline>', first?.pipeline ?? ''));
  if (!context.quiet) context.err('see how far they are:  chatferry fleet status --watch\n');
  return exitCodes.ok;
}
