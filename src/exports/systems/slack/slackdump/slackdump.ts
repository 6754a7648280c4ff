import { type ExportInput, type MessageSink, type RejectedKind, rejectedAs } from '../../../export-reader.ts';
import type { ExportObject } from '../../../files/export-rows.ts';
import { passWithList } from '../../../files/long-rows.ts';
import { tooDeep } from '../../../files/unreadable.ts';
import { list, record, records, textValue } from '../../../files/values.ts';
import type { RecordPlace } from '../../../neutral.ts';
import type { Channels } from '../channels.ts';
import { type MessageContext, readMessage } from '../messages.ts';
import { readUser, SLACKBOT, type UserContext } from '../people.ts';
import type { MessageAnswers, PeopleAnswers } from './answers.ts';
import { passChunks } from './chunks.ts';
import { passMessages, passPeople, refuseOtherSchema } from './database.ts';
import type { DumpFile, SlackdumpFiles } from './forms.ts';

type Input = Pick<ExportInput, 'files' | 'signal'>;

/** Hands on the people and conversations of slackdump's own formats. */
export async function readPeopleOfSlackdump(
  { databases, chunks, dumps }: SlackdumpFiles,
  { channels, ...users }: UserContext & { readonly channels: Channels },
  input: Input,
): Promise<void> {
  const { sink } = users;
  const taker: PeopleAnswers = {
    ...sink,
    workspace: (row) => channels.workspace(row),
    user: unlessTooDeep('users', sink, (row, place) => readUser(row, users, place)),
    conversation: unlessTooDeep('conversations', sink, (row, place) => channels.add(row, place)),
    member: (conversation, user, place) => channels.member(conversation, user, place),
  };
  for (const file of databases) {
    await refuseOtherSchema(file);
    await passPeople(file, taker, input.signal);
  }
  for (const file of chunks) await passChunks(file, 'users', taker, input);
  // The files of conversations come first: what was asked of one says more than the list of all.
  const known = new Set<string>();
  for (const file of chunks) {
    const conversation = (row: ExportObject, place: RecordPlace): void => {
      const key = `${file.root} ${textValue(row['id'])}`;
      if (known.has(key)) taker.dropped('conversations', 'repeated');
      else taker.conversation(row, place);
      known.add(key);
    };
    await passChunks(file, 'conversations', { ...taker, conversation }, input);
  }
  channels.finish();
  await membersOfDumps(dumps, channels, input);
}

/** A dump names no members: those who wrote or reacted are. What it is of is private unless a list says otherwise. */
async function membersOfDumps(dumps: readonly DumpFile[], channels: Channels, input: Input): Promise<void> {
  const unknown = dumps.filter(({ conversation }) => !channels.hasMembers(conversation));
  // A conversation may have a file of its own, and one for each thread.
  for (const [id, ofOne] of Map.groupBy(unknown, ({ conversation }) => conversation)) {
    const [first] = ofOne as [DumpFile, ...DumpFile[]];
    const place = { file: first.file.name, root: first.file.root, line: 1 };
    const kinds = { is_im: id.startsWith('D'), is_private: true };
    if (!channels.has(id)) channels.add({ id, ...(first.name ? { name: first.name } : {}), ...kinds }, place);
    const seen = new Set<string>();
    const message = (_conversation: string, row: ExportObject): void => {
      const reacted = records(row['reactions']).flatMap(({ users }) => list(users));
      for (const given of [row['user'], ...list(row['reply_users']), ...reacted]) {
        const user = textValue(given);
        if (user !== undefined && user !== SLACKBOT) seen.add(user);
      }
    };
    for (const dump of ofOne) await passDump(dump, { message, unreadable: () => {} }, input);
    for (const user of seen) channels.member(id, user, place);
  }
}

/** Facts about all messages. */
type Common = Omit<MessageContext, 'conversation' | 'pins'>;

/** Hands on the messages of slackdump's own formats. */
export async function readMessagesOfSlackdump(
  { databases, chunks, dumps, canvases }: SlackdumpFiles,
  { common, sink }: { readonly common: Common; readonly sink: MessageSink },
  input: Input,
): Promise<void> {
  const taker: MessageAnswers = {
    ...sink,
    message: (conversation, message, at) =>
      unlessTooDeep('messages', sink, (row, place) =>
        readMessage(row, { ...common, conversation, pins: undefined }, sink, place),
      )(message, at),
  };
  for (const file of databases) await passMessages(file, taker, input.signal);
  for (const file of chunks) await passChunks(file, 'messages', taker, input);
  for (const dump of dumps) await passDump(dump, taker, input);
  const canvas = { ...taker, message: () => sink.dropped('messages', 'canvasMessages') };
  for (const dump of canvases) await passDump(dump, canvas, input);
}

/** Takes rows that are not nested too deep. */
const unlessTooDeep =
  (kind: RejectedKind, sink: Pick<MessageSink, 'unreadable'>, take: PeopleAnswers['user']) =>
  (row: ExportObject, place: RecordPlace): void => {
    const bad = tooDeep(row);
    if (bad) sink.unreadable(kind, bad, place);
    else take(row, place);
  };

/** Path of the messages of a dump, and the replies in each: `Message` of slackdump's package `types`. */
const ROWS = '$.messages[*]';
const REPLIES = 'slackdump_thread_replies';

/** Passes the messages of a dump, replies after the message that began their thread. */
async function passDump(
  { file, conversation }: DumpFile,
  taker: Pick<MessageAnswers, 'message' | 'unreadable'>,
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
      unreadable: rejectedAs('messages', taker),
    },
    input,
  );
}
