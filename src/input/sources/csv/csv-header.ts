import { isUtf8 } from 'node:buffer';
import { RunError, type Where } from '../../../errors/run-error.ts';
import type { Bytes } from '../bytes/bytes.ts';
import { guessEncoding } from '../bytes/encoding-guess.ts';
import { encodingInvalid } from '../row-fault.ts';
import { columnNames } from './csv-names.ts';
import type { TextPlace } from './csv-start.ts';
import { DELIMITERS, type FirstRecord, firstRecord, shownDelimiter } from './delimiter.ts';

/** The column names of a CSV file, and the position of its first row. */
export type CsvHeader = {
  readonly columns: readonly string[];
  /** The names that columns without one have got. */
  readonly unnamed: readonly string[];
  readonly first: TextPlace;
  /** The text of the header, as far as it was read as one. */
  readonly header?: Buffer;
};

/**
 * Reads the names of a CSV file's columns from its first record.
 * @param record undefined if the file has only blank lines
 * @param known the names that something maps
 * @throws RunError `SOURCE.EMPTY`, `.HEADER_INVALID`, `.DELIMITER_WRONG`, `.ENCODING_UNKNOWN`
 */
export async function readCsvHeader(
  bytes: Bytes,
  record: FirstRecord | undefined,
  from: TextPlace,
  known: readonly string[],
): Promise<CsvHeader> {
  const { frame, text, cells } = await readableRecord(bytes, record, from);
  const place = { file: bytes.path, line: frame.line, byte: frame.byte };
  if (!isUtf8(text)) throw headerNotUtf8(text, frame.byte, bytes.encoding, place);
  const { columns, unnamed, unclear } = columnNames(cells, known);
  if (unnamed.length === columns.length)
    throw new RunError('SOURCE.HEADER_INVALID', 'no column of the header has a name', { where: place });
  const [twice] = unclear;
  if (twice) throw nameUnclear(twice, place);
  return { columns, unnamed, first: { byte: frame.endByte, line: frame.endLine }, header: text };
}

/**
 * The first record, if it can be divided into cells.
 * @throws RunError `SOURCE.EMPTY`, `.HEADER_INVALID`, `.DELIMITER_WRONG`
 */
export async function readableRecord(
  bytes: Bytes,
  record: FirstRecord | undefined,
  from: TextPlace,
): Promise<FirstRecord> {
  const where = { file: bytes.path };
  if (record === undefined)
    throw new RunError('SOURCE.EMPTY', `${bytes.path} has only blank lines and no header`, { where });
  const { fault, cells, line, byte } = record.frame;
  if (fault?.code !== 'ROW.TOO_LARGE' && (fault !== undefined || cells === 1))
    await refuseOtherDelimiter(bytes, record.delimiter, from);
  if (fault === undefined) return record;
  const { message, column } = fault;
  throw new RunError('SOURCE.HEADER_INVALID', `the header cannot be read: ${message}`, {
    hint: 'correct the first line of the file',
    where: { ...where, line, byte, ...(column === undefined ? {} : { column }) },
  });
}

function headerNotUtf8(text: Buffer, byte: number, encoding: string, where: Where): RunError {
  const { message } = encodingInvalid(text, byte, encoding);
  const likely = guessEncoding(text)?.encoding;
  const example =
    likely === undefined ? 'for example  encoding: windows-1252' : `a guess is  encoding: ${likely}`;
  return new RunError('SOURCE.ENCODING_UNKNOWN', `the header cannot be read: ${message}`, {
    hint: `declare the encoding of the file; ${example}`,
    where,
  });
}

/** Refuses a header that has one column only because its delimiter is another one. */
async function refuseOtherDelimiter(bytes: Bytes, delimiter: string, from: TextPlace): Promise<void> {
  const counted = [];
  for (const other of DELIMITERS) {
    if (other === delimiter) continue;
    counted.push({ other, cells: (await firstRecord(bytes, other, from))?.frame.cells ?? 0 });
  }
  const likely = counted.reduce((best, each) => (each.cells > best.cells ? each : best));
  if (likely.cells < 2) return;
  const shown = shownDelimiter(likely.other);
  const message = `the header has one column when separated by ${shownDelimiter(delimiter)}, but ${likely.cells} when separated by ${shown}`;
  throw new RunError('SOURCE.DELIMITER_WRONG', message, {
    hint: `declare it in the pipeline: delimiter: ${shown}`,
    where: { file: bytes.path, line: from.line },
  });
}

/** A repeated name that something maps: one of the columns would be lost. */
function nameUnclear(
  { name, numbers }: { readonly name: string; readonly numbers: readonly number[] },
  where: Where,
): RunError {
  const last = numbers.at(-1);
  const columns = `${numbers.slice(0, -1).slice(0, 9).join(', ')} and ${last}`;
  const message = `the header has ${JSON.stringify(name)} in columns ${columns}`;
  const hint = `give each column its own name, or say in the map which one is meant: ${name}-1 for the first, ${name}-2 for the second`;
  return new RunError('SOURCE.HEADER_INVALID', message, { hint, where });
}
