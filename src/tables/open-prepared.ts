import { RunError } from '../errors/run-error.ts';
import { isOfMachine } from '../files/checked-files.ts';
import { bytesFor } from '../input/sources/block-rows.ts';
import { type Bytes, fileBytes } from '../input/sources/bytes/bytes.ts';
import { formatOf } from '../input/sources/formats.ts';
import { passRows, rowChunks, rowOfRecord } from '../input/sources/row-parser.ts';
import type { Source } from '../input/sources/source.ts';
import type { Files } from '../system/files.ts';
import { NO_FILE, type Origin } from './prepared-row.ts';
import { PreparedRows } from './prepared-rows.ts';
import { PLACE_BYTES, placesPath, readHeader, type TableHeader } from './table-header.ts';

const FIRST = { byte: 0, line: 1, row: 0 };

/**
 * Opens a finished prepared table as a source. Its rows are rejected in the format that they came from: CSV if they are
 * arrays of texts, NDJSON if they are objects.
 * @param path as it was given to its writer
 * @param file index of the table in its step
 * @throws RunError `STATE.CORRUPT` if the table is missing or unfinished
 */
export async function openPrepared(path: string, file: number, files: Files): Promise<Source> {
  const header = await readHeader(path, files);
  if (!header)
    throw new RunError('STATE.CORRUPT', `the prepared table ${path} is missing or unfinished`, {
      hint: 'run the same command again, which prepares it again',
    });
  return tableSource(path, path, file, header, files);
}

/** True if a finished table of some identity is there. */
export const hasPrepared = async (path: string, identity: string, files: Files): Promise<boolean> =>
  (await readHeader(path, files))?.identity === identity;

/** @param at the file that has the rows: the table, or one with some of them */
function tableSource(path: string, at: string, file: number, header: TableHeader, files: Files): Source {
  const { columns, delimiter, names, inputs, bytes, rows } = header;
  const placeOf = placeReader(path, rows, files);
  const stored: Pick<Bytes, 'path' | 'isOnDisk' | 'read'> = {
    path: at,
    isOnDisk: isOfMachine(files),
    read: (from, signal) => fileBytes(at, from, signal, files),
  };
  return {
    path,
    like: async (other) => tableSource(path, other, file, header, files),
    format: formatOf(path, columns ? 'csv' : 'ndjson'),
    plain: true,
    encoding: 'utf-8',
    bytes,
    rows,
    ...(columns ? { columns } : {}),
    ...(columns && delimiter !== undefined ? { delimiter } : {}),
    inputs,
    originOf(line) {
      const place = placeOf(line - 1);
      const name = place && names[place.file];
      if (place === undefined || name === undefined) return undefined;
      const { line: first, byte, row } = place;
      return { name, line: first, ...(byte < 0 ? {} : { byte }), ...(row ? { row } : {}) };
    },
    read(from = { file, ...FIRST }, signal, reading) {
      const parser = new PreparedRows(path, file, columns?.length, from);
      return rowChunks(fileBytes(at, from.byte, signal, files), parser, signal, reading);
    },
    rowOf: (record, from) => rowOfRecord(new PreparedRows(path, file, columns?.length, from), record),
    pass: (sink, signal) =>
      passRows(
        bytesFor(stored, FIRST.byte, sink, signal),
        new PreparedRows(path, file, columns?.length, FIRST),
        sink,
      ),
  };
}

/** Positions are read in blocks, because those of rejected rows are asked for in their order. */
const BLOCK_ROWS = 4_096;

/** Reads the positions that the rows of a table came from, by their number from 0. */
function placeReader(path: string, rows: number, files: Files): (row: number) => Origin | undefined {
  let block = Buffer.alloc(0);
  let first = -1;
  return (row) => {
    if (!(row >= 0 && row < rows)) return undefined;
    const from = row - (row % BLOCK_ROWS);
    if (from !== first) {
      block = readBlock(placesPath(path), from * PLACE_BYTES, Math.min(BLOCK_ROWS, rows - from), files);
      first = from;
    }
    const at = (row - from) * PLACE_BYTES;
    const file = block.readUInt32LE(at);
    if (file === NO_FILE) return undefined;
    const [line, byte, number] = [
      block.readUInt32LE(at + 4),
      block.readDoubleLE(at + 8),
      block.readUInt32LE(at + 16),
    ];
    return { file, line, byte, row: number };
  };
}

function readBlock(path: string, at: number, rows: number, files: Files): Buffer<ArrayBuffer> {
  const block = Buffer.alloc(rows * PLACE_BYTES);
  const fd = files.openSync(path, 'r');
  try {
    let done = 0;
    while (done < block.length) {
      const count = files.readSync(fd, block, done, block.length - done, at + done);
      if (count === 0) throw new RunError('STATE.CORRUPT', `${path} is shorter than its table`);
      done += count;
    }
  } finally {
    files.closeSync(fd);
  }
  return block;
}
