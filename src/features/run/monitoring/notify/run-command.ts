import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { requireOwnCode } from '../../../../files/own-folder.ts';
import type { Pipeline } from '../../../../pipeline/pipeline.ts';
import { childEnv } from '../../../../system/child-env.ts';
import type { Runtime } from '../../../../terminal/context.ts';
import { printableJson } from '../../../../terminal/printable.ts';
import { type Moment, summaryOf } from '../run-end.ts';
import { NOTIFY_MS } from './send-request.ts';

/**
 * Runs a program in the folder of the pipeline, with the summary as JSON on its standard input and the most important of it
 * in its environment, without what is for chatferry itself. It gets as long as any other notification, with all that it starts.
 * @throws RunError `CONFIG.CODE_NOT_OWN`; an error that says how it has ended
 */
export async function runCommand(
  [program, ...args]: readonly [string, ...string[]],
  moment: Moment,
  pipeline: Pipeline,
  context: Runtime,
): Promise<void> {
  await requireOwnCode(program, pipeline, context);
  const child = spawn(program, args, {
    cwd: pipeline.folder,
    env: { ...childEnv(context.env, pipeline.secrets), ...variablesOf(moment) },
    stdio: ['pipe', 'ignore', 'ignore'],
    // A group of its own: Ctrl-C reaches us alone, and we end all of it.
    detached: true,
  });
  // It need not read what it gets.
  child.stdin.on('error', () => {});
  child.stdin.end(printableJson(summaryOf(moment)));
  let isLate = false;
  using _timer = context.system.clock.after(NOTIFY_MS, () => {
    isLate = true;
    end(child.pid);
  });
  const [code, signal] = (await once(child, 'exit').catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new Error(`${program} did not start: ${code ?? message}`);
  })) as [number | null, NodeJS.Signals | null];
  if (isLate) throw new Error(`${program} was ended after ${NOTIFY_MS / 1_000} s`);
  if (code !== 0) throw new Error(`${program} ended with ${signal ?? `exit code ${code}`}`);
}

const variablesOf = ({ class: kind, pipeline, end }: Moment): Readonly<Record<string, string>> => ({
  CHATFERRY_PIPELINE: pipeline,
  CHATFERRY_CLASS: kind,
  ...(end ? { CHATFERRY_EXIT_CODE: String(end.exitCode) } : {}),
  ...(end?.report?.files.report === undefined ? {} : { CHATFERRY_REPORT: end.report.files.report }),
});

/** Ends a program and those that it has started. */
function end(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
