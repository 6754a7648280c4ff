import { join } from 'node:path';
import type { Plan } from '../../../delivery/plan.ts';
import { BufferedFile } from '../../../input/prepared/buffered-file.ts';
import { KeySet } from '../../../input/prepared/key-table.ts';
import { type JudgeDeps, judge } from '../../../input/rows/judge.ts';
import type { Row } from '../../../input/rows/row.ts';
import type { Source } from '../../../input/sources/source.ts';
import { KeyIndex } from '../../../keys/key-index.ts';
import type { Files } from '../../../system/files.ts';
import { isSharded } from '../stages.ts';
import { type Assign, assignRows, type Division } from './assign-rows.ts';
import { decodedBytes } from './decoded-bytes.ts';
import { type Run, RunWriter } from './runs.ts';
import { type DividedFile, runsName, type ShardIndex } from './shard-index.ts';

/** Keys of messages that are held in memory, as in a run. */
const KEYS_IN_MEMORY = 700_000;

/** More muids are not judged: an invalid row may then take one from a valid row in another shard. */
const CONTESTED_MAX = 10_000_000;

/** What was found of the rows. */
export type Divided = Pick<ShardIndex, 'files' | 'moved'>;

/** Where rows are divided, and what they refer to. */
type IndexDeps = Reading & {
  readonly shards: number;
  /** Exists; gets a file for each shard. */
  readonly folder: string;
  readonly keys: JudgeDeps['keys'];
};

/**
 * Reads every row that is divided, and writes for each shard which rows are its own; reads them again if messages of several
 * shards have the same muid, to find out which of them takes it. Memory: the keys of messages, up to a bound; a buffer for
 * each shard.
 * @throws RunError `SOURCE.*`, `STATE.UNWRITABLE`
 */
export async function buildIndex(plan: Plan, deps: IndexDeps): Promise<Divided> {
  const contested = new KeySet();
  const found = await divideAll(plan, deps, {
    onMoved: (muid) => contested.size < CONTESTED_MAX && contested.add([muid]),
    judged: () => undefined,
  });
  if (contested.size === 0) return found;
  return await divideAll(plan, deps, {
    onMoved: () => {},
    judged: (muid, row, step) =>
      contested.has([muid])
        ? judge(row, { ...step, ...plan, keys: deps.keys, carries: step.route.carries, onUnknown: () => {} })
        : undefined,
  });
}

async function divideAll(
  { steps }: Plan,
  { shards, folder, files, signal }: IndexDeps,
  { onMoved, judged }: Pick<Division, 'onMoved' | 'judged'>,
): Promise<Divided> {
  const sorted = join(folder, 'muids.sorted');
  await files.rm(sorted, { force: true });
  using muids = new KeyIndex({ path: sorted, files, most: KEYS_IN_MEMORY });
  using opened = new DisposableStack();
  const outs: BufferedFile[] = [];
  for (let shard = 0; shard < shards; shard++) {
    const path = join(folder, runsName(shard));
    await files.rm(path, { force: true });
    outs.push(opened.use(new BufferedFile(path, files, BUFFER_BYTES)));
  }
  const writers = outs.map((out) => new RunWriter(out));
  let moved = 0;
  const counted = (muid: string): void => {
    moved++;
    onMoved(muid);
  };
  const found: ShardIndex['files'] = [];
  for (const step of steps) {
    const { name: entity } = step.entity;
    if (!isSharded(entity)) continue;
    const assign = assignRows(step, { shards, muids, onMoved: counted, judged });
    for (const [file, source] of step.sources.entries())
      found.push({ entity, file, ...(await divide(source, assign, writers, { files, signal })) });
  }
  for (const out of outs) out.sync();
  return { files: found, moved };
}

const BUFFER_BYTES = 1 << 16;

/** How files are read. */
type Reading = { readonly files: Files; readonly signal: AbortSignal };

/** The place of rows that are not where they say, such as those of a rejects file. */
const NO_PLACE = { line: 1, endLine: 1, byte: 0, endByte: 0 };

/** Divides the rows of one file. */
async function divide(
  source: Source,
  assign: Assign,
  writers: readonly RunWriter[],
  { files, signal }: Reading,
): Promise<Omit<DividedFile, 'entity' | 'file'>> {
  const open = writers.map((): Run | undefined => undefined);
  const head = { bytes: 0, lines: 0 };
  const hasPlaces = source.like !== undefined;
  let hasFault = false;
  let last = -1;
  const take = (row: Row): void => {
    const { row: number, line, byte, endLine, endByte } = hasPlaces ? row : { ...row, ...NO_PLACE };
    if (number === 1) {
      head.bytes = byte;
      head.lines = line - 1;
    }
    // Where it begins and ends may depend on the rows that follow.
    if (row.fault) hasFault = true;
    const shard = assign(row) ?? Math.max(0, last);
    const run = open[shard];
    if (run && shard === last)
      open[shard] = {
        ...run,
        rows: number + 1 - run.row,
        lines: endLine - run.line,
        bytes: endByte - run.byte,
      };
    else {
      if (run) writers[shard]?.add(run);
      open[shard] = { row: number, rows: 1, line, lines: endLine - line, byte, bytes: endByte - byte };
    }
    last = shard;
  };
  for await (const _ of source.read(undefined, signal, { row: take }));
  for (const [shard, run] of open.entries()) if (run) writers[shard]?.add(run);
  return {
    head,
    isDivisible: hasPlaces && !hasFault && !(await isJsonArray(source, head.bytes, { files, signal })),
    sections: writers.map((writer) => writer.endSection()),
  };
}

const BRACKET = 0x5b;

/** Whether the objects of a file are in an array, so that a copy of some would lack its end. */
async function isJsonArray(source: Source, head: number, { files, signal }: Reading): Promise<boolean> {
  if (source.columns || head === 0) return false;
  for await (const piece of decodedBytes(source, 0, { files, signal }))
    return piece.subarray(0, head).includes(BRACKET);
  return false;
}
