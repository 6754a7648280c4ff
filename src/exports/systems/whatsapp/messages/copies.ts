import { KeySet } from '../../../../keys/key-table.ts';
import { beside, type Chat, type Chats } from '../chats/chats.ts';
import { type Entry, passEntries, type Reading } from '../lines/entries.ts';
import { ContentIds, minuteOf } from './content-ids.ts';
import { type ChatMessage, messageOf } from './message.ts';
import { WallClock } from './wall-clock.ts';

/** Takes the messages of a chat with their ids. */
type Taker = (message: ChatMessage, id: string, entry: Entry) => void;

/** Passes the messages of a chat that can be read. */
export async function passMessages(
  chat: Chat,
  { zone, reading }: { readonly zone: string; readonly reading: Reading },
  take: Taker,
  unreadable: Parameters<typeof passEntries>[2]['unreadable'] = () => {},
): Promise<void> {
  const ids = new ContentIds(chat.conversation.id);
  const clock = new WallClock(zone);
  await passEntries(
    chat.file,
    chat,
    {
      entry(entry) {
        const { problem, header, place } = entry;
        if (problem) return unreadable({ problem, raw: `${header.written} ${header.rest}` }, place);
        const message = messageOf(entry, chat, clock);
        take(message, ids.next(message), entry);
      },
      unreadable,
    },
    reading,
  );
}

/** What one export of a conversation says of a message that another one has with its earlier text. */
export type Changed = 'deleted' | 'edited';

/**
 * What several exports of the same conversation say of each other's messages: which copy has the file, and which messages
 * were deleted or edited after another one was made. Knows each message by some bytes.
 */
export class Copies {
  /** Messages whose files one of the exports has or names. */
  readonly #withFile = new KeySet();
  /** The minutes and authors of what was deleted or edited, of all exports. */
  readonly #minutes = new KeySet();
  /** For each export the minutes and authors of what was deleted and edited. */
  readonly #changed = new Map<Chat, Readonly<Record<Changed, KeySet>>>();
  /** Of each export the messages of those minutes and authors. */
  readonly #kept = new Map<Chat, KeySet>();

  /** @param file takes the file of a message once, from the export that has it */
  static async of(
    chats: readonly Chat[],
    context: { readonly zone: Chats['zone']; readonly reading: Reading },
    file: (message: ChatMessage, id: string, entry: Entry, chat: Chat) => void,
  ): Promise<Copies> {
    const copies = new Copies();
    if (chats.length < 2) return copies;
    const [present, named] = [
      chats.some(hasFiles(context.reading)),
      chats.some(({ surveyed }) => surveyed.named > 0),
    ];
    for (const chat of chats)
      await passMessages(chat, context, (message, id, entry) => {
        copies.#note(chat, message);
        if (present && isThere(chat, message, context.reading) && copies.#withFile.add([id]))
          file(message, id, entry, chat);
      });
    if (named)
      for (const chat of chats)
        await passMessages(chat, context, (message, id, entry) => {
          if (message.files.some(({ isOmitted }) => !isOmitted) && copies.#withFile.add([id]))
            file(message, id, entry, chat);
        });
    await copies.#noteKept(chats, context);
    return copies;
  }

  /** True if the file of a message was taken from one of the exports. */
  hasFile(id: string): boolean {
    return this.#withFile.size > 0 && this.#withFile.has([id]);
  }

  /** What another export says has become of a message that it does not have as this one has it. */
  changed(chat: Chat, message: ChatMessage, id: string): Changed | undefined {
    if (message.isDeleted || message.author === undefined || this.#changed.size === 0) return undefined;
    const minute = minuteOf(message);
    if (!this.#minutes.has([minute])) return undefined;
    for (const what of ['deleted', 'edited'] as const)
      for (const [other, of] of this.#changed)
        if (other !== chat && of[what].has([minute]) && !this.#kept.get(other)?.has([id])) return what;
    return undefined;
  }

  #note(chat: Chat, message: ChatMessage): void {
    if (!message.isDeleted && !message.isEdited) return;
    const of = this.#changed.get(chat) ?? { deleted: new KeySet(), edited: new KeySet() };
    this.#changed.set(chat, of);
    const minute = minuteOf(message);
    this.#minutes.add([minute]);
    of[message.isDeleted ? 'deleted' : 'edited'].add([minute]);
  }

  async #noteKept(
    chats: readonly Chat[],
    context: { readonly zone: Chats['zone']; readonly reading: Reading },
  ): Promise<void> {
    for (const chat of chats) {
      const of = this.#changed.get(chat);
      if (!of) continue;
      const kept = new KeySet();
      this.#kept.set(chat, kept);
      await passMessages(chat, context, (message, id) => {
        const minute = minuteOf(message);
        if (of.deleted.has([minute]) || of.edited.has([minute])) kept.add([id]);
      });
    }
  }
}

/** True if an export has a file that a message names. */
const isThere = ({ file }: Chat, { files }: ChatMessage, { files: all }: Reading): boolean =>
  files.some(
    ({ name, isOmitted }) =>
      !isOmitted && name !== undefined && all.at(beside(file.name, name)) !== undefined,
  );

const hasFiles =
  ({ files }: Reading) =>
  ({ surveyed }: Chat): boolean =>
    surveyed.named > 0 && files.all.length > 1;
