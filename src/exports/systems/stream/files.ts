import type { ExportFile, ExportFiles } from '../../files/export-files.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { pulledFiles } from '../../files/pulled-rows.ts';
import { record, records } from '../../files/values.ts';
import type { UnreadableRow } from '../../neutral.ts';

/** A file of Stream's. */
export type StreamFile = {
  readonly file: ExportFile;
  /** Its description, for people. */
  readonly label: string;
  /** The path of the channels with all that they hold, such as `$[*]`; absent if every row is an entry. */
  readonly states?: string;
  /** The path of the entries, of an array that begins with something else than an object; absent for all others. */
  readonly rows?: string;
  /** True if each row is a line. */
  readonly isLines: boolean;
  /** True for records that came from the API. */
  readonly isPulled?: true;
};

const KIND =
  '"type"\\s*:\\s*"(?:user|channel|member|message|reaction|device|future_channel_ban|poll|poll_vote|read)"';
/** Beginning of a row: one before it may be broken, so it need not be the first. Of empty lines only the last one counts. */
const ROW = '(?:^|[[,\\n])[^\\S\\n]*';
const TYPE = new RegExp(KIND);
const BEGINS = /^\s*(?:\[\s*)?\{\s*"(?:type|item|data)"\s*:/;
const HELD = /"(?:item|data)"\s*:\s*\{/;
const ENTRY = new RegExp(`${ROW}\\{\\s*${KIND}\\s*,\\s*"(?:item|data)"\\s*:\\s*\\{`);
const ENTRY_OF = new RegExp(`${ROW}\\{\\s*"(?:item|data)"\\s*:\\s*\\{`);
/** A line with one entry under the name of its kind. */
const WRAPPED = /(?:^|\n)[^\S\n]*\{\s*"(?:channel|user|member|message|reaction)"\s*:\s*\{/;
const CID = /"cid"\s*:\s*"[^":]+:/;
const STATES = /^\s*(?:\[|\{\s*"(?<named>channels)"\s*:\s*\[)/;
const MEMBER = '"(?:channel|messages|pinned_messages|members|reads?|reactions)"';
const STATE = new RegExp(`${ROW}\\{\\s*${MEMBER}\\s*:\\s*[[{]`);
const ONE_STATE = new RegExp(`^\\s*\\{\\s*${MEMBER}\\s*:\\s*[[{]`);
const LISTS = /"(?:messages|members)"\s*:\s*\[/;

/**
 * The files that Stream has written, by their content, then those of records that came from its API: of two copies the later
 * one counts. Among those the users come first, since all others name them.
 */
export async function streamFiles(files: ExportFiles): Promise<readonly StreamFile[]> {
  const pulled = new Set(await pulledFiles(files, 'stream'));
  const [written, users, others]: [StreamFile[], StreamFile[], StreamFile[]] = [[], [], []];
  for (const file of files.all) {
    const head = await files.head(file);
    const is = pulled.has(file) ? PULLED : formOf(head);
    if (is) (is !== PULLED ? written : OF_USERS.test(head) ? users : others).push({ file, ...is });
  }
  return [...written, ...users, ...others];
}

const PULLED = { label: 'records of the API', isLines: true, isPulled: true } as const;
const OF_USERS = /^[^,]*,"list":"users"/;

function formOf(head: string): Omit<StreamFile, 'file'> | undefined {
  if (hasEntries(head)) {
    const isArray = /^\s*\[/.test(head);
    const rows = /^\s*\[\s*[^{\]\s]/.test(head) ? { rows: '$[*]' } : {};
    return { label: isArray ? 'JSON array of entries' : 'JSON lines', isLines: !isArray, ...rows };
  }
  if (!CID.test(head)) return undefined;
  const states = statesIn(head);
  if (states !== undefined && LISTS.test(head))
    return { label: 'export of channels', isLines: false, states };
  // An array is no lines, however it is written.
  return WRAPPED.test(head) && !/^\s*\[/.test(head)
    ? { label: 'export of channels, JSON lines', isLines: true }
    : undefined;
}

const hasEntries = (head: string): boolean =>
  ENTRY.test(head) || (TYPE.test(head) && (ENTRY_OF.test(head) || (BEGINS.test(head) && HELD.test(head))));

/** The path of the states of channels; undefined if there are none. */
function statesIn(head: string): string | undefined {
  if (ONE_STATE.test(head)) return '$';
  const list = STATES.exec(head);
  if (!list || !STATE.test(head)) return undefined;
  return list.groups?.['named'] === undefined ? '$[*]' : '$.channels[*]';
}

/** The path of the entries of a file, for its reader. */
export const rowsIn = ({ rows }: StreamFile): { readonly rows?: string } =>
  rows === undefined ? {} : { rows };

/** One thing of an import or export, such as a message. */
export type Entry = { readonly kind: string; readonly item: ExportObject };

const WRAPPERS = ['message', 'reaction', 'member', 'channel', 'user', 'read'] as const;

/** The entry of a row; undefined if it is none. */
export function entryOf(row: ExportObject): Entry | undefined {
  if (row['chatferry'] !== undefined) return pulledEntry(row);
  const { type } = row;
  const held = record(row['data'] ?? row['item']);
  if (typeof type === 'string' && held) return { kind: type, item: held };
  for (const kind of WRAPPERS) {
    const item = record(row[kind]);
    if (item) return { kind, item };
  }
  return undefined;
}

/** The entry of a record that came from the API. */
function pulledEntry({ list, of, row }: ExportObject): Entry | undefined {
  const item = record(row);
  if (!item) return undefined;
  if (list === 'users') return { kind: 'user', item };
  if (list === 'conversations') return { kind: 'channel', item: record(item['channel']) ?? {} };
  if (list === 'members') return { kind: 'member', item: { ...item, channel_cid: of } };
  if (list === 'gone') return { kind: 'gone', item: { ...item, cid: of } };
  if (list !== 'messages') return undefined;
  // A message that is read with more than itself: with all reactions, or with the time of the one that it answers.
  const message = item['id'] === undefined ? record(item['message']) : undefined;
  const reactions = records(item['reactions']);
  if (!message) return { kind: 'message', item };
  return {
    kind: 'message',
    item: reactions.length > 0 ? { ...message, latest_reactions: reactions } : message,
  };
}

const LATER = /^\s*\{\s*"type"\s*:\s*"(?:message|reaction)"/;
/** Enough of a line to see its type. */
const START_BYTES = 40;
const USER = Buffer.from('"user":');
const [BLANK, OPEN] = [0x20, 0x7b];

/**
 * True if a line is a message or reaction without a user inside, by its bytes: the pass over people need not parse it, and
 * says nothing of it.
 */
export function isLater(bytes: Buffer, start: number, end: number): boolean {
  if (!beginsAs(MESSAGE, bytes, start, end) && !isWrittenLater(bytes, start, end)) return false;
  const line = bytes.subarray(start, end);
  const user = line.indexOf(USER);
  if (user === -1) return true;
  let at = user + USER.length;
  while (line[at] === BLANK) at++;
  return line[at] !== OPEN;
}

/** As most lines begin. */
const MESSAGE = Buffer.from('{"type":"message"');

function beginsAs(text: Buffer, bytes: Buffer, start: number, end: number): boolean {
  if (end - start < text.length) return false;
  for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text[at]) return false;
  return true;
}

const isWrittenLater = (bytes: Buffer, start: number, end: number): boolean =>
  LATER.test(bytes.toString('latin1', start, Math.min(end, start + START_BYTES)));

/** True if `isLater` has kept a row that cannot be read from the pass over people. */
export function wasLater({ isLines }: StreamFile, { problem, raw }: UnreadableRow): boolean {
  const bytes = Buffer.from(raw);
  return isLines && !UNSEEN.has(problem.code) && isLater(bytes, 0, bytes.length);
}

/** Faults of lines that nobody is asked about. */
const UNSEEN = new Set(['ROW.TOO_LARGE', 'ROW.ENCODING_INVALID', 'EXPORT.FILE_DAMAGED']);

/** The kind that a row that cannot be read was meant to be, as far as its text tells. */
export function unreadableKind(raw: string): 'users' | 'conversations' | 'members' | 'messages' {
  const [, type] =
    /^\s*\{\s*"(?:type"\s*:\s*"|chatferry":"stream","list":")(user|channel|conversation|member)/.exec(raw) ??
    [];
  return type === 'user' ? 'users' : type?.startsWith('c') ? 'conversations' : type ? 'members' : 'messages';
}
