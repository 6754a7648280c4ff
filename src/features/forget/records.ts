import { isPacked } from '../../input/sources/bytes/decompress.ts';
import { type Files, writeAllSync } from '../../system/files.ts';

const READ_BYTES = 1 << 20;
/** A longer record has a quote that never ends, and counts line by line. */
const RECORD_MAX = 1 << 20;

/**
 * The records of a file with their line ends, each byte as one character: lines, or in a CSV file rows, whose cells may have
 * line ends in quotes. Any text can be read and written like that as it was.
 */
export function* recordsIn(path: string, files: Files): Generator<string> {
  const isQuoted = /\.[ct]sv$/.test(path);
  let rest = '';
  for (const piece of piecesOf(path, files)) {
    rest = yield* whole(rest + piece.toString('latin1'), isQuoted);
    if (rest.length > RECORD_MAX) rest = yield* whole(rest, false);
  }
  if (rest !== '') yield rest;
}

/** The bytes of a file, each piece until the next is asked for. */
function* piecesOf(path: string, files: Files): Generator<Buffer> {
  const file = files.openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(READ_BYTES);
    for (let at = 0; ; ) {
      const count = files.readSync(file, buffer, 0, READ_BYTES, at);
      if (count === 0) return;
      at += count;
      yield buffer.subarray(0, count);
    }
  } finally {
    files.closeSync(file);
  }
}

/** The records that have ended; returns the begun one. */
function* whole(text: string, isQuoted: boolean): Generator<string, string> {
  let start = 0;
  let isOpen = false;
  for (let from = 0; ; ) {
    const end = text.indexOf('\n', from) + 1;
    if (end === 0) return text.slice(start);
    if (isQuoted) for (let at = from; at < end; at++) if (text[at] === '"') isOpen = !isOpen;
    from = end;
    if (isOpen) continue;
    yield text.slice(start, end);
    start = end;
  }
}

/** True if a file is compressed, so that no test of its bytes tells what is in it. */
export function isPackedFile(path: string, files: Files): boolean {
  for (const piece of piecesOf(path, files)) return isPacked(piece);
  return false;
}

/** True if any part of a file passes a test; parts overlap by as much as a name is long at most. */
export function someOf(path: string, test: (text: string) => boolean, files: Files): boolean {
  let before = '';
  for (const piece of piecesOf(path, files)) {
    const text = before + piece.toString('latin1');
    if (test(text)) return true;
    before = text.slice(-OVERLAP);
  }
  return false;
}

const OVERLAP = 4_096;

/** Writes the records that stay, beside the file and then in its place; returns how many bytes there are now. */
export function keepRecords(
  path: string,
  stays: (record: string, index: number) => boolean,
  files: Files,
): number {
  const next = `${path}.next`;
  files.rmSync(next, { force: true });
  const file = files.openSync(next, 'wx', 0o600);
  let bytes = 0;
  try {
    let index = 0;
    for (const record of recordsIn(path, files)) {
      if (!stays(record, index++)) continue;
      const part = Buffer.from(record, 'latin1');
      writeAllSync(files, file, part, bytes);
      bytes += part.length;
    }
    files.fsyncSync(file);
  } finally {
    files.closeSync(file);
  }
  files.renameSync(next, path);
  return bytes;
}
