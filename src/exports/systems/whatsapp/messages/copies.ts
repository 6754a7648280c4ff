import { hash } from 'node:crypto';
import { fingerprint64 } from '../../../../keys/fingerprint64.ts';
import { EqualRows, joinedKey, KeySet } from '../../../../keys/key-table.ts';
import { beside, type Chat, type Chats } from '../chats/chats.ts';
import { type Entry, passEntries, type Reading } from '../lines/entries.ts';
import { type ChatMessage, messageOf, WallClock } from './message.ts';

/** Passes the messages of a chat that can be read. */
export async function passMessages(
  chat: Chat,
  { zone, reading }: { readonly zone: string; readonly reading: Reading },
  take: (message: ChatMessage, id: string, entry: Entry) => void,
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

/** Change that one export of a conversation shows of a message that another one has with its earlier text. */
export type Changed = 'deleted' | 'edited';

/**
 * Findings of several exports of the same conversation about each other's messages: which copy has the file, and which messages
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

  /** Change that another export shows of a message that it does not have as this one has it. */
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

const ID_CHARS = 32;
const MINUTE_MS = 60_000;

/** The minute and the author of a message, which all copies of it have: Android writes no seconds. */
const minuteOf = ({ time, author, system }: ChatMessage): string =>
  joinedKey([String(Math.floor(time / MINUTE_MS)), system === undefined ? (author ?? '') : '', system ?? '']);

/**
 * Makes ids for the messages of one file, which the format has not: of what they say, who says it, in which minute, and the
 * how manieth of those that are the same. So another export of the same chat has the same ids.
 */
class ContentIds {
  readonly #conversation: string;
  readonly #equal = new EqualRows();

  constructor(conversation: string) {
    this.#conversation = conversation;
  }

  next(message: ChatMessage): string {
    const key = joinedKey([this.#conversation, minuteOf(message), message.content]);
    const { lo, hi } = fingerprint64(key);
    const number = this.#equal.next(0, lo, hi);
    return hash('sha256', joinedKey([key, String(number)]), 'hex').slice(0, ID_CHARS);
  }
}
