import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { addAbortSignal } from 'node:stream';
import { RunError } from '../../errors/run-error.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import type { System } from '../../system/system.ts';
import { type CodeAccess, requireOwnCode } from '../own-code.ts';
import type { PipelinePlace } from './load-module.ts';
import { type ProgramCommand, type ProgramOptions, programName, runProgram } from './run-program.ts';
import { writeSpool } from './write-spool.ts';

/** What is spooled: the output of a program, or standard input. */
export type SpoolSpec = ProgramCommand | '-';

export type SpoolOptions = CodeAccess &
  Pick<ProgramOptions, 'env' | 'signal' | 'silentMs'> & {
    /** The folder of spools, made with mode 0700 if it is not there. */
    readonly folder: string;
    /** The name of the spool in its folder, such as `messages-1`. */
    readonly name: string;
    /** The pipeline; the program runs in its folder. */
    readonly place: PipelinePlace;
    /** Runs the program again although there is a complete spool of it. */
    readonly again: boolean;
    readonly stdin: Readable & { readonly isTTY?: boolean };
    readonly system: Pick<System, 'files' | 'clock' | 'random'>;
  };

/** The name of the source in messages: `command:psql`, `stdin`. */
export const spooledName = (spec: SpoolSpec): string => (spec === '-' ? 'stdin' : programName(spec));

/** The path of a spool, which need not be there. It differs for each command, so a changed one is not mistaken. */
export function spoolPath(spec: SpoolSpec, { folder, name }: Pick<SpoolOptions, 'folder' | 'name'>): string {
  const digest = createHash('sha256').update(JSON.stringify(spec)).digest('hex').slice(0, 12);
  return join(folder, `${name}-${digest}.zst`);
}

/**
 * Writes the output of a program, or standard input, to a file (zstd, mode 0600), which is there only when it is complete.
 * A complete one is used again, unless `again`.
 * @returns its path
 * @throws RunError `CONFIG.CODE_NOT_OWN`, `SOURCE.COMMAND_*`, `SOURCE.STDIN_MISSING`, `SOURCE.SPOOL_FULL`; the reason of
 * the signal
 */
export async function spoolCommand(spec: SpoolSpec, options: SpoolOptions): Promise<string> {
  const { folder, place, again, system, signal } = options;
  const { files } = system;
  const path = spoolPath(spec, options);
  if (!again && files.existsSync(path)) return path;
  if (spec !== '-') await requireOwnCode(spec[0], place, options);
  await files.mkdir(folder, { recursive: true, mode: 0o700 });
  await removeParts(options);
  const part = `${path}.${system.random.hex(8)}${PART}`;
  try {
    const write = (output: Readable, said?: () => void): Promise<number> =>
      writeSpool(output, part, files, said);
    if (spec === '-') await spoolInput(options, write);
    else await runProgram(spec, { ...options, clock: system.clock, folder: place.folder }, write);
    signal.throwIfAborted();
    await files.rename(part, path);
    await syncFolder(files, folder);
    return path;
  } finally {
    await files.rm(part, { force: true });
  }
}

const PART = '.part';

/** Removes what a killed run has left of this spool. Nobody else writes it: a run holds the lock. */
async function removeParts({ folder, name, system: { files } }: SpoolOptions): Promise<void> {
  for (const found of await files.readdir(folder))
    if (found.startsWith(`${name}-`) && found.endsWith(PART))
      await files.rm(join(folder, found), { force: true });
}

async function spoolInput(
  { stdin, signal }: SpoolOptions,
  write: (output: Readable) => Promise<number>,
): Promise<void> {
  const missing = (why: string): RunError =>
    new RunError('SOURCE.STDIN_MISSING', `standard input ${why}`, { where: { file: spooledName('-') } });
  if (stdin.isTTY) throw missing('is a terminal');
  if (stdin.destroyed || stdin.readableEnded) throw missing('was read already, only one source can be "-"');
  try {
    if ((await write(addAbortSignal(signal, stdin))) === 0) throw missing('is empty');
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
