import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { Plan } from '../../delivery/plan.ts';
import { type Lock, takeLock } from '../../files/lock.ts';
import { requireOwnFolder } from '../../files/own-folder.ts';
import { makeFolder } from '../../files/private-file.ts';
import type { StateStore } from '../../files/state/state-store.ts';
import { digestOf } from '../../input/sources/bytes/file-digest.ts';
import type { Workplace } from '../../pipeline/open-plan.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { PullMode } from '../../pipeline/pull-event.ts';
import { isLasting } from '../../pipeline/state-place.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import { currentPath, knownPath } from '../../state/open-checkpoint.ts';
import { State, statePaths } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
import { printable } from '../../terminal/printable.ts';
import { PullWatch } from './run-watch.ts';

type Context = Pick<
  Runtime,
  'system' | 'env' | 'signal' | 'allowCode' | 'input' | 'hideVariables' | 'pipelineText'
> &
  Pick<Stderr, 'err' | 'errStyle' | 'live' | 'columns' | 'quiet'>;

/** A workplace in the state folder, which is locked as soon as anything is prepared, until it is disposed of. */
export type StateWorkplace = Workplace &
  AsyncDisposable & {
    /** The lock of the state; undefined if nothing is prepared. */
    readonly lock: Lock | undefined;
  };

const shared = (
  { system, env, signal, allowCode, input, err, quiet, ...context }: Context,
  listeners: readonly RunListener[] = [],
) => ({
  system,
  env,
  signal,
  allowCode,
  hideVariables: context.hideVariables,
  pipelineText: context.pipelineText,
  stdin: input ?? Readable.from([]),
  say(sentence: string): void {
    if (!quiet) err(`${new Date(system.clock.now()).toISOString()} ${printable(sentence)}\n`);
  },
  stateIn: (stateFolder: string): StateStore => new State(stateFolder, system.files).kept,
  preparedIn: (stateFolder: string): string => statePaths(stateFolder).prepared,
  pulling: new PullWatch(system.clock, { err, quiet, ...context }, listeners).observe,
});

/** Locks a state folder, and makes the folder in it for what is prepared. */
async function preparedOf(
  stateFolder: string,
  { system, commandLine }: Pick<Runtime, 'system' | 'commandLine'>,
): Promise<{ readonly folder: string; readonly lock: Lock }> {
  const { files } = system;
  const { prepared: folder, lock: path } = statePaths(stateFolder);
  await requireOwnFolder(stateFolder, files);
  await makeFolder(stateFolder, files);
  // Another run may be reading what is prepared there.
  const lock = await takeLock(path, commandLine, system);
  await makeFolder(folder, files);
  return { folder, lock };
}

/** Holds the folder with a lock of its own, as long as records are written there. */
const holding =
  (context: Pick<Runtime, 'system' | 'commandLine'>): Workplace['holdPrepared'] =>
  async (stateFolder) => {
    const { folder, lock } = await preparedOf(stateFolder, context);
    return {
      folder,
      assertHeld: () => lock.assertHeld(),
      [Symbol.asyncDispose]: () => lock[Symbol.asyncDispose](),
    };
  };

type Pulling = {
  readonly listeners?: readonly RunListener[] | undefined;
  /** A run that follows a plan takes the records of an old system that the plan was made with. */
  readonly plan?: string | undefined;
};

/**
 * Prepares sources in the state folder of a pipeline, where the next run finds what a stopped one has prepared.
 * @throws RunError `STATE.LOCKED`, `STATE.UNWRITABLE`, `STATE.NOT_OWN` when the folder is first asked for
 * @param again whether the commands of sources run again, and old systems are asked for what is new
 * @param pulling who hears how far reading an old system is besides the person at the terminal
 */
export function stateWorkplace(
  { stateFolder }: Pick<Pipeline, 'stateFolder'>,
  context: Context & Pick<Runtime, 'commandLine'>,
  again: boolean,
  { listeners = [], plan }: Pulling = {},
): StateWorkplace {
  let held: { readonly folder: string; readonly lock: Lock } | undefined;
  const opened = new AsyncDisposableStack();
  const folder = async (): Promise<string> => {
    held ??= await preparedOf(stateFolder, context);
    return held.folder;
  };
  return {
    ...shared(context, listeners),
    again,
    pulls: plan === undefined ? (again ? 'again' : 'missing') : 'use',
    folder,
    ownFolder: folder,
    // It is held until all is done.
    holdPrepared: async () => ({
      folder: await folder(),
      assertHeld: () => held?.lock.assertHeld(),
      [Symbol.asyncDispose]: async () => {},
    }),
    holds: (each) => void opened.use(each),
    get lock() {
      return held?.lock;
    },
    async [Symbol.asyncDispose]() {
      await opened.disposeAsync();
      await held?.lock[Symbol.asyncDispose]();
    },
  };
}

/**
 * Finds what was prepared in the state folder of a pipeline, whose lock others may have: nothing is changed there. Where there
 * is nothing, such as on another machine, sources are prepared in another state folder, whose lock is ours.
 */
export function workplaceBeside(
  main: Pick<Pipeline, 'stateFolder'>,
  own: Pick<Pipeline, 'stateFolder'>,
  context: Context & Pick<Runtime, 'commandLine'>,
): Workplace & AsyncDisposable {
  const { files } = context.system;
  const opened = new AsyncDisposableStack();
  const ownFolder = async (): Promise<string> => {
    const { prepared } = statePaths(own.stateFolder);
    await makeFolder(prepared, files);
    return prepared;
  };
  return {
    ...shared(context),
    again: false,
    pulls: 'use',
    holdPrepared: holding(context),
    ownFolder,
    async folder() {
      const { prepared } = statePaths(main.stateFolder);
      return files.existsSync(prepared) ? prepared : await ownFolder();
    },
    holds: (each) => void opened.use(each),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/**
 * Removes what was prepared in the state folder of a pipeline; copies of files on servers and records of old systems stay for
 * the next run.
 */
export async function clearWorkplace(
  { stateFolder }: Pick<Pipeline, 'stateFolder'>,
  files: Files,
): Promise<void> {
  const { prepared } = statePaths(stateFolder);
  const found: readonly string[] = await files.readdir(prepared).catch(() => []);
  const removed = found.some(isLasting)
    ? found.filter((name) => !isLasting(name)).map((name) => join(prepared, name))
    : [prepared];
  for (const path of removed) await files.rm(path, { force: true, recursive: true });
}

/**
 * Removes the kept output of commands, and standard input, that is not what a run began with. Without that, a command that
 * was put right again, or the right input, would not be asked for.
 */
export async function dropOtherSpools(
  { inputs }: Checkpoint,
  { steps }: Plan,
  { folder }: Pick<Pipeline, 'folder'>,
  files: Files,
): Promise<void> {
  for (const file of steps.flatMap((step) => step.files)) {
    if (file.id === undefined) continue;
    const known = knownPath(folder, file);
    const begun = inputs.find((input) => currentPath(folder, input.path) === known);
    const { sha256 } = await digestOf(files, file.path, new AbortController().signal);
    if (sha256 !== begun?.sha256) await files.rm(file.path, { force: true });
  }
}

/**
 * Prepares sources in a temporary folder, which is removed with it.
 * @param pulls what is done about records of an old system, which are in the state folder all the same
 */
export function temporaryWorkplace(
  context: Context & Pick<Runtime, 'commandLine'>,
  pulls: PullMode = 'use',
): Workplace & AsyncDisposable {
  const { files, random } = context.system;
  let made: string | undefined;
  const opened = new AsyncDisposableStack();
  const folder = async (): Promise<string> => {
    if (made === undefined) {
      made = join(tmpdir(), `chatferry-${random.hex(16)}`);
      await makeFolder(made, files);
    }
    return made;
  };
  return {
    ...shared(context),
    again: true,
    pulls,
    holdPrepared: holding(context),
    folder,
    ownFolder: folder,
    holds: (each) => void opened.use(each),
    async [Symbol.asyncDispose]() {
      await opened.disposeAsync();
      if (made !== undefined) await files.rm(made, { force: true, recursive: true });
    },
  };
}
