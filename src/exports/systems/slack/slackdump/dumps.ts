import type { ExportInput } from '../../../export-reader.ts';
import { passWithList } from '../../../files/long-rows.ts';
import { list, record } from '../../../files/values.ts';
import type { RecordPlace } from '../../../neutral.ts';
import type { AnswerTaker } from './answers.ts';
import type { DumpFile } from './forms.ts';

/** Path of the messages of a dump, and the replies in each: `Message` of slackdump's package `types`. */
const ROWS = '$.messages[*]';
const REPLIES = 'slackdump_thread_replies';

/** Passes the messages of a dump, replies after the message that began their thread. */
export async function passDump(
  { file, conversation }: DumpFile,
  taker: Pick<AnswerTaker, 'message' | 'unreadable'>,
  input: Pick<ExportInput, 'files' | 'signal'>,
): Promise<void> {
  const reply = (value: unknown, place: RecordPlace): void => {
    const row = record(value);
    if (row) taker.message(conversation, row, place);
  };
  await passWithList(
    file,
    {
      rows: ROWS,
      list: REPLIES,
      row: ({ [REPLIES]: replies, ...row }, place) => {
        taker.message(conversation, row, place);
        for (const each of list(replies)) reply(each, place);
      },
      // A message may be too long with all of its replies.
      element: (each, _message, place) => reply(each, place),
      unreadable: (row, place) => taker.unreadable('messages', row, place),
    },
    input,
  );
}
