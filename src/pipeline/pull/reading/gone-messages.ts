import { pulledLine } from '../../../exports/files/pulled-rows.ts';
import type { OpenOrigin } from '../../../origin/origin.ts';
import type { Files } from '../../../system/files.ts';
import { Frames, type RecordWriter, recordIn, recordLines } from '../records/record-file.ts';

/** Messages whose ids are in memory at once. */
const IDS_AT_ONCE = 100_000;

/** The files of a list of messages before and after it was read again. */
export type ListTwice = {
  readonly system: string;
  readonly of: string;
  readonly origin: Pick<OpenOrigin, 'messageOf'>;
  /** Path of the former file. */
  readonly before: string | undefined;
  /** Path of the new one; undefined if it has no records. */
  readonly after: string | undefined;
  /** Path of the messages that were gone before. */
  readonly gone: string | undefined;
  /** The messages of this time were read again. */
  readonly from: number;
  readonly until: number;
  readonly files: Files;
  readonly signal: AbortSignal;
};

/**
 * Writes the messages that are gone: those of before that did not come back, then those that are in the former file alone. Not
 * more than so many ids are in memory, however long the list is.
 */
export async function writeGone(twice: ListTwice, out: RecordWriter): Promise<number> {
  const frames = new Frames(out);
  let count = 0;
  for await (const lines of missing(twice)) {
    count += lines.length;
    await frames.add(lines);
  }
  await frames.end();
  return count;
}

/** Lines of messages that the new file does not have. */
async function* missing(twice: ListTwice): AsyncGenerator<readonly string[]> {
  let asked = new Map<string, string>();
  for await (const [id, line] of candidates(twice)) {
    asked.set(id, line);
    if (asked.size < IDS_AT_ONCE) continue;
    yield await notThere(asked, twice);
    asked = new Map();
  }
  if (asked.size > 0) yield await notThere(asked, twice);
}

async function notThere(
  asked: Map<string, string>,
  { after, origin, files, signal }: ListTwice,
): Promise<readonly string[]> {
  if (after !== undefined)
    for await (const lines of recordLines(after, files, signal))
      for (const line of lines) {
        const { list, row } = recordIn(line);
        const message = list === 'messages' && row ? origin.messageOf(row) : undefined;
        if (message) asked.delete(message.id);
      }
  return [...asked.values()];
}

/** Messages that may be gone, by their ids. */
async function* candidates(twice: ListTwice): AsyncGenerator<readonly [id: string, line: string]> {
  const { system, of, origin, before, gone, from, until, files, signal } = twice;
  if (gone !== undefined)
    for await (const lines of recordLines(gone, files, signal))
      for (const line of lines) yield [String(recordIn(line).row?.['id']), line];
  if (before === undefined) return;
  for await (const lines of recordLines(before, files, signal))
    for (const line of lines) {
      const { list, row } = recordIn(line);
      const message = list === 'messages' && row ? origin.messageOf(row) : undefined;
      if (!message || message.time < from || message.time > until) continue;
      const { id, time, sender } = message;
      yield [id, pulledLine(system, 'gone', of, JSON.stringify({ id, time, sender }))];
    }
}
