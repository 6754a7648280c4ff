import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { Plan } from '../../delivery/plan.ts';
import { type Lock, takeLock } from '../../files/lock.ts';
import { requireOwnFolder } from '../../files/own-folder.ts';
import { makeFolder } from '../../files/private-file.ts';
import { digestOf } from '../../input/sources/bytes/file-digest.ts';
import type { Workplace } from '../../pipeline/open-plan.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { COPIES_NAME } from '../../pipeline/state-place.ts';
import { currentPath, knownPath } from '../../state/open-checkpoint.ts';
import { statePaths } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
import { printable } from '../../terminal/printable.ts';

type Context = Pick<Runtime, 'system' | 'env' | 'signal' | 'allowCode' | 'input'> &
  Pick<Stderr, 'err' | 'quiet'>;

/** A workplace in the state folder, which is locked as soon as anything is prepared, until it is disposed of. */
export type StateWorkplace = Workplace &
  AsyncDisposable & {
    /** The lock of the state; undefined if nothing is prepared. */
    readonly lock: Lock | undefined;
  };

const shared = ({ system, env, signal, allowCode, input, err, quiet }: Context) => ({
  system,
  env,
  signal,
  allowCode,
  stdin: input ?? Readable.from([]),
  say(sentence: string): void {
    if (!quiet) err(`${new Date(system.clock.now()).toISOString()} ${printable(sentence)}\n`);
  },
  preparedIn: (stateFolder: string): string => statePaths(stateFolder).prepared,
});

/**
 * Prepares sources in the state folder of a pipeline, where the next run finds what a stopped one has prepared.
 * @throws RunError `STATE.LOCKED`, `STATE.UNWRITABLE`, `STATE.NOT_OWN` when the folder is first asked for
 * @param again whether the commands of sources run again
 */
export function stateWorkplace(
  { stateFolder }: Pick<Pipeline, 'stateFolder'>,
  context: Context & Pick<Runtime, 'commandLine'>,
  again: boolean,
): StateWorkplace {
  const { files } = context.system;
  const { prepared, lock: path } = statePaths(stateFolder);
  let lock: Lock | undefined;
  const folder = async (): Promise<string> => {
    if (lock) return prepared;
    await requireOwnFolder(stateFolder, files);
    await makeFolder(stateFolder, files);
    // Another run may be reading what is prepared there.
    lock = await takeLock(path, context.commandLine, context.system);
    await makeFolder(prepared, files);
    return prepared;
  };
  return {
    ...shared(context),
    again,
    folder,
    ownFolder: folder,
    get lock() {
      return lock;
    },
    async [Symbol.asyncDispose]() {
      await lock?.[Symbol.asyncDispose]();
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
  context: Context,
): Workplace {
  const { files } = context.system;
  const ownFolder = async (): Promise<string> => {
    const { prepared } = statePaths(own.stateFolder);
    await makeFolder(prepared, files);
    return prepared;
  };
  return {
    ...shared(context),
    again: false,
    ownFolder,
    async folder() {
      const { prepared } = statePaths(main.stateFolder);
      return files.existsSync(prepared) ? prepared : await ownFolder();
    },
  };
}

/** Removes what was prepared in the state folder of a pipeline; copies of files on servers stay for the next run. */
export async function clearWorkplace(
  { stateFolder }: Pick<Pipeline, 'stateFolder'>,
  files: Files,
): Promise<void> {
  const { prepared } = statePaths(stateFolder);
  const found: readonly string[] = await files.readdir(prepared).catch(() => []);
  const removed = found.includes(COPIES_NAME)
    ? found.filter((name) => name !== COPIES_NAME).map((name) => join(prepared, name))
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

/** Prepares sources in a temporary folder, which is removed with it. */
export function temporaryWorkplace(context: Context): Workplace & AsyncDisposable {
  const { files, random } = context.system;
  let made: string | undefined;
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
    folder,
    ownFolder: folder,
    async [Symbol.asyncDispose]() {
      if (made !== undefined) await files.rm(made, { force: true, recursive: true });
    },
  };
}
