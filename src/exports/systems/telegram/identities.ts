import { jsonText } from '../../../input/json/json-text.ts';
import { fingerprint64 } from '../../../keys/fingerprint64.ts';
import { EqualRows, KeySet } from '../../../keys/key-table.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { textValue } from '../../files/values.ts';

/** When and by whom a message was written, as every export of it says. */
export type Stamp = { readonly seconds: number; readonly author: string };

/** The author of messages that nobody wrote. */
export const NOBODY = 'system';

const stampOf = ({ seconds, author }: Stamp): string[] => [String(seconds), author];

/**
 * Finds out who wrote several messages in one second of a chat: only those need their content to be told apart. Memory: 12
 * bytes for each message of the chat that is read, and some for each of those seconds.
 */
export class Batches {
  #seen = new KeySet();
  #chat: string | undefined;
  /** By chat, until it is known which conversation each is. */
  readonly #found = new Map<string, Set<string>>();
  readonly #several = new KeySet();

  note(chat: string, stamp: Stamp): void {
    if (chat !== this.#chat) {
      this.#chat = chat;
      this.#seen = new KeySet();
    }
    if (this.#seen.add(stampOf(stamp))) return;
    const found = this.#found.get(chat) ?? new Set();
    this.#found.set(chat, found.add(stampOf(stamp).join('-')));
  }

  /** Spreads what is true of one copy of a chat to all. */
  resolve(conversationOf: (chat: string) => string | undefined): void {
    for (const [chat, stamps] of this.#found) {
      const conversation = conversationOf(chat);
      if (conversation !== undefined) for (const stamp of stamps) this.#several.add([conversation, stamp]);
    }
    this.#found.clear();
  }

  /** @param stamp second and author */
  has(conversation: string, stamp: string): boolean {
    return this.#several.has([conversation, stamp]);
  }
}

/** Place of a message. */
type Standing = {
  readonly chat: string;
  readonly conversation: string;
  /** The account that the export is of, if it says so: its own numbers of messages then are the same in all of its exports. */
  readonly account: string | undefined;
  /** Its number in the export. */
  readonly number: string | undefined;
};

/**
 * Gives messages that have another number in the export of each person an id that is the same in all of them: their second
 * and author, and where somebody wrote several in one second, a digest of what they wrote. An edit changes neither in the
 * exports of one account, which are known by their numbers.
 */
export class Identities {
  readonly #batches: Batches;
  #equal = new EqualRows();
  /** Of this chat: the ids of messages in batches, with the number of the message. */
  #given = new Map<string, string | undefined>();
  #chat: string | undefined;
  /** Of messages in batches: the id by account and number. */
  readonly #known = new Map<string, string>();

  constructor(batches: Batches) {
    this.#batches = batches;
  }

  idOf(row: ExportObject, stamp: Stamp, standing: Standing): string {
    const base = stampOf(stamp).join('-');
    const { chat, conversation, account, number } = standing;
    if (!this.#batches.has(conversation, base)) return base;
    if (chat !== this.#chat) {
      this.#chat = chat;
      this.#equal = new EqualRows();
      this.#given = new Map();
    }
    const own = number === undefined ? undefined : [account ?? chat, conversation, number, base].join('\n');
    const known = own === undefined ? undefined : this.#known.get(own);
    const id = known !== undefined && this.#isFree(known, number) ? known : this.#newId(row, base);
    this.#given.set(id, number);
    if (own !== undefined && this.#known.size < KNOWN_MAX) this.#known.set(own, id);
    return id;
  }

  /** Two rows of one number are copies. */
  #isFree(id: string, number: string | undefined): boolean {
    return !this.#given.has(id) || this.#given.get(id) === number;
  }

  /** No two messages of one chat get the same id. */
  #newId(row: ExportObject, base: string): string {
    const content = contentOf(row);
    const { lo, hi } = fingerprint64(`${base}\n${content}`);
    for (;;) {
      const id = `${base}-${digest(`${content}\n${this.#equal.next(0, lo, hi)}`)}`;
      if (!this.#given.has(id)) return id;
    }
  }
}

/** Messages in batches whose numbers are remembered; later ones are known by their content alone. */
const KNOWN_MAX = 500_000;

function digest(content: string): string {
  const { lo, hi } = fingerprint64(content);
  return `${hi.toString(16).padStart(8, '0')}${lo.toString(16).padStart(8, '0')}`;
}

/** Members of a message that every export has alike, whoever made it and with whatever version: not the paths of its files. */
const CONTENT = [
  'media_type',
  'mime_type',
  'file_name',
  'sticker_emoji',
  'width',
  'height',
  'duration_seconds',
] as const;

const contentOf = (row: ExportObject): string =>
  jsonText([
    row['type'],
    row['action'],
    wordsOf(row['text']),
    ...CONTENT.map((name) => textValue(row[name])),
    row['contact_information'],
    row['location_information'],
    row['title'],
    row['members'],
  ]);

/** The text without its marks, which newer versions know more of. */
const wordsOf = (value: unknown): string =>
  Array.isArray(value)
    ? value
        .map((part) => textValue(part) ?? textValue((part as { text?: unknown } | null)?.text) ?? '')
        .join('')
    : (textValue(value) ?? '');
