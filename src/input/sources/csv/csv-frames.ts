import type { Frame } from './csv-bounds.ts';
import type { CsvFramer } from './csv-framer.ts';

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
