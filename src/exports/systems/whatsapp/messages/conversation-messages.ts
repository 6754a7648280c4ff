import type { KeySet } from '../../../../keys/key-table.ts';
import type { MessageSink } from '../../../export-reader.ts';
import type { SourceFile, SourceMessage } from '../../../neutral.ts';
import { beside, type Chat } from '../chats/chats.ts';
import type { Reading } from '../lines/entries.ts';
import type { MediaFile } from '../phrases/media.ts';
import { Copies, passMessages } from './copies.ts';
import type { ChatMessage } from './message.ts';

/** What the exports of a conversation are read with. */
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
export async function readConversation(
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
  isOmitted ? { name, gone: 'omitted' } : { name, path: beside(file.name, name ?? '') };
