import type { ExportFile, ExportFiles } from '../../files/export-files.ts';
import type { JsonRow } from '../../files/export-rows.ts';
import { record } from '../../files/values.ts';

/** A file of Stream's. */
export type StreamFile = {
  readonly file: ExportFile;
  /** What it is, for people. */
  readonly label: string;
  /** The path of the channels with all that they hold, such as `$[*]`; absent if every row is an entry. */
  readonly states?: string;
};

/** Kinds of entries; those that end here have no counterpart. */
const BEGINS = /^\s*\[?\s*\{\s*"(?:type|item|data)"\s*:/;
const TYPE =
  /"type"\s*:\s*"(?:user|channel|member|message|reaction|device|future_channel_ban|poll|poll_vote|read)"/;
const HELD = /"(?:item|data)"\s*:\s*\{/;
/** A line with one entry under the name of its kind. */
const WRAPPED = /^\s*\{\s*"(?:channel|user|member|message|reaction)"\s*:\s*\{/;
const CID = /"cid"\s*:\s*"[^":]{1,64}:/;
const STATE =
  /^\s*(?<list>\[)?\s*\{\s*(?:"channels"\s*:\s*(?<named>\[)\s*\{\s*)?"(?:channel|messages|members)"\s*:\s*[[{]/;
const LISTS = /"(?:messages|members)"\s*:\s*\[/;

/** The files that Stream has written, by their content. */
export async function streamFiles(files: ExportFiles): Promise<readonly StreamFile[]> {
  const found: StreamFile[] = [];
  for (const file of files.all) {
    const is = formOf(await files.head(file));
    if (is) found.push({ file, ...is });
  }
  return found;
}

function formOf(head: string): Omit<StreamFile, 'file'> | undefined {
  const isArray = /^\s*\[/.test(head);
  if (BEGINS.test(head) && TYPE.test(head) && HELD.test(head))
    return { label: isArray ? 'JSON array of entries' : 'JSON lines' };
  const { list, named } = STATE.exec(head)?.groups ?? {};
  if (!CID.test(head)) return undefined;
  if (STATE.test(head) && LISTS.test(head))
    return { label: 'export of channels', states: list ? '$[*]' : named ? '$.channels[*]' : '$' };
  return WRAPPED.test(head) ? { label: 'export of channels, JSON lines' } : undefined;
}

/** One thing of an import or export, such as a message. */
export type Entry = { readonly kind: string; readonly item: JsonRow };

const WRAPPERS = ['message', 'reaction', 'member', 'channel', 'user', 'read'] as const;

/** The entry of a row; undefined if it is none. */
export function entryOf(row: JsonRow): Entry | undefined {
  const { type } = row;
  const held = record(row['data'] ?? row['item']);
  if (typeof type === 'string' && held) return { kind: type, item: held };
  for (const kind of WRAPPERS) {
    const item = record(row[kind]);
    if (item) return { kind, item };
  }
  return undefined;
}

/** What a row that cannot be read was meant to be, as far as its text tells. */
export function unreadableKind(raw: string): 'users' | 'conversations' | 'members' | 'messages' {
  const [, type] = /^\s*\{\s*"type"\s*:\s*"(user|channel|member)"/.exec(raw) ?? [];
  return type === 'user' ? 'users' : type === 'channel' ? 'conversations' : type ? 'members' : 'messages';
}
