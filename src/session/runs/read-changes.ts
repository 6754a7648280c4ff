import type { RowChange } from '../../delivery/row-change.ts';
import type { Files } from '../../system/files.ts';

const PIECE_BYTES = 65_536;
const NEWLINE = 10;

/** A change as it was listed, without the versions. */
export type ListedChange = Omit<RowChange, 'before' | 'after'>;

/** Reads a list of changes line by line. A missing list has none; a line that a killed run has not finished is left out. */
export async function* readChanges(path: string, files: Files): AsyncGenerator<ListedChange> {
  for await (const line of linesOf(path, files)) {
    const change = parsed(line);
    if (change?.entity !== undefined) yield change;
  }
}

function parsed(line: string): ListedChange | undefined {
  try {
    return JSON.parse(line) as ListedChange;
  } catch {
    return undefined;
  }
}

/** The complete lines of a file. */
async function* linesOf(path: string, files: Files): AsyncGenerator<string> {
  if (!files.existsSync(path)) return;
  await using file = await files.open(path, 'r');
  const piece = Buffer.alloc(PIECE_BYTES);
  let rest = Buffer.alloc(0);
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    const bytes = Buffer.concat([rest, piece.subarray(0, bytesRead)]);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      yield bytes.toString('utf8', start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
}
