import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { RunError } from '../../errors/run-error.ts';
import { isOfDisk } from '../../files/disk-failure.ts';
import { FREE_MIN, freeBytes } from '../../files/disk-space.ts';
import { type CodeAccess, requireOwnCode } from '../../files/own-folder.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import { entityNames } from '../../input/entities/entity.ts';
import { isPacked } from '../../input/sources/bytes/decompress.ts';
import { formatFound, formatNames, isExportName } from '../../input/sources/formats.ts';
import { type Files, type OpenFile, writeAll } from '../../system/files.ts';
import type { System } from '../../system/system.ts';
import { byteSize } from '../../terminal/printable.ts';
import type { Pipeline } from '../pipeline.ts';
import { isFiles, type SourceSpec } from '../schema/source-schema.ts';
import type { PipelinePlace } from './load-module.ts';
import { type ProgramCommand, type ProgramOptions, programName, runProgram } from './run-program.ts';

/** The output of a command, standard input, or a file on a server, as a file. */
export type Spooled = {
  readonly path: string;
  /** Its name in messages: `command:psql`, `stdin`, `https://files.example.com/messages.csv`. */
  readonly name: string;
  /** Name of it in the state, wherever it is: `command:psql/messages-1-<digest of the command>.csv.zst`, an address. */
  readonly id: string;
};

/** The spools of those sources of a pipeline that are no files. */
export type Spools = ReadonlyMap<SourceSpec, Spooled>;

/**
 * Spools every source that is a command or standard input, one after the other.
 * @throws RunError as `spoolCommand`; `SOURCE.FORMAT_UNKNOWN` of compressed output
 */
export async function spoolSources(
  { sources, file, folder, secrets }: Pipeline,
  options: Omit<SpoolOptions, 'name' | 'place' | 'secrets'>,
): Promise<Spools> {
  const spools = new Map<SourceSpec, Spooled>();
  for (const entity of entityNames)
    for (const [index, spec] of (sources[entity] ?? []).entries()) {
      const spooled = spoolSpecOf(spec);
      if (spooled === undefined) continue;
      const place = { file, folder };
      const path = await spoolCommand(spooled, {
        ...options,
        secrets,
        place,
        name: `${entity}-${index + 1}`,
      });
      const shown = spooledName(spooled);
      requireFormat(spec, path, shown);
      spools.set(spec, { path, name: shown, id: `${shown}/${basename(path)}` });
    }
  return spools;
}

/** The first bytes of compressed output do not show its format. */
function requireFormat(spec: SourceSpec, path: string, name: string): void {
  if (!isFiles(spec) || spec.format !== undefined || isExportName(path)) return;
  throw new RunError('SOURCE.FORMAT_UNKNOWN', `${name} is compressed, which hides its format`, {
    hint: `declare it in the pipeline: ${formatNames.map((each) => `format: ${each}`).join('  or  ')}`,
    where: { file: name },
  });
}

/** Returns what a source spools; undefined if it is files or made from other rows. */
export function spoolSpecOf(spec: SourceSpec): SpoolSpec | undefined {
  if (!isFiles(spec)) return undefined;
  const [program, ...args] = spec.command ?? [];
  if (program !== undefined) return [program, ...args];
  const [path, ...others] = [spec.path ?? []].flat();
  return path === '-' && others.length === 0 ? '-' : undefined;
}

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
      'was already read; only one source can be "-"',
      'use a file or a command for all entities but one',
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

/** Bytes written between two looks at the free space. */
const LOOK_BYTES = 4 * 1024 * 1024;
const HEAD_BYTES = 4;

/** Summary of a stream. */
type SpoolContent = {
  readonly bytes: number;
  /** Its beginning, at least 4 bytes if it has as many. */
  readonly head: Buffer;
};

/**
 * Writes a stream to a new file with mode 0600, compressed with zstd unless it is compressed already.
 * @param said called for each chunk that is read
 * @returns what was read; the file is on the disk then
 * @throws RunError `SOURCE.SPOOL_FULL`; the error of the stream
 */
async function writeSpool(
  stream: Readable,
  path: string,
  files: Files,
  said: () => void = () => {},
): Promise<SpoolContent> {
  let bytes = 0;
  const chunks = counted(stream, (length) => {
    bytes += length;
    said();
  });
  const { head, all } = await withHead(chunks);
  await using file = await files.open(path, 'wx', 0o600);
  const write = (source: AsyncIterable<Buffer>): Promise<void> => writeChunks(source, file, path, files);
  if (isPacked(head)) await pipeline(all, write);
  else await pipeline(all, createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }), write);
  await file.sync();
  return { bytes, head };
}

async function* counted(stream: Readable, read: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of stream as AsyncIterable<Buffer | string>) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    read(bytes.length);
    yield bytes;
  }
}

/** The first bytes of a stream, and all of it. */
async function withHead(
  chunks: AsyncGenerator<Buffer>,
): Promise<{ readonly head: Buffer; readonly all: AsyncIterable<Buffer> }> {
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return { head, all: joined(head, chunks) };
}

async function* joined(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  yield* rest;
}

async function writeChunks(
  source: AsyncIterable<Buffer>,
  file: OpenFile,
  path: string,
  files: Files,
): Promise<void> {
  let position = 0;
  let looked = -LOOK_BYTES;
  try {
    for await (const chunk of source) {
      if (position - looked >= LOOK_BYTES) {
        requireSpace(path, files);
        looked = position;
      }
      await writeAll(file, chunk, position);
      position += chunk.length;
    }
  } catch (error) {
    const cause = error instanceof RunError ? error.cause : error;
    if (!(cause instanceof Error && isOfDisk(cause))) throw error;
    throw full(path, (error as Error).message, error);
  }
}

function requireSpace(path: string, files: Files): void {
  const free = freeBytes(files, dirname(path));
  if (free < FREE_MIN)
    throw full(path, `the disk of ${dirname(path)} has ${byteSize(free)} free, a run needs room beside it`);
}

const full = (path: string, why: string, cause?: unknown): RunError =>
  new RunError('SOURCE.SPOOL_FULL', `the rows do not fit into ${path}: ${why}`, { cause });
