import { join } from 'node:path';
import type { Plan, Step } from '../../../../delivery/plan.ts';
import { BufferedFile } from '../../../../files/buffered-file.ts';
import { type JudgeDeps, judge } from '../../../../input/rows/judge.ts';
import type { Mapping } from '../../../../input/rows/mapping.ts';
import type { BlockScreen } from '../../../../input/rows/record.ts';
import type { Row } from '../../../../input/rows/row.ts';
import type { Source } from '../../../../input/sources/source.ts';
import { FingerprintMap } from '../../../../keys/fingerprint-map.ts';
import { fingerprint64 } from '../../../../keys/fingerprint64.ts';
import { KEYS_IN_MEMORY, KeyIndex } from '../../../../keys/key-index.ts';
import { Facts } from '../../../../prefilter/facts.ts';
import { rulesOf } from '../../../../prefilter/rules.ts';
import { openThread, type ScreenThread, WasmScreen } from '../../../../prefilter/wasm/wasm-screen.ts';
import type { Files } from '../../../../system/files.ts';
import { isSharded } from '../stages.ts';
import { type Assign, assignToShards, type Division, shardBetween } from './assign-to-shards.ts';
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
  const thread = openThread(1);
  const judged: Division['judged'] = (row, step) =>
    judge(row, { ...step, ...plan, keys: deps.keys, onUnknown: () => {} });
  const found = await divideAll(
    plan,
    { ...deps, thread },
    {
      judged,
      isContested: () => false,
      onMoved(muid) {
        const { lo, hi } = fingerprint64(muid);
        if (contested.size < CONTESTED_MAX && !contested.find(lo, hi)) contested.add(lo, hi);
      },
    },
  );
  if (contested.size === 0) return found;
  const isContested = (lo: number, hi: number): boolean => contested.find(lo, hi);
  return await divideAll(plan, { ...deps, thread }, { judged, isContested, onMoved: () => {} });
}

async function divideAll(
  { steps }: Plan,
  { shards, folder, files, signal, thread }: IndexDeps & { readonly thread: ScreenThread | undefined },
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
    const assign = assignToShards(step, division);
    for (const [file, source] of step.sources.entries()) {
      const names = [...(source.columns ?? (step.mappings[file] as Mapping).columns)];
      const screen = (take: ScreenedFile['take']): BlockScreen | undefined =>
        shardScreen({ step, file, names, take }, division, thread);
      const divided = await divide(source, { assign, names, screen }, writers, { files, signal });
      found.push({ entity, file, ...divided });
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
  readonly assign: Assign;
  readonly screen: (take: ScreenedFile['take']) => BlockScreen | undefined;
  /** Of the cells of a record; gets the members of objects when they are first seen. */
  readonly names: string[];
};

/** As a run knows them. */
const NAMES_MAX = 200;

/** Divides the rows of one file. */
async function divide(
  source: Source,
  { assign, screen, names }: Assigns,
  writers: readonly RunWriter[],
  { files, signal }: Reading,
): Promise<Omit<DividedFile, 'entity' | 'file'>> {
  const hasPlaces = source.like !== undefined;
  const runs = new OpenRuns(writers);
  let hasFault = false;
  const add = (span: RowSpan, shard: number | undefined): void =>
    runs.add(hasPlaces ? span : { ...NO_PLACE, row: span.row }, shard);
  const row = (row: Row): void => {
    // Where it begins and ends may depend on the rows that follow.
    if (row.fault) hasFault = true;
    else if (!source.columns)
      for (const name of Object.keys(row.values))
        if (names.length < NAMES_MAX && !names.includes(name)) names.push(name);
    add(row, assign(row));
  };
  const blocks = screen(add);
  await source.pass({ ...(blocks ? { blocks } : {}), row }, signal);
  const head = runs.end();
  return {
    head,
    isDivisible: hasPlaces && !hasFault && !(await isJsonArray(source, head.bytes, { files, signal })),
    sections: writers.map((writer) => writer.endSection()),
  };
}

const DECIDING: ReadonlySet<string> = new Set(['muid', 'sender', 'receiver', 'receiverType']);

/** The place of a row. */
type RowSpan = Pick<Row, 'row' | 'line' | 'byte' | 'endLine' | 'endByte'>;

/** A file whose rows are divided. */
type ScreenedFile = {
  readonly step: Step;
  /** Its number in the step. */
  readonly file: number;
  /** Of its columns or members; more may be added. */
  readonly names: readonly string[];
  /** Takes the place and the shard of a proved record. */
  readonly take: (place: RowSpan, shard: number) => void;
};

/**
 * Divides messages of a file as `assignToShards` does, as far as the bytes of what decides prove it valid: most are, and no row
 * is made of them.
 * @returns undefined if all of its records need rows
 */
function shardScreen(
  { step: { entity, mappings }, file, names, take }: ScreenedFile,
  { shards, muids, isContested }: Division,
  thread: ScreenThread | undefined,
): BlockScreen | undefined {
  const mapping = mappings[file] as Mapping;
  const rules = () => rulesOf(entity, mapping, names)?.filter(({ field }) => DECIDING.has(field));
  if (!thread || entity.name !== 'messages' || !rules()) return undefined;
  const facts = new Facts();
  const screen: WasmScreen = new WasmScreen(thread, facts, {
    names,
    plan() {
      const now = rules();
      return now && { entity: entity.name, rules: now, carries: new Set() };
    },
    accept(index, row) {
      const { keyLo, keyHi, userHi, otherHi, toGroup, line, byte, endByte } = facts;
      if (muids.has(keyLo, keyHi) || isContested(keyLo, keyHi)) return false;
      const shard = shardBetween(userHi, otherHi, toGroup, shards);
      muids.land(keyLo, keyHi, shard, line, file);
      take({ row, line, byte, endLine: screen.lineAfter(index), endByte }, shard);
      return true;
    },
    count: () => {},
  });
  return screen;
}

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
  add({ row, line, byte, endLine, endByte }: RowSpan, shard = this.#last): void {
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
