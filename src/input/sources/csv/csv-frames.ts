import type { Problem } from '../../rows/row.ts';
import type { CsvFramer } from './csv-framer.ts';

/** One record of a CSV text: its bounds and its fault, if any. */
export type Frame = {
  readonly byte: number;
  readonly line: number;
  readonly endByte: number;
  readonly endLine: number;
  /** The record's text in the framer's `bytes`, until the next push. */
  readonly start: number;
  readonly end: number;
  /** The number of cells; 0 if the record cannot be divided into cells. */
  readonly cells: number;
  readonly fault?: Problem;
};

/** The records that are complete with the next piece of a text; without a piece, the rest at the end of the text. */
export function framesOf(framer: CsvFramer, piece?: Buffer): readonly Frame[] {
  const frames: Frame[] = [];
  if (piece) framer.push(piece);
  framer.take(
    {
      good: () => {
        const { byte, line, endByte, endLine, start, end } = framer;
        frames.push({ byte, line, endByte, endLine, start, end, cells: framer.scanner.cells });
      },
      faulty: (frame) => frames.push(frame),
    },
    piece === undefined,
  );
  return frames;
}
