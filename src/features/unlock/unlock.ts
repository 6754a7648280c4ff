import { join } from 'node:path';
import { exitCodes, RunError, usageError } from '../../errors/run-error.ts';
import { ago } from '../../files/current-lock.ts';
import { findLock, removeLock } from '../../files/lock.ts';
import { type FoundLock, SILENT_MAX_MS } from '../../files/lock-holder.ts';
import { pick } from '../../input/json/defined.ts';
import { errorBlock } from '../../report/screen/error-block.ts';
import { openKept } from '../../state/open-kept.ts';
import { statePaths } from '../../state/state.ts';
import type { System } from '../../system/system.ts';
import {
  type CommandContext,
  errorJson,
  type Questions,
  type Runtime,
  type Stdout,
} from '../../terminal/context.ts';
import { printable, printableJson } from '../../terminal/printable.ts';

/** Options of `chatferry unlock`. */
export type UnlockOptions = {
  /** The pipeline file as typed. */
  readonly pipeline: string;
  /** Removes it without a question. */
  readonly yes: boolean;
  /** Also removes the lock of a run that may be at work where it cannot be seen. */
  readonly force: boolean;
};

/**
 * Shows who holds the locks of a pipeline, of a shard of it, or of its events, and, after a yes, removes each: the lock of a process that has ended, or of one that
 * cannot be seen from here and gave no sign of life for 30 minutes (`force`: at any time). Never that of a process that runs
 * here. Returns the exit code: 0 if there is no lock now, 8 if it stays, 3 if the user declined, 2 if nobody could be asked.
 */
export async function unlock(options: UnlockOptions, outside: CommandContext): Promise<number> {
  await using kept = await openKept(options.pipeline, outside);
  const { pipeline, context } = kept;
  const locks = await locksOf(pipeline.stateFolder, context.system);
  let [found] = locks;
  let error: RunError | undefined;
  for (const each of locks) {
    if (!context.json && !context.quiet) context.out(foundText(pipeline.name, each, context));
    error = await remove(each, options, context);
    if (!error) continue;
    found = each;
    break;
  }
  const exitCode = error?.exitCode ?? exitCodes.ok;
  const next = error?.hint ?? `chatferry run ${options.pipeline}`;
  if (context.json) context.out(unlockJson(pipeline.name, found, error, next));
  else if (!error && !context.quiet) context.out(doneText(pipeline.name, found, next));
  if (error) context.err(errorBlock(error, context));
  return exitCode;
}

/** The lock of a pipeline, or the first of its shards, and those of its events; beside another one those stay that are at work. */
async function locksOf(stateFolder: string, system: System): Promise<readonly FoundLock[]> {
  const first = await firstLock(stateFolder, system);
  const locks = first ? [first] : [];
  for (const path of statePaths(stateFolder).eventLocks) {
    const found = system.files.existsSync(path) ? await findLock(path, system) : undefined;
    if (found && (locks.length === 0 || found.sight !== 'alive')) locks.push(found);
  }
  return locks;
}

/** The lock of a pipeline; without one, the first that a shard of it has. */
async function firstLock(stateFolder: string, system: System): Promise<FoundLock | undefined> {
  const { lock, shards } = statePaths(stateFolder);
  const own = await findLock(lock, system);
  if (own) return own;
  for (const name of (await system.files.readdir(shards).catch(() => [])).sort()) {
    const path = statePaths(join(shards, name)).lock;
    const found = system.files.existsSync(path) ? await findLock(path, system) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** Removes a lock; returns the reason if it stays. */
async function remove(
  found: FoundLock,
  options: UnlockOptions,
  context: Pick<Runtime, 'system'> & Pick<Stdout, 'json'> & Questions,
): Promise<RunError | undefined> {
  const refusal = refusalOf(found, options) ?? (await refusalOfUser(options, context));
  if (refusal) return refusal;
  if (await removeLock(found, context.system)) return undefined;
  return new RunError('STATE.LOCKED', 'the lock has changed in the meantime: its holder is running', {
    hint: `chatferry status ${options.pipeline}`,
  });
}

function refusalOf(found: FoundLock, { pipeline, force }: UnlockOptions): RunError | undefined {
  const { pid, host } = found.holder;
  if (found.sight === 'alive')
    return new RunError('STATE.LOCKED', `process ${pid} runs on this machine; nothing was removed`, {
      hint: `stop it with  kill ${pid}  and run the command again; its work is saved`,
    });
  if (found.sight === 'gone' || force || found.silentMs >= SILENT_MAX_MS) return undefined;
  const minutes = SILENT_MAX_MS / 60_000;
  return new RunError(
    'STATE.LOCKED',
    `process ${pid} on ${host} may still be running: its last heartbeat was ${ago(found)}; nothing was removed`,
    {
      hint: `wait until it has been silent for ${minutes} m; if it is certainly gone:  chatferry unlock ${pipeline} --force`,
    },
  );
}

async function refusalOfUser(
  { pipeline, yes, force }: UnlockOptions,
  { ask, json }: Pick<Stdout, 'json'> & Questions,
): Promise<RunError | undefined> {
  if (yes) return undefined;
  if (!ask || json)
    return usageError('without a terminal, removing a lock needs --yes', {
      hint: `chatferry unlock ${pipeline}${force ? ' --force' : ''} --yes`,
      missingFlags: ['--yes'],
    });
  const answer = await ask('  Type yes to remove this lock: ');
  if (answer.trim() === 'yes') return undefined;
  return new RunError('RUN.DECLINED', 'not confirmed, the lock stays');
}

const SIGHTS = {
  alive: 'it runs on this machine',
  gone: 'it has ended',
  unseen: 'unknown from here: it runs in another container or on another machine',
} as const;

function foundText(name: string, found: FoundLock, { style }: Pick<Stdout, 'style'>): string {
  const { pid, host, user, command, started } = found.holder;
  const rows = [
    ['process', `${pid} on ${host} (${user})`],
    ['command', command],
    ['started', started],
    ['heartbeat', ago(found)],
    ['now', SIGHTS[found.sight]],
  ] as const;
  const lines = rows.map(([label, value]) => `  ${label.padEnd(9)}  ${printable(value)}`);
  return `${[`${style.bold(name)}  ${style.yellow('locked')}`, ...lines].join('\n')}\n`;
}

const doneText = (name: string, found: FoundLock | undefined, next: string): string =>
  `${found ? '\nThe lock is removed.' : `${name} has no lock.`}\n\n  next  ${next}\n`;

function unlockJson(
  pipeline: string,
  found: FoundLock | undefined,
  error: RunError | undefined,
  next: string,
): string {
  const body = {
    version: 1,
    command: 'unlock',
    pipeline,
    exitCode: error?.exitCode ?? exitCodes.ok,
    locked: error !== undefined,
    removed: found !== undefined && error === undefined,
    ...(found ? { holder: holderJson(found) } : {}),
    next,
    ...(error ? { error: errorJson(error) } : {}),
  };
  return printableJson(body);
}

const holderJson = ({ holder, sight, silentMs }: FoundLock): object => ({
  ...pick(holder, 'pid', 'host', 'user', 'command', 'started', 'heartbeat'),
  heartbeatSecondsAgo: Math.max(0, Math.round(silentMs / 1_000)),
  state: sight,
});
