import { isUtf8 } from 'node:buffer';
import { RunError } from '../errors.ts';
import type { Bytes } from './bytes.ts';
import { cellsOf } from './csv-cells.ts';
import { CsvFramer } from './csv-framer.ts';
import { type Frame, framesOf } from './csv-frames.ts';
import { encodingInvalid } from './row-fault.ts';

/** The column names of a CSV file, and where its rows begin. */
export type CsvHeader = {
  readonly columns: readonly string[];
  readonly endByte: number;
  readonly endLine: number;
};

/**
 * Reads the first record of a CSV file as the names of its columns.
 * @throws RunError `SOURCE.EMPTY`, `.HEADER_INVALID`, `.DELIMITER_WRONG`, `.ENCODING_UNKNOWN`
 */
export async function readCsvHeader(bytes: Bytes, delimiter: string): Promise<CsvHeader> {
  const where = { file: bytes.path };
  const framed = await firstFrame(bytes, delimiter);
  if (framed === undefined) {
    throw new RunError('SOURCE.EMPTY', `${bytes.path} holds only blank lines, no header`, { where });
  }
  const { frame, text } = framed;
  const place = { ...where, line: frame.line, byte: frame.byte };
  if (frame.fault?.code !== 'ROW.TOO_LARGE' && (frame.fault !== undefined || frame.cells === 1)) {
    refuseOtherDelimiter(bytes.path, text, delimiter);
  }
  if (frame.fault !== undefined) {
    const { message, column } = frame.fault;
    const at = column === undefined ? place : { ...place, column };
    throw new RunError('SOURCE.HEADER_INVALID', `the header cannot be read: ${message}`, {
      hint: 'correct the first line of the file',
      where: at,
    });
  }
  if (!isUtf8(text)) {
    const { message } = encodingInvalid(text, frame.byte, bytes.encoding);
    throw new RunError('SOURCE.ENCODING_UNKNOWN', `the header cannot be read: ${message}`, {
      hint: 'declare what the file is, for example  encoding: windows-1252',
      where: place,
    });
  }
  const columns = cellsOf(text, delimiter);
  refuseBadNames(columns, place);
  return { columns, endByte: frame.endByte, endLine: frame.endLine };
}

async function firstFrame(
  bytes: Bytes,
  delimiter: string,
): Promise<{ readonly frame: Frame; readonly text: Buffer } | undefined> {
  const framer = new CsvFramer(delimiter, 0, { byte: bytes.start, line: 1 });
  const found = (frame: Frame | undefined) =>
    frame && { frame, text: Buffer.from(framer.bytes.subarray(frame.start, frame.end)) };
  for await (const piece of bytes.read(bytes.start)) {
    const first = found(framesOf(framer, piece)[0]);
    if (first !== undefined) return first;
  }
  return found(framesOf(framer)[0]);
}

/** A header that is one column only because it is separated by something else. */
function refuseOtherDelimiter(path: string, header: Buffer, delimiter: string): void {
  const others = [',', ';', '\t', '|'].filter((each) => each !== delimiter);
  const counted = others.map((other) => {
    const frame = new CsvFramer(other, 0, { byte: 0, line: 1 });
    const cells = [...framesOf(frame, header), ...framesOf(frame)][0]?.cells ?? 0;
    return { other, cells };
  });
  const likely = counted.reduce((best, each) => (each.cells > best.cells ? each : best));
  if (likely.cells < 2) return;
  const shown = JSON.stringify(likely.other);
  const message = `the header has one column when separated by ${JSON.stringify(delimiter)}, but ${likely.cells} when separated by ${shown}`;
  throw new RunError('SOURCE.DELIMITER_WRONG', message, {
    hint: `declare it in the pipeline: delimiter: ${shown}`,
    where: { file: path, line: 1 },
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
