import type { Archive } from '../delivery/archive.ts';
import type { Settled } from '../delivery/in-flight.ts';
import { asRunError, RunError } from '../errors/run-error.ts';
import type { KeptBytes, StateStore } from '../files/state/state-store.ts';
import { KeySet } from '../keys/key-table.ts';
import type { State } from '../state/state.ts';

const NEWLINE = 10;
const BLOCK_BYTES = 262_144;
/** A line is a row as JSON; a line with anything else was not written completely. */
const ROW = /^\{"[\s\S]*\}$/;

/**
 * The archive of an entity; it is begun with the first row. Every run of the pipeline writes to the same one, so a row that
 * is in several exports is in it once.
 * @param archive in the state of the pipeline
 * @param onAppended called with the bytes of each append, once they are durable
 */
export function archiveFile(
  { state, name }: State['archive'],
  onAppended: (bytes: Uint8Array) => void = () => {},
): Archive {
  const path = state.pathOf(name);
  let length = 0;
  let known = new KeySet();
  return {
    async restore(claimed) {
      known = new KeySet();
      using kept = opened(state, name, path);
      const size = kept?.bytes ?? 0;
      if (size < (claimed ?? 0))
        throw new RunError(
          'STATE.CORRUPT',
          `the archive ${path} has ${size} bytes, and the checkpoint knows of ${claimed}`,
        );
      length = kept ? readLines(kept, claimed ?? size, (line) => known.add([line])) : 0;
      if (claimed !== undefined && length !== claimed)
        throw new RunError('STATE.CORRUPT', `the archive ${path} is damaged after byte ${length}`);
      if (size > length) await state.truncate(name, length);
    },
    async append(rows) {
      const lines = rows.flatMap((row) => lineOf(row) ?? []).filter((line) => known.add([line]));
      if (lines.length === 0) return length;
      if (length === 0) await state.begin(name);
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      length += await state.append(name, bytes, length);
      onAppended(bytes);
      return length;
    },
  };
}

function opened(state: StateStore, name: string, path: string): KeptBytes | undefined {
  try {
    return state.read(name);
  } catch (error) {
    throw asRunError(error, 'STATE.CORRUPT', `the archive ${path} cannot be read`);
  }
}

const lineOf = ({ outcome }: Settled): string | undefined =>
  outcome.status === 'skipped' && outcome.archived ? JSON.stringify(outcome.archived) : undefined;

/** Reads the rows in the first `bytes`; returns the length of those that are whole, bytes. */
function readLines(kept: KeptBytes, bytes: number, onLine: (line: string) => void): number {
  let whole = 0;
  let rest: Buffer = Buffer.alloc(0);
  for (let at = 0; at < bytes; ) {
    const block = Buffer.alloc(Math.min(BLOCK_BYTES, bytes - at));
    const count = kept.read(block, at);
    if (count === 0) return whole;
    at += count;
    const data = Buffer.concat([rest, block.subarray(0, count)]);
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
  return whole;
}
