import { isAscii } from 'node:buffer';
import { RunError } from '../../../errors/run-error.ts';
import type { InspectedColumn, ValueSet } from '../../../input/columns/column.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import { type Bytes, beginningOf, fileBytes, openBytes } from '../../../input/sources/bytes/bytes.ts';
import { guessEncoding, unmarkedUtf16 } from '../../../input/sources/bytes/encoding-guess.ts';
import {
  type FormatName,
  formatFound,
  formatOf,
  isExportName,
  sheetOf,
} from '../../../input/sources/formats.ts';
import { invalidUtf8At } from '../../../input/sources/row-fault.ts';
import type { FormatLook, SourceFormat } from '../../../input/sources/source.ts';
import {
  countColumns,
  type FaultyRow,
  type KindOfRows,
  type SampleRow,
} from '../../../inspection/count-columns.ts';
import type { RowsInDocument } from '../../../inspection/json-tables.ts';
import type { Files } from '../../../system/files.ts';
import { type EntityGuess, guessEntity, SPECIFIED } from '../guess/entity-guess.ts';
import { type Proposal, propose } from '../guess/proposal.ts';

/** The caller's declarations about a file, and how much of it to read. */
export type InspectOptions = {
  /** The files that it is read from. */
  readonly files: Files;
  readonly entity?: EntityName | undefined;
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  /** The zone of times without one. */
  readonly zone?: string | undefined;
  /** The rows of a JSON document: their path, the name they stand under, columns of the objects around them. */
  readonly inDocument?: RowsInDocument | undefined;
  /** Only rows of this kind are looked at. */
  readonly kind?: KindOfRows | undefined;
  /** Rows to read. @default all */
  readonly rowsMax?: number;
  /** Epoch seconds; times before it are counted. */
  readonly before?: number | undefined;
};

const SAMPLE_BYTES = 1_048_576;

/** A file with what is kept of it to compare it with other files. */
export type Examined = {
  readonly inspection: Inspection;
  /** True if the file has no character beyond ASCII, so that it may be of many encodings. */
  readonly isAscii: boolean;
  /** The values of each column. */
  readonly keys: ReadonlyMap<string, ValueSet>;
  /** The first rows that can be read. */
  readonly sample: readonly SampleRow[];
};

/**
 * Detects the format, encoding, entity and columns of a file. Reads its rows once, in bounded memory.
 * @throws RunError `SOURCE.*` if it cannot be read at all
 */
export async function inspectFile(
  path: string,
  options: InspectOptions,
  signal: AbortSignal,
): Promise<Inspection> {
  return (await examineFile(path, options, signal)).inspection;
}

/**
 * As `inspectFile`, and keeps values and rows to compare files by.
 * @throws RunError `SOURCE.*` if it cannot be read at all
 */
export async function examineFile(
  path: string,
  options: InspectOptions,
  signal: AbortSignal,
): Promise<Examined> {
  const { files } = options;
  const book: SourceFormat | undefined = isExportName(path) ? formatOf(path) : undefined;
  const text = await book?.textOf?.(path, files);
  const { bytes, encoding } = text ? { bytes: text, encoding: IN_BOOK } : await opened(path, options);
  const sample = await sampleOf(bytes);
  const found = formatFound(path, sample);
  const format: SourceFormat = found;
  const { sheet } = sheetOf(path);
  const look = await format.look?.(bytes, { delimiter: options.delimiter });
  const { inDocument } = options;
  const source = await format.open(path, 0, {
    files,
    ...(inDocument ? { rows: inDocument.rows, parents: inDocument.parents } : {}),
    ...(encoding.how === 'file' ? {} : { encoding: encoding.value }),
    ...(look && format.takes.has('delimiter') ? { delimiter: look.delimiter } : {}),
    ...(look && !look.header ? { columns: look.columns } : {}),
  });
  const { keys, sample: rows, columns, ...counts } = await countColumns(source, options, signal);
  // The column that tells the kind has one value, and is about the row.
  const read = { ...counts, columns: columns.filter(({ name }) => name !== options.kind?.column) };
  const entity = options.entity
    ? { entity: options.entity, evidence: SPECIFIED, certain: true }
    : options.kind?.change
      ? undefined
      : guessEntity(options.kind?.value || inDocument?.name || path, read.columns);
  const inspection: Inspection = {
    path,
    bytes: bytes.size,
    ...(inDocument ? { rowsAt: inDocument.rows } : {}),
    ...(options.kind ? { kind: options.kind } : {}),
    ...(sheet === undefined ? {} : { sheet }),
    format: found.name,
    encoding,
    ...(look && format.takes.has('delimiter') ? { delimiter: delimiterFound(look, options.delimiter) } : {}),
    ...(look ? { header: look.header } : {}),
    ...read,
    ...(entity ? { entity, proposal: propose(entity.entity, read.columns, options.zone) } : {}),
  };
  const isPlain = encoding.value === 'utf-8' && sample.length < SAMPLE_BYTES && isAscii(sample);
  return { inspection, isAscii: isPlain, keys, sample: rows };
}

const IN_BOOK: DetectedValue = { value: 'utf-8', how: 'file', evidence: 'a workbook' };

async function opened(
  path: string,
  { encoding: declared, files }: Pick<InspectOptions, 'encoding' | 'files'>,
): Promise<{ bytes: Bytes; encoding: DetectedValue }> {
  if (declared !== undefined) {
    const bytes = await openBytes(path, declared, files);
    return { bytes, encoding: { value: bytes.encoding, how: 'declared', evidence: SPECIFIED } };
  }
  const bytes = await openBytes(path, undefined, files).catch(async (error: unknown) => {
    const guess =
      error instanceof RunError && error.code === 'SOURCE.ENCODING_UNKNOWN' && (await utf16In(path, files));
    if (!guess) throw error;
    return guess;
  });
  if ('evidence' in bytes)
    return { bytes: await openBytes(path, bytes.encoding, files), encoding: guessed(bytes) };
  if (bytes.encoding !== 'utf-8' || bytes.start > 0)
    return { bytes, encoding: { value: bytes.encoding, how: 'file', evidence: 'its byte order mark' } };
  const sample = await sampleOf(bytes);
  const at = invalidUtf8At(sample);
  if (at === undefined) return { bytes, encoding: { value: 'utf-8', how: 'file', evidence: 'valid UTF-8' } };
  const guess = guessEncoding(sample.subarray(Math.max(0, at - 2_000)));
  if (guess) return { bytes: await openBytes(path, guess.encoding, files), encoding: guessed(guess) };
  return { bytes, encoding: { value: 'utf-8', how: 'file', evidence: `not valid from byte ${at} on` } };
}

const guessed = ({ encoding, evidence }: { encoding: string; evidence: string }): DetectedValue => ({
  value: encoding,
  how: 'guess',
  evidence,
});

async function utf16In(path: string, files: Files) {
  for await (const chunk of fileBytes(path, 0, undefined, files)) return unmarkedUtf16(chunk);
  return undefined;
}

/** The beginning of the text, at most about 1 MB; cut at a line end if it is not the whole text. */
async function sampleOf(bytes: Bytes): Promise<Buffer> {
  const all = await beginningOf(bytes.read(bytes.start), SAMPLE_BYTES);
  return all.length < SAMPLE_BYTES ? all : all.subarray(0, all.lastIndexOf(0x0a) + 1);
}

function delimiterFound({ delimiter, evidence }: FormatLook, declared: string | undefined): DetectedValue {
  return declared === undefined
    ? { value: delimiter, how: 'guess', evidence }
    : { value: delimiter, how: 'declared', evidence: SPECIFIED };
}

/** The origin of a value: `declared` by the caller, stated by the `file` itself, or a `guess` that should be declared. */
export type DetectedValue = {
  readonly value: string;
  readonly how: 'declared' | 'file' | 'guess';
  readonly evidence: string;
};

/** One file, as far as it was read. */
export type Inspection = {
  readonly path: string;
  readonly bytes: number;
  readonly format: FormatName;
  /** The path of the rows in a JSON document. */
  readonly rowsAt?: string;
  /** The sheet of a workbook with several. */
  readonly sheet?: string;
  /** The kind of rows that was looked at, if the file has several. */
  readonly kind?: KindOfRows;
  readonly encoding: DetectedValue;
  readonly delimiter?: DetectedValue;
  /** True if the first row names the columns; absent if every row names its own. */
  readonly header?: boolean;
  readonly rows: number;
  /** False if only the beginning was read. */
  readonly whole: boolean;
  readonly faulty: { readonly rows: number; readonly first: readonly FaultyRow[] };
  readonly entity?: EntityGuess;
  readonly columns: readonly InspectedColumn[];
  readonly proposal?: Proposal;
};
