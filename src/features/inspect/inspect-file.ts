import { stat } from 'node:fs/promises';
import { RunError } from '../../errors/run-error.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import type { Row, Values } from '../../input/rows/row.ts';
import { type Bytes, fileBytes, openBytes } from '../../input/sources/bytes/bytes.ts';
import { guessEncoding, unmarkedUtf16 } from '../../input/sources/bytes/encoding-guess.ts';
import { formatFound } from '../../input/sources/formats.ts';
import { invalidUtf8At } from '../../input/sources/row-fault.ts';
import type { FormatLook, Source, SourceFormat } from '../../input/sources/source.ts';
import { ColumnCounter } from './column.ts';
import { guessEntity } from './entity-guess.ts';
import type { Detected, FaultyRow, Inspection } from './inspection.ts';
import { propose } from './proposal.ts';

/** What the caller declares about a file, and how much of it to read. */
export type InspectOptions = {
  readonly entity?: EntityName | undefined;
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  /** The zone of times without one. */
  readonly zone?: string | undefined;
  /** Rows to read. @default all */
  readonly rowsMax?: number;
  /** Epoch seconds; times before it are counted. */
  readonly before?: number | undefined;
};

const FAULTS_SHOWN = 5;
const COLUMNS_MAX = 200;
const SAMPLE_BYTES = 1_048_576;

/**
 * Detects the format, encoding, entity and columns of a file. Reads its rows once, in bounded memory.
 * @throws RunError `SOURCE.*` if it cannot be read at all
 */
export async function inspectFile(
  path: string,
  options: InspectOptions,
  signal: AbortSignal,
): Promise<Inspection> {
  const { bytes, encoding } = await opened(path, options.encoding);
  const sample = await sampleOf(bytes);
  const found = formatFound(path, sample);
  const format: SourceFormat = found;
  const look = await format.look?.(bytes, { delimiter: options.delimiter });
  const source = await format.open(path, 0, {
    ...(encoding.how === 'file' ? {} : { encoding: encoding.value }),
    ...(look ? { delimiter: look.delimiter } : {}),
    ...(look && !look.header ? { columns: look.columns } : {}),
  });
  const read = await counted(source, options, signal);
  const entity = options.entity
    ? { entity: options.entity, evidence: 'as declared', certain: true }
    : guessEntity(path, read.columns);
  return {
    path,
    bytes: (await stat(path)).size,
    format: found.name,
    encoding,
    ...(look ? { delimiter: delimiterFound(look, options.delimiter), header: look.header } : {}),
    ...read,
    ...(entity ? { entity, proposal: propose(entity.entity, read.columns, options.zone) } : {}),
  };
}

async function opened(
  path: string,
  declared: string | undefined,
): Promise<{ bytes: Bytes; encoding: Detected }> {
  if (declared !== undefined) {
    const bytes = await openBytes(path, declared);
    return { bytes, encoding: { value: bytes.encoding, how: 'declared', evidence: 'as declared' } };
  }
  const bytes = await openBytes(path, undefined).catch(async (error: unknown) => {
    const guess =
      error instanceof RunError && error.code === 'SOURCE.ENCODING_UNKNOWN' && (await utf16In(path));
    if (!guess) throw error;
    return guess;
  });
  if ('evidence' in bytes) return { bytes: await openBytes(path, bytes.encoding), encoding: guessed(bytes) };
  if (bytes.encoding !== 'utf-8' || bytes.start > 0)
    return { bytes, encoding: { value: bytes.encoding, how: 'file', evidence: 'its byte order mark' } };
  const sample = await sampleOf(bytes);
  const at = invalidUtf8At(sample);
  if (at === undefined) return { bytes, encoding: { value: 'utf-8', how: 'file', evidence: 'valid UTF-8' } };
  const guess = guessEncoding(sample.subarray(Math.max(0, at - 2_000)));
  if (guess) return { bytes: await openBytes(path, guess.encoding), encoding: guessed(guess) };
  return { bytes, encoding: { value: 'utf-8', how: 'file', evidence: `not valid from byte ${at} on` } };
}

const guessed = ({ encoding, evidence }: { encoding: string; evidence: string }): Detected => ({
  value: encoding,
  how: 'guess',
  evidence,
});

async function utf16In(path: string) {
  for await (const chunk of fileBytes(path, 0)) return unmarkedUtf16(chunk);
  return undefined;
}

/** The beginning of the text, at most about 1 MB; cut at a line end if it is not the whole text. */
async function sampleOf(bytes: Bytes): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes.read(bytes.start)) {
    // Copied, because the next piece is read into the same buffer.
    pieces.push(Buffer.from(piece));
    length += piece.length;
    if (length >= SAMPLE_BYTES) break;
  }
  const all = Buffer.concat(pieces);
  return length < SAMPLE_BYTES ? all : all.subarray(0, all.lastIndexOf(0x0a) + 1);
}

function delimiterFound({ delimiter, evidence }: FormatLook, declared: string | undefined): Detected {
  return declared === undefined
    ? { value: delimiter, how: 'guess', evidence }
    : { value: delimiter, how: 'declared', evidence: 'as declared' };
}

async function counted(
  source: Source,
  { rowsMax = Number.POSITIVE_INFINITY, before }: InspectOptions,
  signal: AbortSignal,
) {
  const counters = new Map<string, ColumnCounter>();
  for (const name of source.columns ?? []) counters.set(name, new ColumnCounter(name, before));
  const ordered = [...counters.values()];
  const first: FaultyRow[] = [];
  let rows = 0;
  let faulty = 0;
  let whole = true;
  reading: for await (const chunk of source.read(undefined, signal))
    for (const row of chunk) {
      rows += 1;
      if (row.fault) {
        faulty += 1;
        if (first.length < FAULTS_SHOWN) first.push(faultOf(row));
      } else if (Array.isArray(row.values)) {
        for (const [at, cell] of (row.values as readonly string[]).entries())
          if (cell !== '') ordered[at]?.add(cell);
      } else addMembers(row.values, '', counters, before);
      if (rows < rowsMax) continue;
      whole = false;
      break reading;
    }
  const columns = Array.from(counters.values(), (counter) => counter.finished(rows - faulty));
  return { rows, whole, faulty: { rows: faulty, first }, columns };
}

function faultOf({ line, byte, fault }: Row): FaultyRow {
  return { line, byte, code: fault?.code ?? '', message: fault?.message ?? '' };
}

/** Adds the members of an object row; members of inner objects are named by their path, as in a map. */
function addMembers(
  values: Values,
  prefix: string,
  counters: Map<string, ColumnCounter>,
  before: number | undefined,
): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === '') continue;
    const path = prefix + name;
    let counter = counters.get(path);
    if (!counter) {
      if (counters.size >= COLUMNS_MAX) continue;
      counter = new ColumnCounter(path, before);
      counters.set(path, counter);
    }
    const isObject = typeof value === 'object' && !Array.isArray(value);
    counter.add(
      typeof value === 'string' ? value : typeof value === 'object' ? jsonOf(value) : String(value),
    );
    if (isObject && prefix === '') addMembers(value as Values, `${name}.`, counters, before);
  }
}

/** Whole numbers beyond 2^53 are bigints here, which JSON.stringify cannot write. */
const jsonOf = (value: object): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
