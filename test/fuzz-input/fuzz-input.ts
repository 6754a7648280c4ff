import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { Row } from '../../src/input/rows/row.ts';
import { csv } from '../../src/input/sources/csv/csv.ts';
import { ndjson } from '../../src/input/sources/json/ndjson.ts';
import type { Report } from '../../src/report/result/report.ts';
import { realFiles } from '../../src/system/files.ts';
import { runCli } from '../support/cli-process.ts';
import { pick, seeded } from '../support/random.ts';
import { type FileShape, type FuzzedFile, fuzzedFile, type Sentinel } from './fuzzed-file.ts';
import { readRepeated } from './repeated.ts';

/** What a fuzz came to. */
export type FuzzResult = {
  readonly inputs: number;
  readonly rows: number;
  /** Changed rows that were refused, and that are rows all the same. */
  readonly refused: number;
  /** Good rows that stand inside a row which is well-formed as the text stands; none where guards stand between. */
  readonly swallowed: number;
  readonly slowestMs: number;
  readonly faults: readonly string[];
};

/** Changed rows in one file. */
const INPUTS_OF_A_FILE = 10_000;
/** The longest that this process may work from one chunk of rows to the next. */
const HANG_MS = 5_000;
const SIGNAL = new AbortController().signal;

type Read = { readonly rows: readonly Row[]; readonly slowestMs: number };

/**
 * Changes rows at random, reads them through the sources and validates the same files as a user would. Every good row
 * between the changed ones must be read at its very place with its very cells, nothing may break or take long, and
 * rows read are the sum of the outcomes.
 */
export async function fuzzInput(options: {
  readonly inputs: number;
  readonly seed: number;
  readonly inputsOfFile?: number;
  /** Told of how many rows have been changed so far. */
  readonly onProgress?: (inputs: number) => void;
}): Promise<FuzzResult> {
  const random = seeded(options.seed);
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-fuzz-'));
  const result = { inputs: 0, rows: 0, refused: 0, swallowed: 0, slowestMs: 0 };
  const faults: string[] = [];
  for (let file = 0; result.inputs < options.inputs && faults.length === 0; file += 1) {
    const format = file % 4 === 3 ? 'ndjson' : 'csv';
    const delimiter = pick(random, [',', ',', ';', '\t', '|']);
    const shape: FileShape = { format, delimiter, isGuarded: format === 'csv' && file % 4 !== 2 };
    const inputs = Math.min(options.inputsOfFile ?? INPUTS_OF_A_FILE, options.inputs - result.inputs);
    const fuzzed = fuzzedFile(shape, inputs, random);
    const { rows, slowestMs } = await read(folder.path, shape, fuzzed.pieces);
    const unread = fuzzed.sentinels.filter((sentinel) => !isRead(sentinel, rows));
    const swallowed = shape.isGuarded ? [] : unread.filter((sentinel) => isInsideWhole(sentinel, rows));
    const lost = unread.find((sentinel) => !swallowed.includes(sentinel));
    if (slowestMs > HANG_MS) faults.push(`${slowestMs} ms without a row`);
    faults.push(...(await validated(folder.path, shape, fuzzed, rows, swallowed)));
    // Last, for it writes smaller files in place of this one.
    if (lost) faults.push(await lossOf(folder.path, shape, fuzzed, lost));
    result.inputs += inputs;
    result.rows += rows.length;
    result.swallowed += swallowed.length;
    result.refused += rows.filter((row) => row.fault).length;
    result.slowestMs = Math.max(result.slowestMs, slowestMs);
    options.onProgress?.(result.inputs);
  }
  return { ...result, faults: faults.map((fault) => `seed ${options.seed}: ${fault}`) };
}

async function read(
  folder: string,
  { format, delimiter }: FileShape,
  pieces: readonly Buffer[],
): Promise<Read> {
  const path = join(folder, `fuzzed.${format}`);
  await writeFile(path, Buffer.concat(pieces));
  const source = await (format === 'csv'
    ? csv.open(path, 0, { files: realFiles, delimiter })
    : ndjson.open(path, 0, { files: realFiles }));
  const rows: Row[] = [];
  let [slowestMs, before] = [0, process.cpuUsage()];
  for await (const chunk of source.read(undefined, SIGNAL)) {
    rows.push(...chunk);
    const { user, system } = process.cpuUsage(before);
    slowestMs = Math.max(slowestMs, (user + system) / 1_000);
    before = process.cpuUsage();
  }
  return { rows, slowestMs: Math.round(slowestMs) };
}

function isRead(sentinel: Sentinel, rows: readonly Row[]): boolean {
  const row = rowAt(sentinel.byte, rows);
  return (
    row?.byte === sentinel.byte &&
    row.line === sentinel.line &&
    row.fault === undefined &&
    isDeepStrictEqual(row.values, sentinel.values)
  );
}

/** A row whose quotes and cells are right begins before the sentinel and ends behind it. */
function isInsideWhole(sentinel: Sentinel, rows: readonly Row[]): boolean {
  const row = rowAt(sentinel.byte, rows);
  const isWhole = row?.fault === undefined || row.fault.code === 'ROW.ENCODING_INVALID';
  return row !== undefined && isWhole && row.byte < sentinel.byte && row.endByte > sentinel.byte;
}

/** The last row that begins at a byte or before it; rows come in the order of their places. */
function rowAt(byte: number, rows: readonly Row[]): Row | undefined {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rows[middle] as Row).byte <= byte) from = middle + 1;
    else to = middle;
  }
  return rows[from - 1];
}

/** The fewest bytes before a good row with which it is still lost. */
async function lossOf(
  folder: string,
  shape: FileShape,
  { pieces, sentinels }: FuzzedFile,
  lost: Sentinel,
): Promise<string> {
  const isLost = async (before: Buffer): Promise<boolean> => {
    const head = pieces[0] as Buffer;
    const start = { line: 1 + lineEnds(Buffer.concat([head, before])), byte: head.length + before.length };
    const rest = pieces.slice(lost.piece, lost.piece + 40);
    const { rows } = await read(folder, shape, [head, before, ...rest]);
    return !isRead({ ...lost, ...start }, rows);
  };
  let least = Buffer.concat(pieces.slice(Math.max(1, lost.piece - 40), lost.piece));
  if (!(await isLost(least)))
    return `good row ${sentinels.indexOf(lost)} at byte ${lost.byte} is lost, not by what stands just before it`;
  for (let size = least.length >> 1; size >= 1; size = size >> 1)
    for (let at = 0; at + size <= least.length; ) {
      const less = Buffer.concat([least.subarray(0, at), least.subarray(at + size)]);
      // Without a line end before it the good row would be part of another.
      if (/[\r\n]$/.test(less.toString('latin1')) && (await isLost(less))) least = less;
      else at += size;
    }
  return `${JSON.stringify(shape)}: after ${JSON.stringify(least.toString('latin1'))} the good row ${JSON.stringify(pieces[lost.piece]?.toString())} is lost`;
}

const lineEnds = (bytes: Buffer): number => (bytes.toString('latin1').match(/\r\n|\n|\r/g) ?? []).length;

async function validated(
  folder: string,
  { format, delimiter }: FileShape,
  { sentinels }: FuzzedFile,
  rows: readonly Row[],
  swallowed: readonly Sentinel[],
): Promise<string[]> {
  const pipeline = join(folder, 'pipeline.yaml');
  const options = format === 'csv' ? `, delimiter: ${JSON.stringify(delimiter)}` : '';
  const source = `sources: { users: { path: fuzzed.${format}${options} } }`;
  await writeFile(pipeline, `version: 1\nname: fuzzed\n${source}\n`);
  const { exitCode, stdout, stderr } = await runCli('validate', pipeline, '--json');
  if (exitCode !== 0 && exitCode !== 4)
    return [`validate ends with ${exitCode}: ${stderr}${stdout.slice(0, 1_000)}`];
  const report = JSON.parse(stdout) as Report;
  const { read: count, pending } = report.entities.users;
  const least = sentinels.length - swallowed.length;
  const goodLines = new Set(sentinels.filter((each) => !swallowed.includes(each)).map(({ line }) => line));
  const blamed = report.problems.flatMap(({ code, samples }) =>
    samples
      .filter(({ line }) => goodLines.has(line))
      .map(({ line }) => `the good row in line ${line} is ${code}`),
  );
  return [
    ...(report.balanced ? [] : ['rows read are not the sum of the outcomes']),
    ...(count === rows.length ? [] : [`${count} rows are validated, ${rows.length} are read`]),
    ...(pending >= least ? [] : [`${pending} rows are good, ${least} should be at least`]),
    ...blamed,
  ];
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      inputs: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: String(Date.now() % 1e6) },
    },
  });
  const started = performance.now();
  const [inputs, seed] = [Number(values.inputs), Number(values.seed)];
  const onProgress = (done: number): void => {
    process.stderr.write(`${done} of ${inputs} inputs\r`);
  };
  const result = await fuzzInput({ inputs, seed, onProgress });
  const slow = await readRepeated({ patterns: Math.ceil(inputs / 50_000), bytes: 200_000, seed });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${JSON.stringify({ seed, ...result, slow, seconds }, null, 2)}\n`);
  process.exitCode = result.faults.length + slow.length === 0 ? 0 : 1;
}
