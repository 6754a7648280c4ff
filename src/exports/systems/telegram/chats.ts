import { parsedJson } from '../../../input/json/parse-json.ts';
import { RAW_CHARS_MAX } from '../../../input/rows/row.ts';
import type { ExportInput } from '../../export-reader.ts';
import type { ExportFile } from '../../files/export-files.ts';
import { type ExportObject, passJson } from '../../files/export-rows.ts';
import { isRestOfFile, notAnEntry } from '../../files/unreadable.ts';
import { record, textValue } from '../../files/values.ts';
import type { RecordPlace, UnreadableRow } from '../../neutral.ts';

/** A chat as one file has it; several files, or both lists of one, may have the same chat. */
export type Chat = {
  /** The key that it is known by in the export. */
  readonly key: string;
  readonly file: ExportFile;
  readonly place: RecordPlace;
  name?: string | undefined;
  type?: string | undefined;
  id?: string | undefined;
  /** True if the account of the export has left it. */
  readonly isLeft: boolean;
};

/** Facts of a file beside the messages of its chats. */
export type Outline = {
  readonly chats: Map<string, Chat>;
  /** The owner of the account that was exported. */
  readonly owner: ExportObject | undefined;
  readonly contacts: readonly ExportObject[];
  /** Paths of the messages. */
  readonly paths: readonly string[];
};

const LISTS = new Set(['chats', 'left_chats']);
/** Members that may be of any length, or is not looked at. */
const UNREAD = new Set([
  'messages',
  'chats',
  'left_chats',
  'contacts',
  'frequent_contacts',
  'sessions',
  'web_sessions',
  'about',
  'profile_pictures',
  'stories',
  'other_data',
]);
/**
 * The paths of messages, of a single chat and of those of an account. What stands beside the messages is on them, too: so
 * it may be of any depth, and only that of `MESSAGES` is taken.
 */
const [SINGLE, ACCOUNT] = ['$.*.*', '$.*.list[*].*.*'] as const;
const MESSAGES = 'messages';

/** Reads which chats a file has, and whose they are; its messages are not read. */
export async function outlineOf(file: ExportFile, number: number, input: ExportInput): Promise<Outline> {
  const chats = new Map<string, Chat>();
  const contacts = new Map<string, Record<string, unknown>>();
  const top: Record<string, unknown> = {};
  const isWhole = await passValues('$.*', file, input, ([name = ''], value) => {
    top[name] = value;
  });
  // What a file breaks off in is not among what it has.
  const isSingle = 'messages' in top || (!isWhole && 'type' in top);
  const hasLists = !isWhole || Object.keys(top).some((name) => LISTS.has(name) || name === 'contacts');
  if (isSingle) addSingle(top, file, number, chats);
  if (hasLists)
    await passValues('$.*.list[*].*', file, input, ([list = '', , index = '', name = ''], value, place) => {
      if (list === 'contacts') contacts.set(index, { ...contacts.get(index), [name]: value });
      if (!LISTS.has(list)) return;
      const key = keyOf(number, [list, 'list', index]);
      const chat = chats.get(key) ?? { key, file, place, isLeft: list === 'left_chats' };
      chats.set(key, withField(chat, name, value));
    });
  const paths = [...(isSingle ? [SINGLE] : []), ...(hasLists ? [ACCOUNT] : [])];
  return { chats, owner: record(top['personal_information']), contacts: [...contacts.values()], paths };
}

function addSingle(top: ExportObject, file: ExportFile, number: number, chats: Map<string, Chat>): void {
  const key = keyOf(number, []);
  const chat: Chat = { key, file, place: { file: file.name, line: 1 }, isLeft: false };
  for (const name of ['name', 'type', 'id']) withField(chat, name, top[name]);
  chats.set(key, chat);
}

function withField(chat: Chat, name: string, value: unknown): Chat {
  if (name === 'name' || name === 'type' || name === 'id') chat[name] = textValue(value);
  return chat;
}

const keyOf = (number: number, keys: readonly string[]): string => `${number}:${keys.join('/')}`;

/** @returns whether the file is whole; what is wrong with it is said with its messages */
async function passValues(
  rows: string,
  file: ExportFile,
  input: ExportInput,
  take: (keys: readonly string[], value: unknown, place: RecordPlace) => void,
): Promise<boolean> {
  let isWhole = true;
  await passJson(
    file,
    {
      rows,
      keyed: true,
      unread: UNREAD,
      row: ({ $keys, value }, place) => take($keys as string[], value, place),
      unreadable: (bad, place, { $keys }) => {
        if ($keys === undefined) isWhole = false;
        else take($keys as string[], repaired(bad), place);
      },
    },
    input,
  );
  return isWhole;
}

/** Takes the messages of a file. */
export type MessageTakers = {
  message(row: ExportObject, chat: string, place: RecordPlace): void;
  unreadable?(row: UnreadableRow, place: RecordPlace): void;
};

/** Passes the messages of a file, those of a chat one after the other. */
export async function passMessages(
  file: ExportFile,
  number: number,
  { paths }: Outline,
  { message, unreadable }: MessageTakers,
  input: ExportInput,
): Promise<void> {
  const take = (value: unknown, keys: readonly string[], place: RecordPlace): void => {
    if (keys.at(-2) !== MESSAGES) return;
    const row = record(value);
    if (row) message(row, keyOf(number, keys.slice(0, -2)), place);
    else unreadable?.(notAnEntry({ value }), place);
  };
  let isDamaged = false;
  const bad = (row: UnreadableRow, place: RecordPlace): void => {
    if (!isDamaged || !isRestOfFile(row)) unreadable?.(row, place);
    isDamaged ||= isRestOfFile(row);
  };
  for (const rows of paths)
    await passJson(
      file,
      {
        rows,
        keyed: true,
        row: ({ $keys, value }, place) => take(value, $keys as string[], place),
        unreadable: (row, place, { $keys }) => {
          // The rest of a damaged file is in no list.
          const keys = $keys as string[] | undefined;
          const value = keys === undefined ? undefined : repaired(row);
          if (keys !== undefined && value !== undefined) take(value, keys, place);
          else if (keys === undefined || keys.at(-2) === MESSAGES) bad(row, place);
        },
      },
      input,
    );
}

/** Control characters as Telegram writes them, which is no JSON; a backslash before them may be escaped itself. */
const ESCAPED = /\\(?:x([0-9A-Fa-f]{2})|[\s\S])/g;

/** The value of a row that only its control characters keep from being JSON; undefined for any other row. */
function repaired({ problem, raw }: UnreadableRow): unknown {
  if (problem.code !== 'NDJSON.SYNTAX_INVALID' || raw.length >= RAW_CHARS_MAX || !raw.includes('\\x'))
    return undefined;
  return parsedJson(
    raw.replaceAll(ESCAPED, (written: string, code?: string) =>
      code === undefined ? written : `\\u00${code}`,
    ),
    true,
  );
}
