import { join } from 'node:path';
import type { Plan, Step } from '../../../../delivery/plan.ts';
import { BufferedFile } from '../../../../files/buffered-file.ts';
import { conversationOf } from '../../../../input/entities/conversation.ts';
import { type JudgeDeps, judge } from '../../../../input/rows/judge.ts';
import type { Mapping } from '../../../../input/rows/mapping.ts';
import { type Bounds, PLAIN } from '../../../../input/rows/record.ts';
import type { Row } from '../../../../input/rows/row.ts';
import type { Source } from '../../../../input/sources/source.ts';
import { FingerprintMap } from '../../../../keys/fingerprint-map.ts';
import { fingerprint64, fingerprintOf } from '../../../../keys/fingerprint64.ts';
import { KEYS_IN_MEMORY, KeyIndex } from '../../../../keys/key-index.ts';
import { rulesOf } from '../../../../prefilter/rules.ts';
import type { Files } from '../../../../system/files.ts';
import { isSharded } from '../stages.ts';
import { type Assign, assignToShards, type Division, shardOf } from './assign-to-shards.ts';
import { decodedBytes } from './decoded-bytes.ts';
import { type RowRun, RunWriter } from './runs.ts';
import { type DividedFile, runsName, type ShardIndex } from './shard-index.ts';

/** More muids are not judged: an invalid row may then take one from a valid row in another shard. */
const CONTESTED_MAX = 10_000_000;

/** Findings about the rows. */
export type Divided = Pick<ShardIndex, 'files' | 'moved'>;

/** Place where rows are divided, and what they refer to. */
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
  const contested = new FingerprintMap(2);
  const judged: Division['judged'] = (row, step) =>
    judge(row, { ...step, ...plan, keys: deps.keys, onUnknown: () => {} });
  const found = await divideAll(plan, deps, {
    judged,
    isContested: () => false,
    onMoved(muid) {
      const { lo, hi } = fingerprint64(muid);
      if (contested.size < CONTESTED_MAX && !contested.find(lo, hi)) contested.add(lo, hi);
    },
  });
  if (contested.size === 0) return found;
  const isContested = (lo: number, hi: number): boolean => contested.find(lo, hi);
  return await divideAll(plan, deps, { judged, isContested, onMoved: () => {} });
}

async function divideAll(
  { steps }: Plan,
  { shards, folder, files, signal }: IndexDeps,
  { onMoved, ...rest }: Pick<Division, 'onMoved' | 'judged' | 'isContested'>,
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
    const division = { ...rest, shards, muids, onMoved: counted };
    const row = assignToShards(step, division);
    for (const [file, source] of step.sources.entries()) {
      const names = [...(source.columns ?? (step.mappings[file] as Mapping).columns)];
      const assign = { row, record: assignUnparsed(step, names, file, division), names };
      found.push({ entity, file, ...(await divide(source, assign, writers, { files, signal })) });
    }
  }
  for (const out of outs) out.sync();
  return { files: found, moved };
}

const BUFFER_BYTES = 1 << 16;

/** Means of reading files. */
type Reading = { readonly files: Files; readonly signal: AbortSignal };

/** The place of rows that are not where they say, such as those of a rejects file. */
const NO_PLACE = { line: 1, endLine: 1, byte: 0, endByte: 0 };

/** Decides which shard a row belongs to, with and without making a row of it. */
type Assigns = {
  readonly row: Assign;
  readonly record: AssignUnparsed | undefined;
  /** Of the cells of a record; gets the members of objects when they are first seen. */
  readonly names: string[];
};

/** As a run knows them. */
const NAMES_MAX = 200;

/** Divides the rows of one file. */
async function divide(
  source: Source,
  assign: Assigns,
  writers: readonly RunWriter[],
  { files, signal }: Reading,
): Promise<Omit<DividedFile, 'entity' | 'file'>> {
  const { record, names } = assign;
  const hasPlaces = source.like !== undefined;
  const runs = new OpenRuns(writers);
  let hasFault = false;
  const take = (row: Row): void => {
    // Where it begins and ends may depend on the rows that follow.
    if (row.fault) hasFault = true;
    else if (!source.columns)
      for (const name of Object.keys(row.values))
        if (names.length < NAMES_MAX && !names.includes(name)) names.push(name);
    runs.add(hasPlaces ? row : { ...row, ...NO_PLACE }, assign.row(row));
  };
  const takes = (bounds: Bounds): true | undefined => {
    const shard = record?.(bounds);
    if (shard === undefined) return undefined;
    runs.add(hasPlaces ? bounds : { ...NO_PLACE, row: bounds.row }, shard);
    return true;
  };
  for await (const _ of source.read(undefined, signal, {
    ...(record ? { names, record: takes } : {}),
    row: (row): true | undefined => void take(row),
  }));
  const head = runs.end();
  return {
    head,
    isDivisible: hasPlaces && !hasFault && !(await isJsonArray(source, head.bytes, { files, signal })),
    sections: writers.map((writer) => writer.endSection()),
  };
}

/** The place of a row. */
type Place = Pick<Row, 'row' | 'line' | 'byte' | 'endLine' | 'endByte'>;

/** The last run of each shard in a file, which the next row may go on with. */
class OpenRuns {
  readonly #writers: readonly RunWriter[];
  readonly #open: (RowRun | undefined)[];
  readonly #head = { bytes: 0, lines: 0 };
  #last = 0;

  constructor(writers: readonly RunWriter[]) {
    this.#writers = writers;
    this.#open = writers.map(() => undefined);
  }

  /** @param shard undefined: that of the row before */
  add({ row, line, byte, endLine, endByte }: Place, shard = this.#last): void {
    if (row === 1) {
      this.#head.bytes = byte;
      this.#head.lines = line - 1;
    }
    const run = this.#open[shard];
    if (run && shard === this.#last)
      this.#open[shard] = {
        ...run,
        rows: row + 1 - run.row,
        lines: endLine - run.line,
        bytes: endByte - run.byte,
      };
    else {
      if (run) this.#writers[shard]?.add(run);
      this.#open[shard] = { row, rows: 1, line, lines: endLine - line, byte, bytes: endByte - byte };
    }
    this.#last = shard;
  }

  /** Writes what is open; returns what stands before the first row. */
  end(): DividedFile['head'] {
    for (const [shard, run] of this.#open.entries()) if (run) this.#writers[shard]?.add(run);
    return this.#head;
  }
}

const BRACKET = 0x5b;

/** True if the objects of a file are in an array, so that a copy of some would lack its end. */
async function isJsonArray(source: Source, head: number, { files, signal }: Reading): Promise<boolean> {
  if (source.columns || head === 0) return false;
  for await (const piece of decodedBytes(source, 0, { files, signal }))
    return piece.subarray(0, head).includes(BRACKET);
  return false;
}

/** Decides which shard a record belongs to, by its bytes; undefined if that needs a row. */
type AssignUnparsed = (record: Bounds) => number | undefined;

/** Columns of the cells that decide. */
type Columns = Readonly<Record<'muid' | 'sender' | 'receiver' | 'receiverType', number>>;

/**
 * Divides messages of a file as `assignToShards` does, as far as their cells are plain: most are, and no row is made of them.
 * @param names of the cells of a record, in order; the list may grow
 * @returns undefined if all of its records need rows
 */
function assignUnparsed(
  { entity, mappings }: Step,
  names: readonly string[],
  file: number,
  { shards, muids, isContested }: Division,
): AssignUnparsed | undefined {
  const mapping = mappings[file] as Mapping;
  const at = entity.name === 'messages' && !mapping.leftOut ? columnsOf(mapping, names, entity) : undefined;
  if (!at) return undefined;
  return (record) => {
    const sender = idIn(record, at.sender);
    const receiver = idIn(record, at.receiver);
    const receiverType = idIn(record, at.receiverType);
    const { starts, ends, forms, bytes } = record;
    if (
      sender === undefined ||
      receiver === undefined ||
      receiverType === undefined ||
      forms[at.muid] !== PLAIN
    )
      return undefined;
    const { lo, hi } = fingerprintOf(bytes, starts[at.muid] as number, ends[at.muid] as number);
    if (muids.has(lo, hi) || isContested(lo, hi)) return undefined;
    const shard = shardOf(conversationOf({ sender, receiver, receiverType }), shards);
    muids.land(lo, hi, shard, record.line, file);
    return shard;
  };
}

function columnsOf(mapping: Mapping, names: readonly string[], entity: Step['entity']): Columns | undefined {
  const rules = rulesOf(entity, mapping, names);
  const column = (field: string): number => {
    const rule = rules?.find((each) => each.field === field);
    const { kind } = rule?.cellRule ?? {};
    const isItself =
      kind === 'key' || kind === 'word' || (rule?.cellRule.kind === 'id' && !rule.cellRule.affixes);
    return rule && isItself ? rule.column : -1;
  };
  const found = {
    muid: column('muid'),
    sender: column('sender'),
    receiver: column('receiver'),
    receiverType: column('receiverType'),
  };
  return Object.values(found).every((each) => each >= 0) ? found : undefined;
}

const CAPITALS = { from: 0x41, to: 0x5a } as const;

/** An id of small letters, digits and the like, which is in its cell as it is; undefined for all others. */
function idIn({ bytes, starts, ends, forms }: Bounds, column: number): string | undefined {
  if (forms[column] !== PLAIN) return undefined;
  const [start, end] = [starts[column] as number, ends[column] as number];
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte <= 0x20 || byte > 0x7e || (byte >= CAPITALS.from && byte <= CAPITALS.to)) return undefined;
  }
  return bytes.toString('latin1', start, end);
}
