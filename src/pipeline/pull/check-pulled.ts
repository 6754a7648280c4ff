import { join } from 'node:path';
import type { Files } from '../../system/files.ts';
import { PULLED_NAME } from '../state-place.ts';
import { LOG_NAME } from './pull-origin.ts';
import { Journal } from './records/journal.ts';
import { recordIn, recordLines, recordPath } from './records/record-file.ts';

/** Records of an old system as they are on the disk. */
export type CheckedRecords = {
  readonly conversations: number;
  /** When they were read, milliseconds since 1970; undefined if that was stopped before its end. */
  readonly until: number | undefined;
  /** Files that are not as the log says, by their path in the folder of what is prepared. */
  readonly wrong: readonly { readonly file: string; readonly isThere: boolean; readonly message: string }[];
};

/** Reads all records of an old system; undefined if there are none. Changes nothing. */
export async function checkPulled(
  prepared: string,
  files: Files,
  signal: AbortSignal,
): Promise<CheckedRecords | undefined> {
  const log = join(prepared, LOG_NAME);
  if (!files.existsSync(log)) return undefined;
  const journal = await Journal.read(log, files);
  const wrong: CheckedRecords['wrong'][number][] = [];
  for (const held of journal.lists()) {
    if (held.bytes === 0) continue;
    const file = join(PULLED_NAME, recordPath(held, held.generation));
    const size = (await files.stat(join(prepared, file)).catch(() => undefined))?.size;
    const isThere = size !== undefined;
    const message =
      size === held.bytes
        ? await damageIn(join(prepared, file), files, signal)
        : isThere
          ? `has ${size} bytes, not ${held.bytes}`
          : 'is not there';
    if (message !== undefined) wrong.push({ file, isThere, message });
  }
  const until = journal.pull ? undefined : journal.last?.until;
  return { conversations: journal.conversations.size, until, wrong };
}

/** Why the records of a file cannot be read; undefined if they can. */
async function damageIn(path: string, files: Files, signal: AbortSignal): Promise<string | undefined> {
  let line = 0;
  try {
    for await (const lines of recordLines(path, files, signal))
      for (const each of lines) {
        line++;
        recordIn(each);
      }
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    return `cannot be read after line ${line}: ${(error as Error).message}`;
  }
}
