import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { RunError } from '../../errors/run-error.ts';
import { type CodeAccess, requireOwnCode } from '../../files/own-folder.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import { isPacked } from '../../input/sources/bytes/decompress.ts';
import { formatFound } from '../../input/sources/formats.ts';
import type { System } from '../../system/system.ts';
import type { PipelinePlace } from './load-module.ts';
import { type ProgramCommand, type ProgramOptions, programName, runProgram } from './run-program.ts';
import { type SpoolContent, writeSpool } from './write-spool.ts';

/** Thing that is spooled: the output of a program, or standard input. */
export type SpoolSpec = ProgramCommand | '-';

export type SpoolOptions = CodeAccess &
  Pick<ProgramOptions, 'env' | 'secrets' | 'signal' | 'silentMs'> & {
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

/** The name of a spool without its endings. It differs for each command, so a changed one is not mistaken. */
function baseName(spec: SpoolSpec, name: string): string {
  const digest = createHash('sha256').update(JSON.stringify(spec)).digest('hex').slice(0, 12);
  return `${name}-${digest}`;
}

const ENDING = '.zst';

/** The ending tells the format, as in the name of any file; without one, the pipeline must declare it. */
const endingOf = (head: Buffer): string =>
  isPacked(head) ? ENDING : `.${formatFound('', head).name}${ENDING}`;

/**
 * Writes the output of a program, or standard input, to a file (zstd, mode 0600), which is there only when it is complete.
 * A complete one is used again, unless `again`.
 * @returns its path, which ends like `.csv.zst`: the first bytes tell the format
 * @throws RunError `CONFIG.CODE_NOT_OWN`, `SOURCE.COMMAND_*`, `SOURCE.STDIN_MISSING`, `SOURCE.SPOOL_FULL`; the reason of
 * the signal
 */
export async function spoolCommand(spec: SpoolSpec, options: SpoolOptions): Promise<string> {
  const { folder, place, again, system, signal } = options;
  const { files } = system;
  await files.mkdir(folder, { recursive: true, mode: 0o700 });
  const base = baseName(spec, options.name);
  const before = (await files.readdir(folder)).find(
    (each) => each.startsWith(`${base}.`) && each.endsWith(ENDING),
  );
  if (before !== undefined && !again) return join(folder, before);
  if (spec !== '-') await requireOwnCode(spec[0], place, options);
  await removeParts(options);
  const part = join(folder, `${base}.${system.random.hex(8)}${PART}`);
  try {
    const write = (output: Readable, said?: () => void): Promise<SpoolContent> =>
      writeSpool(output, part, files, said);
    const { head } =
      spec === '-'
        ? await spoolInput(options, write)
        : await runProgram(spec, { ...options, clock: system.clock, folder: place.folder }, write);
    signal.throwIfAborted();
    if (before !== undefined) await files.rm(join(folder, before), {});
    const path = join(folder, `${base}${endingOf(head)}`);
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
  { stdin, signal, place }: SpoolOptions,
  write: (output: Readable) => Promise<SpoolContent>,
): Promise<SpoolContent> {
  const pipe = `pipe the rows into the command:  cat messages.csv | chatferry run ${place.file} --yes`;
  const missing = (why: string, hint = pipe): RunError =>
    new RunError('SOURCE.STDIN_MISSING', `standard input ${why}`, {
      where: { file: spooledName('-') },
      hint,
    });
  if (stdin.isTTY) throw missing('is a terminal');
  if (stdin.destroyed || stdin.readableEnded)
    throw missing(
      'was read already, only one source can be "-"',
      'name a file or a command as the source of all entities but one',
    );
  try {
    const content = await write(addAbortSignal(signal, stdin));
    if (content.bytes === 0) throw missing('is empty');
    return content;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
