import { KeySet } from '../../../keys/key-table.ts';
import type { Detected, ExportReader, MessageSink, PeopleSink } from '../../export-reader.ts';
import { type ExportFile, MEDIA } from '../../files/export-files.ts';
import type { RecordPlace, SourceFile, SourceMessage } from '../../neutral.ts';
import { beside, type Chat, type Chats, chatFiles, chatsOf } from './chats/chats.ts';
import type { Author } from './chats/survey.ts';
import type { Reading } from './lines/entries.ts';
import { Copies, passMessages } from './messages/copies.ts';
import type { ChatMessage } from './messages/message.ts';
import type { MediaFile } from './phrases/media.ts';

/** Chats that people have exported from WhatsApp on their phones: a text for each, alone or with its files. */
export const whatsapp: ExportReader = {
  system: 'whatsapp',
  label: 'WhatsApp',

  async detect(files): Promise<Detected | undefined> {
    const found = await chatFiles(files);
    if (found.length === 0) return undefined;
    const forms = Map.groupBy(found, ({ dialect: { form } }) => (form === 'dash' ? 'Android' : 'an iPhone'));
    const variant = Array.from(forms, ([phone, { length }]) => `${length} × chat from ${phone}`).join(', ');
    return { variant, ...(found.every(({ isCommon }) => isCommon) ? { isCommon: true as const } : {}) };
  },

  async readPeople(input, sink) {
    const chats = await chatsOf(input, sink);
    readPeople(chats.all, input.files.all, sink);
    if (!input.copiesFiles) noteSameNames(chats.all, input.files.all, sink);
    return (messages) => readMessages(chats, input, messages);
  },
};

async function readMessages({ all, zone }: Chats, reading: Reading, sink: MessageSink): Promise<void> {
  const seen = new KeySet();
  let copies = 0;
  for (const chats of Map.groupBy(all, ({ conversation }) => conversation.id).values()) {
    const found = await readConversation(chats, { zone, reading, seen }, sink);
    copies += found;
    const [first] = chats;
    if (first && chats.length > 1 && found === 0)
      sink.note(
        `${chats.length} exports have the name ${nameOf(first)} and count as one chat, but have no message in common; if they are several chats, rename one file`,
      );
  }
  if (copies > 0)
    sink.note(
      `duplicate messages: ${copies}; they were recognised only by minute, author and text, and each is imported once`,
    );
}

const nameOf = ({ conversation }: Chat): string =>
  conversation.type === 'direct' ? conversation.people.join(' and ') : conversation.name;

const NAMES_MAX = 3;

/** Gives the people and conversations of all chats: whoever writes in one is its member, as the format has no lists. */
function readPeople(chats: readonly Chat[], files: readonly ExportFile[], sink: PeopleSink): void {
  const users = new Map<string, Author>();
  for (const { surveyed } of chats)
    for (const [id, author] of surveyed.authors) if (!users.has(id)) users.set(id, author);
  for (const { id, name, place } of users.values()) sink.user({ id, name }, place);
  for (const [id, same] of Map.groupBy(chats, ({ conversation }) => conversation.id))
    addConversation(id, same, sink);
  sink.note(
    `WhatsApp exports have no ids, so each name becomes one person: ${users.size} in ${chats.length === 1 ? '1 chat' : `${chats.length} chats`}`,
  );
  const sent = new Set(chats.flatMap(({ surveyed }) => [...surveyed.texts]));
  const taken = new Set(chats.map(({ file }) => file));
  const left = files.filter(
    (file) =>
      !taken.has(file) &&
      !MEDIA.test(file.name) &&
      !sent.has(file.name.slice(file.name.lastIndexOf('/') + 1)),
  );
  if (left.length > 0) {
    const names = left.slice(0, NAMES_MAX).map(({ name }) => name);
    sink.note(`files that are not chats were skipped: ${left.length}, such as ${names.join(', ')}`);
  }
}

/** Several archives may have a file of one name, and only one of them is found by it. */
function noteSameNames(chats: readonly Chat[], files: readonly ExportFile[], sink: PeopleSink): void {
  if (new Set(chats.map(({ file }) => file.root)).size < 2) return;
  const roots = new Map<string, number>();
  const same = new Set<string>();
  for (const { name, root } of files) {
    if (!MEDIA.test(name)) continue;
    if ((roots.get(name) ?? root) !== root) same.add(name);
    roots.set(name, root);
  }
  const [first] = same;
  if (first !== undefined)
    sink.note(
      `files with the same name in several archives: ${same.size}, such as ${first}; the last one is used for all; to avoid this, unpack each archive into its own folder, and name the folder above them`,
    );
}

function addConversation(id: string, chats: readonly Chat[], sink: PeopleSink): void {
  const [first] = chats;
  if (!first) return;
  const { conversation, file } = first;
  const place: RecordPlace = { file: file.name, line: 1 };
  const authors = new Set(chats.flatMap(({ surveyed }) => [...surveyed.authors.keys()]));
  if (conversation.type === 'direct')
    sink.conversation({ id, type: 'direct', members: conversation.people }, place);
  else sink.conversation({ id, type: 'private', name: conversation.name, members: [...authors] }, place);
}

/** Context for reading the exports of a conversation. */
type Context = {
  readonly zone: string;
  readonly reading: Reading;
  /** The ids of all messages of conversations that several exports have. */
  readonly seen: KeySet;
};

/**
 * Reads the messages of all exports of one conversation. The copy of the first of them counts: one that has seconds, then the
 * longest, so that the messages of a minute stay in the order of one phone.
 * @returns how many messages are copies of others
 */
async function readConversation(
  chats: readonly Chat[],
  { zone, reading, seen }: Context,
  sink: MessageSink,
): Promise<number> {
  const best = chats.toSorted(
    (a, b) =>
      Number(b.dialect.isExact) - Number(a.dialect.isExact) || b.surveyed.messages - a.surveyed.messages,
  );
  const copies = await Copies.of(best, { zone, reading }, (message, id, { place }, chat) => {
    for (const file of message.files)
      if (!file.isOmitted)
        sink.file({ conversation: chat.conversation.id, message: id, file: sourceFile(file, chat) }, place);
  });
  let count = 0;
  for (const [index, chat] of best.entries())
    await passMessages(
      chat,
      { zone, reading },
      (message, id, { place }) => {
        if (best.length > 1 && !seen.add([id])) count += 1;
        const changed = copies.changed(chat, message, id);
        sink.message(
          {
            ...sourceMessage(message, id, chat),
            version: best.length - index,
            ...(copies.hasFile(id) ? { files: [] } : {}),
            ...(changed === 'deleted' ? { deleted: {} } : {}),
            ...(changed === 'edited' ? { hidden: 'beforeEdit' } : {}),
          },
          place,
        );
      },
      (row, place) => sink.unreadable('messages', row, place),
    );
  return count;
}

function sourceMessage(message: ChatMessage, id: string, chat: Chat): SourceMessage {
  const { author, system, time, text, files, isEdited, isDeleted } = message;
  return {
    id,
    conversation: chat.conversation.id,
    sender: author,
    time,
    text,
    ...(system === undefined ? {} : { system }),
    ...(files.length > 0 ? { files: files.map((file) => sourceFile(file, chat)) } : {}),
    ...(isEdited ? { edited: {} } : {}),
    ...(isDeleted ? { deleted: {} } : {}),
  };
}

const sourceFile = ({ name, isOmitted }: MediaFile, { file }: Chat): SourceFile =>
  isOmitted ? { name, gone: 'omitted' } : { name, path: beside(file.name, name ?? ''), root: file.root };
