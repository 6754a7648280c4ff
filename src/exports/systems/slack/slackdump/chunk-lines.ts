import { RunError } from '../../../../errors/run-error.ts';
import { openBytes } from '../../../../input/sources/bytes/bytes.ts';
import type { ExportFile, ExportFiles } from '../../../files/export-files.ts';

/** The longest line that is read: an answer of Slack's API has at most 1000 messages. */
const LINE_BYTES_MAX = 134_217_728;
const LF = 0x0a;

/** Takes the lines of a file. */
export type LineTaker = {
  /** @param line undefined for one that is too long to be read */
  line(line: Buffer | undefined, number: number): void;
  /** The rest of the file cannot be read. */
  damaged(error: RunError, number: number): void;
};

/** Passes the lines of a packed or plain file; keeps one of them in memory. */
export async function passLines(
  file: ExportFile,
  { line, damaged }: LineTaker,
  { files, signal }: { readonly files: ExportFiles; readonly signal: AbortSignal },
): Promise<void> {
  let begun: Buffer[] = [];
  let length = 0;
  let number = 1;
  const add = (piece: Buffer): void => {
    length += piece.length;
    // What reads the file uses its memory again.
    if (length <= LINE_BYTES_MAX) begun.push(Buffer.from(piece));
    else begun = [];
  };
  const end = (): void => {
    if (length > 0) line(length > LINE_BYTES_MAX ? undefined : Buffer.concat(begun), number);
    begun = [];
    length = 0;
  };
  try {
    const bytes = await openBytes(file.path, undefined, files.system);
    for await (const piece of bytes.read(bytes.start, signal)) {
      let from = 0;
      for (let at = piece.indexOf(LF); at >= 0; at = piece.indexOf(LF, from)) {
        add(piece.subarray(from, at));
        end();
        number++;
        from = at + 1;
      }
      add(piece.subarray(from));
    }
    end();
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    damaged(error, number);
  }
}
