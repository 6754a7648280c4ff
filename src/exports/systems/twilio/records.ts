import { KeySet } from '../../../keys/key-table.ts';
import type { ExportInput } from '../../export-reader.ts';
import { beginOf, type ExportFile } from '../../files/export-files.ts';
import { type ExportObject, type JsonRows, passJson } from '../../files/export-rows.ts';
import { passPulled } from '../../files/pulled-rows.ts';
import { SmallFiles } from '../../files/small-files.ts';
import { isRestOfFile, missing, unusable } from '../../files/unreadable.ts';
import { ownValue, textValue } from '../../files/values.ts';
import type { RecordPlace, UnreadableRow } from '../../neutral.ts';
import type { TwilioFile } from './pages.ts';

/** The kinds of records, by the beginning of their sids. */
const KINDS = {
  US: 'user',
  RL: 'role',
  IS: 'service',
  BS: 'binding',
  DY: 'receipt',
  CH: 'conversation',
  MB: 'member',
  IM: 'message',
} as const;
export type RecordKind = (typeof KINDS)[keyof typeof KINDS] | 'read' | 'other';

/** The kind of a record; undefined if nothing tells. One without a sid is of the kind that its members are of. */
function kindOf(row: ExportObject): RecordKind | undefined {
  const sid = textValue(row['sid']);
  const named = ownValue(KINDS, sid?.slice(0, 2) ?? '');
  if (named) return named;
  // What a user or a participant has read of a conversation has no sid of its own.
  if ('unread_messages_count' in row || 'participant_user_sid' in row) return 'read';
  if ('body' in row) return 'message';
  if ('identity' in row) return 'conversation_sid' in row || 'channel_sid' in row ? 'member' : 'user';
  if ('unique_name' in row) return 'conversation';
  return sid === undefined ? undefined : 'other';
}

/** Parts of the pages, which are read one after the other: each refers to those before it; `pulled` are the lists of a pull. */
const PARTS = {
  users: {
    lists: ['services', 'roles', 'users', 'bindings', 'delivery_receipts'],
    kinds: new Set<RecordKind>(['service', 'role', 'user', 'binding', 'receipt', 'other']),
    pulled: ['roles', 'users'],
  },
  conversations: {
    lists: ['conversations', 'channels'],
    kinds: new Set<RecordKind>(['conversation', 'read']),
    pulled: ['conversations'],
  },
  members: {
    lists: ['participants', 'members'],
    kinds: new Set<RecordKind>(['member']),
    pulled: ['members'],
  },
  messages: { lists: ['messages'], kinds: new Set<RecordKind>(['message']), pulled: ['messages'] },
} as const;
export type Part = keyof typeof PARTS;

/** Takes the records of a part. */
export type RecordTaker = {
  record(kind: RecordKind, row: ExportObject, place: RecordPlace): void;
  /** Takes what says that a message of a conversation is there no more. */
  gone?(row: ExportObject, conversation: string, place: RecordPlace): void;
  unreadable(row: UnreadableRow, place: RecordPlace): void;
};

/** As it stands in every message, and nowhere else: quotes in a text have a backslash. */
const BODY = Buffer.from('"body":');
/** Faults of lines whose bytes nobody is asked about. */
const UNSEEN = new Set(['ROW.TOO_LARGE', 'ROW.ENCODING_INVALID']);

/** Reads the records of Twilio's files, part by part. What cannot be read is named once, in whichever part comes first. */
export class TwilioRecords {
  readonly #files: readonly TwilioFile[];
  readonly #pulled: readonly ExportFile[];
  readonly #input: ExportInput;
  /** The files whose rest cannot be read. */
  readonly #damaged = new Set<TwilioFile>();
  /** Lines of a pull that cannot be read. */
  readonly #broken = new KeySet();

  /** @param pulled files of records that came from the API, one on each line */
  constructor(files: readonly TwilioFile[], pulled: readonly ExportFile[], input: ExportInput) {
    this.#files = files;
    this.#pulled = pulled;
    this.#input = input;
  }

  /** Passes the records of a part, in the order of the files. */
  async pass(part: Part, taker: RecordTaker): Promise<void> {
    await using small = new SmallFiles(this.#input.files.system);
    for (const of of this.#files) {
      const { file, lists, error } = of;
      if (part === 'messages' && error !== undefined) taker.unreadable(errorIn(file, error), beginOf(file));
      if (!lists) await passJson(file, this.#ofRows(of, part, taker), this.#input);
      for (const list of PARTS[part].lists)
        if (lists?.has(list)) await this.#passList(of, part, list, taker, small);
    }
    await this.#passPulled(part, taker);
  }

  async #passPulled(part: Part, taker: RecordTaker): Promise<void> {
    const row = rowOf(part, taker);
    const take = (each: ExportObject, _of: string, place: RecordPlace): void => row(each, place);
    const lists = Object.fromEntries(PARTS[part].pulled.map((list) => [list, take]));
    const { gone } = taker;
    await passPulled(
      this.#pulled,
      {
        lists: gone ? { ...lists, gone } : lists,
        // The rest of a file, and a line that does not say of what list it is, are met in each part.
        unreadable: (bad, place) => {
          if (this.#broken.add([place.file, String(place.line)])) taker.unreadable(bad, place);
        },
      },
      this.#input,
    );
  }

  /** Passes the records of a list. It may stand where no answer has it, such as in the records of another one. */
  async #passList(
    of: TwilioFile,
    part: Part,
    list: string,
    taker: RecordTaker,
    small: SmallFiles,
  ): Promise<void> {
    const { file, filled } = of;
    let isFound = false;
    const noted: RecordTaker = {
      record: (...taken) => {
        isFound = true;
        taker.record(...taken);
      },
      unreadable: (...taken) => {
        isFound = true;
        taker.unreadable(...taken);
      },
    };
    await small.pass(file, this.#ofList(of, part, list, noted), this.#input);
    if (!isFound && filled.has(list) && !this.#damaged.has(of))
      taker.unreadable(elsewhere(file, list), beginOf(file));
  }

  #ofList(of: TwilioFile, part: Part, list: string, taker: RecordTaker): JsonRows {
    return {
      rows: `${of.isLines ? '$' : '$[*]'}.${list}[*]`,
      row: rowOf(part, taker),
      unreadable: (bad, place) => {
        if (!this.#isSaid(of, bad)) taker.unreadable(bad, place);
      },
    };
  }

  #ofRows(of: TwilioFile, part: Part, taker: RecordTaker): JsonRows {
    const skips = (bytes: Buffer, start: number, end: number): boolean =>
      bytes.subarray(start, end).includes(BODY) !== (part === 'messages');
    return {
      ...(of.isLines ? { skips } : {}),
      row: (row, place) => {
        const kind = kindOf(row);
        if (kind && isOf(part, kind)) taker.record(kind, row, place);
        else if (kind === undefined && part === 'users' && !('more_info' in row))
          taker.unreadable(missing('sid', row), place);
      },
      unreadable: (bad, place) => {
        const isHere = isRestOfFile(bad) ? !this.#isSaid(of, bad) : part === partOf(of, bad);
        if (isHere) taker.unreadable(bad, place);
      },
    };
  }

  /** True if it is the rest of a file that was named before. */
  #isSaid(of: TwilioFile, bad: UnreadableRow): boolean {
    if (!isRestOfFile(bad)) return false;
    const isSaid = this.#damaged.has(of);
    this.#damaged.add(of);
    return isSaid;
  }
}

const errorIn = (file: ExportFile, address: string): UnreadableRow =>
  unusable(file, `an answer in the file is an error of Twilio's in place of a page: ${address}`);

const elsewhere = (file: ExportFile, list: string): UnreadableRow =>
  unusable(
    file,
    `its "${list}" stand inside of other records, where no answer of the API has them, and are not read; save each answer as it is received`,
  );

/** Takes the records of a list, which has those of a part alone. */
const rowOf =
  (part: Part, taker: RecordTaker) =>
  (row: ExportObject, place: RecordPlace): void => {
    const kind = kindOf(row);
    if (kind === 'other' || (kind && isOf(part, kind))) taker.record(kind, row, place);
    else taker.unreadable(missing('sid', row), place);
  };

/** The part that names a row that cannot be read: the first one that is given its bytes. */
const partOf = ({ isLines }: TwilioFile, { problem, raw }: UnreadableRow): Part =>
  isLines && !UNSEEN.has(problem.code) && raw.includes(BODY.toString()) ? 'messages' : 'users';

const isOf = (part: Part, kind: RecordKind): boolean =>
  (PARTS[part].kinds as ReadonlySet<RecordKind>).has(kind);
