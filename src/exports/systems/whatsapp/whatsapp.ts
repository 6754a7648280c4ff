import { KeySet } from '../../../keys/key-table.ts';
import type { Detected, ExportReader } from '../../export-reader.ts';
import type { ExportFiles } from '../../files/export-files.ts';
import { chatFiles } from './chats/chat-files.ts';
import { type Chat, type Chats, chatsOf } from './chats/chats.ts';
import { readPeople } from './chats/people.ts';
import { readConversation } from './messages/conversation-messages.ts';

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
    found.set(input.files, chats);
  },

  async readMessages(input, sink) {
    const { all, zone } = found.get(input.files) as Chats;
    found.delete(input.files);
    const seen = new KeySet();
    let copies = 0;
    for (const chats of Map.groupBy(all, ({ conversation }) => conversation.id).values()) {
      const found = await readConversation(chats, { zone, reading: input, seen }, sink);
      copies += found;
      const [first] = chats;
      if (first && chats.length > 1 && found === 0)
        sink.note(
          `${chats.length} exports have the name ${nameOf(first)}, are taken for one chat, and have no message in common: if they are several chats, rename the file of one`,
        );
    }
    if (copies > 0)
      sink.note(
        `copies of messages, known by minute, author and text alone, which is a guess: ${copies}; each counts once`,
      );
  },
};

const nameOf = ({ conversation }: Chat): string =>
  conversation.type === 'direct' ? conversation.people.join(' and ') : conversation.name;

/** The chats that the first pass over an export has found, for the second one. */
const found = new WeakMap<ExportFiles, Chats>();
