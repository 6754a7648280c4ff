import { join } from 'node:path';
import type { Step } from '../../../delivery/plan.ts';
import { RunError } from '../../../errors/run-error.ts';
import { BufferedFile } from '../../../files/buffered-file.ts';
import { syncFolder } from '../../../files/sync-folder.ts';
import type { PlaceOf } from '../../../input/rows/place.ts';
import type { Source } from '../../../input/sources/source.ts';
import type { Files } from '../../../system/files.ts';
import { decodedBytes } from './index/decoded-bytes.ts';
import type { RunTable } from './index/runs.ts';
import type { DividedFile } from './index/shard-index.ts';

/** The rows of a shard in one file. */
export type OwnRows = Pick<DividedFile, 'head' | 'isDivisible'> & { readonly table: RunTable };

/** Gaps up to here are read over: to begin to read anew costs as much. */
const GAP_BYTES_MAX = 1 << 20;

/**
 * A copy of the rows of a shard in a file, behind the beginning of that file: its bytes are read once, in big pieces, and its
 * rows are then read like those of any file, also from the place where a run was stopped. One that is there is used.
 * @param folder exists, and is the shard's own
 * @throws RunError `SOURCE.*`, `STATE.UNWRITABLE`
 */
export async function ownRowsOf(
  source: Source,
  name: string,
  { head, table }: OwnRows,
  { folder, files, signal }: { readonly folder: string; readonly files: Files; readonly signal: AbortSignal },
): Promise<Source> {
  const path = join(folder, `${name}.${source.format.name}`);
  if (!files.existsSync(path)) {
    const next = `${path}.next`;
    await files.rm(next, { force: true });
    {
      using out = new BufferedFile(next, files);
      await copy(source, rangesOf(head.bytes, table), out, { files, signal });
      out.sync();
    }
    await files.rename(next, path);
    await syncFolder(files, folder);
  }
  const copied = await source.like?.(path);
  return { ...(copied ?? source), path: source.path };
}

/** Bytes from a place to another. */
type Range = readonly [from: number, to: number];

function* rangesOf(head: number, table: RunTable): Generator<Range> {
  if (head > 0) yield [0, head];
  for (const { byte, bytes } of table) yield [byte, byte + bytes];
}

async function copy(
  source: Source,
  ranges: Iterator<Range>,
  out: BufferedFile,
  reading: { readonly files: Files; readonly signal: AbortSignal },
): Promise<void> {
  let range = ranges.next();
  while (!range.done) {
    let at = range.value[0];
    let isEnd = true;
    for await (const piece of decodedBytes(source, at, reading)) {
      const end = at + piece.length;
      while (!range.done && range.value[0] < end) {
        const [from, to] = range.value;
        out.add(piece, Math.max(from, at) - at, Math.min(to, end) - at);
        if (to > end) break;
        range = ranges.next();
      }
      at = end;
      isEnd = false;
      if (range.done || (source.plain && range.value[0] - at > GAP_BYTES_MAX)) break;
      isEnd = true;
    }
    if (isEnd)
      throw new RunError('STATE.INPUT_CHANGED', `${source.path} is shorter than when its rows were divided`);
  }
}

/** Places of the rows of copies in the files of the user. */
export function originalPlaces({ placeOf }: Step, rowsOf: (file: number) => OwnRows | undefined): PlaceOf {
  return (file, line, byte, row) => {
    const own = rowsOf(file);
    const place = own && originalPlace(own, line, byte, row);
    return place ? placeOf(file, place.line, place.byte, place.row) : placeOf(file, line, byte, row);
  };
}

/** The place of a row of a copy in its file; undefined if rows are where they were. */
export function originalPlace(
  { head, isDivisible, table }: OwnRows,
  line: number,
  byte?: number,
  row?: number,
): { readonly line: number; readonly byte?: number; readonly row?: number } | undefined {
  const run = isDivisible ? table.runAt(line - head.lines) : undefined;
  if (!run) return undefined;
  return {
    line: run.line + (line - head.lines - 1 - run.ownLine),
    ...(byte === undefined ? {} : { byte: run.byte + (byte - head.bytes - run.ownByte) }),
    ...(row === undefined ? {} : { row: run.row + (row - 1 - run.ownRow) }),
  };
}
