import type { ExportInput } from '../../../export-reader.ts';
import { type JsonRow, passJson } from '../../../files/export-rows.ts';
import { list, record } from '../../../files/values.ts';
import type { Place } from '../../../neutral.ts';
import type { AnswerTaker } from './answers.ts';
import type { DumpFile } from './forms.ts';

/** Where a dump has its messages, and the replies in each: `Message` of slackdump's package `types`. */
const ROWS = '$.messages[*]';
const REPLIES = 'slackdump_thread_replies';

/** Passes the messages of a dump, replies after the message that began their thread. */
export async function passDump(
  { file, conversation }: DumpFile,
  taker: Pick<AnswerTaker, 'message' | 'unreadable'>,
  input: Pick<ExportInput, 'files' | 'signal'>,
): Promise<void> {
  const tooLong = new Set<number>();
  const take = (row: JsonRow, place: Place): void => taker.message(conversation, row, place);
  await passJson(
    file,
    {
      rows: ROWS,
      row: ({ [REPLIES]: replies, ...row }, place) => {
        take(row, place);
        for (const each of list(replies)) {
          const reply = record(each);
          if (reply) take(reply, place);
        }
      },
      unreadable: (row, place) => {
        if (row.problem.code === 'ROW.TOO_LARGE' && place.row !== undefined) tooLong.add(place.row - 1);
        else taker.unreadable('messages', row, place);
      },
    },
    input,
  );
  if (tooLong.size > 0) await passLongThreads(tooLong, { file, conversation, name: undefined }, taker, input);
}

/** Where the members of messages and the replies stand: `messages`, the number of the message, the member. */
const keysOf = (row: JsonRow): readonly unknown[] => list(row['$keys']);

/**
 * Passes messages that are too long with all of their replies, in pieces.
 * @param numbers of the messages, from 0
 */
async function passLongThreads(
  numbers: ReadonlySet<number>,
  { file, conversation }: DumpFile,
  taker: Pick<AnswerTaker, 'message' | 'unreadable'>,
  input: Pick<ExportInput, 'files' | 'signal'>,
): Promise<void> {
  const first = new Map<number, { readonly row: Record<string, unknown>; readonly place: Place }>();
  const isWanted = (row: JsonRow): boolean => numbers.has(Number(keysOf(row)[1]));
  await passJson(
    file,
    {
      ...{ rows: `${ROWS}.*`, keyed: true, unread: new Set([REPLIES]) },
      row: (row, place) => {
        const [, number, member] = keysOf(row);
        if (!isWanted(row) || member === REPLIES) return;
        const one = first.get(Number(number)) ?? { row: {}, place };
        one.row[String(member)] = row['value'];
        first.set(Number(number), one);
      },
      // The first pass has met it; that the replies are long is known.
      unreadable: () => {},
    },
    input,
  );
  for (const { row, place } of first.values()) taker.message(conversation, row, place);
  await passJson(
    file,
    {
      ...{ rows: `${ROWS}.${REPLIES}[*]`, keyed: true },
      row: (row, place) => {
        const reply = record(row['value']);
        if (reply && isWanted(row)) taker.message(conversation, reply, place);
      },
      unreadable: (row, place, values) => {
        if (isWanted(values)) taker.unreadable('messages', row, place);
      },
    },
    input,
  );
}
