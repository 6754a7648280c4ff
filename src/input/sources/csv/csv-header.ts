import { isUtf8 } from 'node:buffer';
import { RunError, type Where } from '../../../errors/run-error.ts';
import type { Bytes } from '../bytes/bytes.ts';
import { guessEncoding } from '../bytes/encoding-guess.ts';
import { encodingInvalid } from '../row-fault.ts';
import { DELIMITERS, type FirstRecord, firstRecord, shownDelimiter } from './delimiter.ts';

/** The column names of a CSV file, and the position of its first row. */
export type CsvHeader = {
  readonly columns: readonly string[];
  readonly endByte: number;
  readonly endLine: number;
};

/**
 * Reads the names of a CSV file's columns from its first record.
 * @param record undefined if the file has only blank lines
 * @throws RunError `SOURCE.EMPTY`, `.HEADER_INVALID`, `.DELIMITER_WRONG`, `.ENCODING_UNKNOWN`
 */
export async function readCsvHeader(bytes: Bytes, record: FirstRecord | undefined): Promise<CsvHeader> {
  const where = { file: bytes.path };
  if (record === undefined) {
    throw new RunError('SOURCE.EMPTY', `${bytes.path} has only blank lines and no header`, { where });
  }
  const { frame, text, cells } = record;
  const place = { ...where, line: frame.line, byte: frame.byte };
  if (frame.fault?.code !== 'ROW.TOO_LARGE' && (frame.fault !== undefined || frame.cells === 1)) {
    await refuseOtherDelimiter(bytes, record.delimiter);
  }
  if (frame.fault !== undefined) {
    const { message, column } = frame.fault;
    const at = column === undefined ? place : { ...place, column };
    throw new RunError('SOURCE.HEADER_INVALID', `the header cannot be read: ${message}`, {
      hint: 'correct the first line of the file',
      where: at,
    });
  }
  if (!isUtf8(text)) throw headerNotUtf8(text, frame.byte, bytes.encoding, place);
  refuseBadNames(cells, place);
  return { columns: cells, endByte: frame.endByte, endLine: frame.endLine };
}

function headerNotUtf8(text: Buffer, byte: number, encoding: string, where: Where): RunError {
  const { message } = encodingInvalid(text, byte, encoding);
  const likely = guessEncoding(text)?.encoding ?? 'windows-1252';
  return new RunError('SOURCE.ENCODING_UNKNOWN', `the header cannot be read: ${message}`, {
    hint: `declare the encoding of the file, for example  encoding: ${likely}`,
    where,
  });
}

/** Refuses a header that has one column only because its delimiter is another one. */
async function refuseOtherDelimiter(bytes: Bytes, delimiter: string): Promise<void> {
  const counted = [];
  for (const other of DELIMITERS) {
    if (other === delimiter) continue;
    counted.push({ other, cells: (await firstRecord(bytes, other))?.frame.cells ?? 0 });
  }
  const likely = counted.reduce((best, each) => (each.cells > best.cells ? each : best));
  if (likely.cells < 2) return;
  const shown = shownDelimiter(likely.other);
  const message = `the header has one column when separated by ${shownDelimiter(delimiter)}, but ${likely.cells} when separated by ${shown}`;
  throw new RunError('SOURCE.DELIMITER_WRONG', message, {
    hint: `declare it in the pipeline: delimiter: ${shown}`,
    where: { file: bytes.path, line: 1 },
  });
}

function refuseBadNames(
  columns: readonly string[],
  where: { file: string; line: number; byte: number },
): void {
  const empty = columns.flatMap((name, index) => (name === '' ? [index + 1] : []));
  const seen = new Map<string, number>();
  const faults = empty.length === 0 ? [] : [`${numbered(empty)} without a name`];
  for (const [index, name] of columns.entries()) {
    const first = seen.get(name);
    if (first === undefined) seen.set(name, index + 1);
    else if (name !== '') faults.push(`${JSON.stringify(name)} in columns ${first} and ${index + 1}`);
  }
  if (faults.length === 0) return;
  throw new RunError('SOURCE.HEADER_INVALID', `the header has ${faults.slice(0, 5).join(', ')}`, { where });
}

function numbered(columns: readonly number[]): string {
  return `${columns.length === 1 ? 'column' : 'columns'} ${columns.slice(0, 10).join(', ')}`;
}
