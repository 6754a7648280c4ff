import { dirname } from 'node:path';
import type { Archive } from '../../delivery/archive.ts';
import type { Settled } from '../../delivery/in-flight.ts';
import { asRunError, RunError } from '../../errors/run-error.ts';
import { appendAt } from '../../files/append-at.ts';
import { FingerprintMap } from '../../keys/fingerprint-map.ts';
import { fingerprint64 } from '../../keys/fingerprint64.ts';
import type { Files } from '../../system/files.ts';

const NEWLINE = 10;
const BLOCK_BYTES = 262_144;
/** A line is a row as JSON; a line with anything else was not written completely. */
const ROW = /^\{"[\s\S]*\}$/;

/**
 * The archive of an entity in a file, 0600; the file and its folder are created with the first row. Every run of the
 * pipeline writes to the same file, so a row that is in several exports is in it once.
 * @param path the NDJSON file
 * @param onAppended called with the bytes of each append, once they are on disk
 */
export function archiveFile(
  path: string,
  files: Files,
  onAppended: (bytes: Uint8Array) => void = () => {},
): Archive {
  let length = 0;
  let known = new FingerprintMap(2);
  return {
    async restore(claimed) {
      known = new FingerprintMap(2);
      const size = await sizeOf(files, path);
      if (size < (claimed ?? 0))
        throw new RunError(
          'STATE.CORRUPT',
          `the archive ${path} has ${size} bytes, and the checkpoint knows of ${claimed}`,
        );
      length = await readLines(files, path, claimed ?? size, (line) => isNew(known, line));
      if (claimed !== undefined && length !== claimed)
        throw new RunError('STATE.CORRUPT', `the archive ${path} is damaged after byte ${length}`);
      if (size > length) await files.truncate(path, length);
    },
    async append(rows) {
      const lines = rows.flatMap((row) => lineOf(row) ?? []).filter((line) => isNew(known, line));
      if (lines.length === 0) return length;
      const isFirst = length === 0;
      if (isFirst) await makeFolder(files, dirname(path));
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      length += await appendAt(files, path, bytes, length);
      onAppended(bytes);
      if (isFirst) await syncFolder(files, dirname(path));
      return length;
    },
  };
}

const lineOf = ({ outcome }: Settled): string | undefined =>
  outcome.status === 'skipped' && outcome.archived ? JSON.stringify(outcome.archived) : undefined;

/** Records a line; false if it was recorded before. */
function isNew(known: FingerprintMap, line: string): boolean {
  const { lo, hi } = fingerprint64(line);
  if (known.find(lo, hi)) return false;
  known.add(lo, hi);
  return true;
}

/** Reads the rows in the first `bytes` of a file; returns the length of those that are whole, bytes. */
async function readLines(
  files: Files,
  path: string,
  bytes: number,
  onLine: (line: string) => void,
): Promise<number> {
  if (bytes === 0) return 0;
  let whole = 0;
  let rest: Buffer = Buffer.alloc(0);
  const file = await files.open(path, 'r');
  try {
    for (let at = 0; at < bytes; ) {
      const block = Buffer.alloc(Math.min(BLOCK_BYTES, bytes - at));
      const { bytesRead } = await file.read(block, 0, block.length, at);
      if (bytesRead === 0) return whole;
      at += bytesRead;
      const data = Buffer.concat([rest, block.subarray(0, bytesRead)]);
      let start = 0;
      for (let end = data.indexOf(NEWLINE); end >= 0; end = data.indexOf(NEWLINE, start)) {
        const line = data.toString('utf8', start, end);
        if (!ROW.test(line)) return whole;
        onLine(line);
        whole += end + 1 - start;
        start = end + 1;
      }
      rest = data.subarray(start);
    }
  } finally {
    await file.close();
  }
  return whole;
}

/** Bytes of a file; 0 if there is none. */
async function sizeOf(files: Files, path: string): Promise<number> {
  try {
    return (await files.stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw asRunError(error, 'STATE.CORRUPT', `the archive ${path} cannot be read`);
  }
}

/** Makes the name of a new file survive a power cut. */
async function syncFolder(files: Files, path: string): Promise<void> {
  const folder = await files.open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

async function makeFolder(files: Files, path: string): Promise<void> {
  try {
    await files.mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw asRunError(error, 'STATE.UNWRITABLE', `${path} cannot be created: ${(error as Error).message}`);
  }
}
