import type { BlockPlace, BlockScreen, RowSink } from '../rows/record.ts';
import type { Bytes } from './bytes/bytes.ts';
import { fileBlocks } from './bytes/file-bytes.ts';
import type { PieceWindow } from './bytes/piece-window.ts';

/** The bytes of a file, in blocks that other threads may have screened if the sink has a screen. */
export const bytesFor = (
  bytes: Pick<Bytes, 'path' | 'isOnDisk' | 'read'>,
  from: number,
  sink: RowSink,
  signal: AbortSignal,
): AsyncIterable<Buffer> =>
  sink.blocks && bytes.isOnDisk
    ? fileBlocks(bytes.path, from, sink.blocks.ahead, signal)
    : bytes.read(from, signal);

/** A parser that can be moved over records that a screen has taken. */
export interface BlockReader {
  /** Its bytes, and where it is. */
  readonly window: PieceWindow;
  /** The number of rows so far. */
  row: number;
  /** True if the place is inside a record that is too long to be kept. */
  readonly isCut: boolean;
  /** Called when the window was moved over records that were taken. */
  moved?(): void;
  /** Reads one record in the usual way; false if it needs more bytes. */
  readOne(): boolean;
  /** Reads all records in the usual way. */
  readRest(): void;
}

/** Records one after the other that a screen cannot prove, after which it is not asked again for these bytes. */
const VAIN_MAX = 16;

/**
 * Reads bytes with a screen: what it proves and takes is not parsed, everything else is read in the usual way.
 * @param bound the end of the bytes that the screen may read; valid UTF-8 up to there
 */
export function readBlock(reader: BlockReader, screen: BlockScreen, bound: number): void {
  const { window } = reader;
  if (reader.isCut && !reader.readOne()) return;
  for (let vain = 0; vain < VAIN_MAX && window.at < bound; ) {
    const proved = screen.proves(window.bytes, window.place, bound);
    if (proved === 0 && screen.hasSeenAll) break;
    if (!(proved === 0 ? reader.readOne() : takesProved(reader, screen, proved))) return;
    vain = proved === 0 ? vain + 1 : 0;
  }
  // What is left is a record without an end, or records of which the screen knows nothing.
  reader.readRest();
}

const placeOf = ({ window, row }: BlockReader): BlockPlace => ({ ...window.place, row });

/** Passes on proved records and those between them; false if more bytes are needed. */
function takesProved(reader: BlockReader, screen: BlockScreen, proved: number): boolean {
  for (let index = 0; ; ) {
    const after = screen.takes(index, placeOf(reader));
    if (after > index) {
      reader.row += after - index;
      reader.window.moveOver(screen.endOf(after - 1), screen.lineAfter(after - 1));
      reader.moved?.();
    }
    if (after === proved) return true;
    index = after;
    screen.isCounted = screen.beginOf(index) === reader.window.at;
    const isRead = reader.readOne();
    screen.isCounted = false;
    if (!isRead) return false;
    while (index < proved && screen.beginOf(index) < reader.window.at) index++;
    if (index === proved) return true;
  }
}
