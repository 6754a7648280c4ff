import { KeySet } from '../../../prepared/key-table.ts';
import type { Detected, ExportReader } from '../../export-reader.ts';
import { type ExportFiles, MEDIA } from '../../files/export-files.ts';
import { chatFiles } from './chats/chat-files.ts';
import { type Chats, chatsOf } from './chats/chats.ts';
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
    const taken = new Set(chats.all.map(({ file }) => file));
    const others = input.files.all.filter((file) => !taken.has(file) && !MEDIA.test(file.name));
    readPeople(chats.all, others, sink);
    found.set(input.files, chats);
  },

  async readMessages(input, sink) {
    const { all, zone } = found.get(input.files) as Chats;
    found.delete(input.files);
    const seen = new KeySet();
    let copies = 0;
    for (const chats of Map.groupBy(all, ({ conversation }) => conversation.id).values())
      copies += await readConversation(chats, { zone, reading: input, seen }, sink);
    if (copies > 0)
      sink.note(
        `copies of messages, known by minute, author and text alone, which is a guess: ${copies}; each counts once`,
      );
  },
};

/** The chats that the first pass over an export has found, for the second one. */
const found = new WeakMap<ExportFiles, Chats>();
