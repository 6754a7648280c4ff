import { join } from 'node:path';
import { pulledLine } from '../../exports/files/pulled-rows.ts';
import type { OriginRow } from '../../origin/origin.ts';
import type { System } from '../../system/system.ts';
import { digestOfUid, type Forgotten } from '../forgotten.ts';
import { PULLED_NAME } from '../state-place.ts';
import { LOG_NAME } from './pull-origin.ts';
import { type Counted, type HeldList, Journal, type ListKey } from './records/journal.ts';
import { Frames, RecordWriter, recordIn, recordLines, recordPath } from './records/record-file.ts';
import { withoutPeople } from './records/without-people.ts';

/** Records of an old system, and what is taken out of them. */
export type Forgetting = {
  /** The folder of what is prepared; it need not be there. */
  readonly prepared: string;
  /** The person who is forgotten. */
  readonly person: Forgotten;
  /** True for the ids of messages that are of a person for another reason, such as that they have received them. */
  readonly isTheirs: (messageId: string) => boolean;
  readonly files: System['files'];
  readonly signal: AbortSignal;
};

/** Conversations in a line of the log. */
const AT_ONCE = 1_000;

/** The number of records that name people, or are of them; files of a vendor's export job count as one each. */
export async function countForgotten(forgetting: Forgetting): Promise<number> {
  const { prepared, files } = forgetting;
  const journal = await Journal.read(join(prepared, LOG_NAME), files);
  let count = 0;
  for (const held of journal.lists()) {
    count += held.files?.length ?? 0;
    for await (const [line, left] of redacted(held, forgetting)) if (left !== line) count++;
  }
  return count;
}

/**
 * Takes people out of the records. Each file is replaced as a whole, and the log names the new one: killed, this goes on when it
 * is done again. What a stopped pull has begun, and lists with files of a vendor's export job, are read anew.
 */
export async function forgetPulled(forgetting: Forgetting): Promise<void> {
  const { prepared, files, person } = forgetting;
  const folder = join(prepared, PULLED_NAME);
  await using journal = await Journal.open(join(prepared, LOG_NAME), files);
  if (journal.pull) {
    const { last } = journal;
    await journal.add([...(last ? [{ is: 'last', ...last, fullAt: 0 } as const] : []), { is: 'stopped' }]);
  }
  const lists = [...journal.lists()];
  const generation =
    lists.reduce((most, held) => Math.max(most, held.generation), journal.last?.generation ?? 0) + 1;
  for (const held of lists) {
    const former = [recordPath(held, held.generation), ...(held.files ?? [])];
    if (held.files) await journal.add([{ is: 'lost', of: held.of, list: held.list }]);
    else if (await hasAny(held, forgetting)) await rewrite(held, generation, journal, forgetting);
    else continue;
    for (const path of former) await files.rm(join(folder, path), { force: true });
  }
  const theirs = new Set([...person.digests, ...(person.names ?? [])]);
  const known = Array.from(journal.conversations, ([of, { lists: _, found, authors = [], ...others }]) => {
    const all = new Set([...authors, ...(found?.authors ?? [])]);
    const left = [...all].filter((id) => !theirs.has(digestOfUid(id, person.salt)));
    return { is: 'conversation', of, ...others, authors: left } as const;
  });
  for (let at = 0; at < known.length; at += AT_ONCE) await journal.add(known.slice(at, at + AT_ONCE));
}

async function hasAny(held: HeldList & ListKey, forgetting: Forgetting): Promise<boolean> {
  for await (const [line, left] of redacted(held, forgetting)) if (left !== line) return true;
  return false;
}

async function rewrite(
  held: HeldList & ListKey,
  generation: number,
  journal: Journal,
  forgetting: Forgetting,
): Promise<void> {
  const { prepared, files } = forgetting;
  const counted: { -readonly [K in keyof Counted]: number } = { users: 0, conversations: 0, messages: 0 };
  await using out = new RecordWriter(join(prepared, PULLED_NAME, recordPath(held, generation)), files);
  const frames = new Frames(out);
  for await (const [, left] of redacted(held, forgetting)) {
    if (left === undefined) continue;
    const { list = '' } = recordIn(left);
    if (list in counted) counted[list as keyof Counted]++;
    await frames.add([left]);
  }
  await frames.end();
  await out.sync();
  await journal.add([{ is: 'held', ...held, generation, bytes: out.bytes, counted }]);
}

/** Each line of a list, and what is left of it; records of a message that goes, go with it. */
async function* redacted(
  held: HeldList & ListKey,
  { prepared, person, isTheirs, files, signal }: Forgetting,
): AsyncGenerator<readonly [line: string, left: string | undefined]> {
  if (held.bytes === 0) return;
  const path = join(prepared, PULLED_NAME, recordPath(held, held.generation));
  if (!files.existsSync(path)) return;
  const redact = withoutPeople(person);
  let isGone = false;
  for await (const lines of recordLines(path, files, signal))
    for (const line of lines) {
      const record = recordIn(line) as Partial<OriginRow> & { readonly chatferry?: string };
      const { chatferry: system = '', list = '', of, row = {} } = record;
      const isOwn = list === 'messages' || list === 'users' || list === 'conversations';
      if (isOwn) isGone = false;
      const before = { list, row, ...(of === undefined ? {} : { of }) };
      const isReceived = list === 'messages' && isTheirs(idOf(row));
      const left = isGone || isReceived ? undefined : redact(before);
      if (isOwn && left === undefined) isGone = true;
      const text = left && JSON.stringify(left.row);
      yield [
        line,
        text === undefined || text === JSON.stringify(row)
          ? left && line
          : pulledLine(system, list, of, text),
      ];
    }
}

/** The id of a message, as systems call it. */
function idOf(row: OriginRow['row']): string {
  const id = row['muid'] ?? row['message_id'] ?? row['sid'] ?? row['id'];
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}
