import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { RunError } from '../../../../errors/run-error.ts';
import { requireOwnCode, requireOwnFolder } from '../../../../files/own-folder.ts';
import type { Pipeline } from '../../../../pipeline/pipeline.ts';
import type { Notifier, NotifyAddress } from '../../../../pipeline/schema/notify-schema.ts';
import { openRunLog } from '../../../../report/events/run-log.ts';
import { statePaths } from '../../../../state/state.ts';
import { childEnv } from '../../../../system/child-env.ts';
import type { Runtime, Stderr } from '../../../../terminal/context.ts';
import { printable, printableJson } from '../../../../terminal/printable.ts';
import { filled, type Moment, summaryOf } from '../run-end.ts';
import { NOTIFY_MS, notificationAddress, sendRequest } from './send-request.ts';

/**
 * Checks that nobody else may change the programs that are to be told: before the run, because they are code as any other.
 * @throws RunError `CONFIG.CODE_NOT_OWN`
 */
export async function requireOwnNotifiers(
  pipeline: Pipeline,
  context: Pick<Runtime, 'allowCode'>,
): Promise<void> {
  for (const notifier of pipeline.notify)
    if ('command' in notifier) await requireOwnCode(notifier.command[0] as string, pipeline, context);
}

/**
 * Tells everybody whom the pipeline names for this moment, all at the same time. Never rejects: whoever cannot be told is a
 * warning, on standard error and in the log of the run.
 */
export async function notify(
  moment: Moment,
  pipeline: Pipeline,
  context: Runtime & Pick<Stderr, 'err'>,
): Promise<void> {
  await Promise.all(
    pipeline.notify.map(async (notifier, index) => {
      if (!isFor(notifier, moment)) return;
      try {
        await tell(notifier, moment, pipeline, context);
      } catch (error) {
        await warn(`notify.${index} (${kindOf(notifier)}): ${reasonOf(error)}`, pipeline, context);
      }
    }),
  );
}

const kindOf = (notifier: Notifier): string =>
  'webhook' in notifier ? 'webhook' : 'ping' in notifier ? 'ping' : 'command';

/** Classes of what is not the end of a run, or a good one. */
const NO_FAILURES: ReadonlySet<Moment['class']> = new Set(['start', 'success', 'live']);

function isFor(notifier: Notifier, { class: kind }: Moment): boolean {
  const isPing = 'ping' in notifier;
  const on = notifier.on ?? (isPing ? ['start', 'success', 'failure'] : ['failure', 'live']);
  return on.includes(kind) || (on.includes('failure') && !NO_FAILURES.has(kind));
}

async function tell(notifier: Notifier, moment: Moment, pipeline: Pipeline, context: Runtime): Promise<void> {
  if ('command' in notifier)
    return runCommand(notifier.command as [string, ...string[]], moment, pipeline, context);
  const find = (where: NotifyAddress): Promise<URL> => notificationAddress(where, pipeline.folder, context);
  if ('ping' in notifier) {
    // Its addresses have no words for news.
    if (moment.class === 'live') return;
    const url = await pingAddress(notifier.ping, moment, find);
    return url && sendRequest(url, { method: 'GET' }, context);
  }
  const { body } = notifier;
  const told =
    typeof body === 'string'
      ? { body: filled(body, moment) as string, headers: { 'content-type': 'text/plain; charset=utf-8' } }
      : { body: JSON.stringify(body ? filled(body, moment) : summaryOf(moment)) };
  const headers = { ...told.headers, ...lowerCase(notifier.headers ?? {}) };
  await sendRequest(await find(notifier.webhook), { ...told, method: 'POST', headers }, context);
}

type PingPlan = Extract<Notifier, { ping: unknown }>['ping'];

/** One address stands for three, as at Healthchecks: with /start, itself, with /fail. */
async function pingAddress(
  ping: PingPlan,
  { class: kind }: Moment,
  find: (where: NotifyAddress) => Promise<URL>,
): Promise<URL | undefined> {
  const event = kind === 'start' || kind === 'success' ? kind : 'failure';
  if (typeof ping === 'string' || 'env' in ping || 'file' in ping) {
    const url = await find(ping);
    const end = { start: '/start', success: '', failure: '/fail' }[event];
    if (end !== '') url.pathname = url.pathname.replace(/\/$/, '') + end;
    return url;
  }
  const where = ping[event];
  return where === undefined ? undefined : await find(where);
}

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const reasonOf = (error: unknown): string => {
  const { message, code } = error as NodeJS.ErrnoException;
  return error instanceof RunError || code === undefined ? message : `${code}: ${message}`;
};

/** Says it, and logs it where there is a log already: a run that failed early has no state folder to leave behind. */
async function warn(
  text: string,
  pipeline: Pipeline,
  { err, system }: Pick<Runtime, 'system'> & Pick<Stderr, 'err'>,
): Promise<void> {
  const message = printable(text);
  err(`warning: not notified: ${message}\n`);
  const { folder, log: path } = statePaths(pipeline.stateFolder);
  if (!system.files.existsSync(path)) return;
  try {
    await requireOwnFolder(folder, system.files);
    await using log = openRunLog(path, system, () => {});
    log({ type: 'notify.failed', message }, 40);
  } catch {
    // The warning was printed.
  }
}

/**
 * Runs a program in the folder of the pipeline, with the summary as JSON on its standard input and the most important of it
 * in its environment, without what is for chatferry itself. It gets as long as any other notification, with all that it starts.
 * @throws RunError `CONFIG.CODE_NOT_OWN`; an error that says how it has ended
 */
async function runCommand(
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
