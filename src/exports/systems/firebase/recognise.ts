import { openBytes } from '../../../input/sources/bytes/bytes.ts';
import type { ExportFiles } from '../../files/export-files.ts';
import { type ExportObject, passJson } from '../../files/export-rows.ts';
import { list } from '../../files/values.ts';
import type { DatabaseFile } from './files.ts';
import type { Preset } from './presets.ts';

const OF_FLUTTER = /"(?:userIds|authorId)"\s*:/;
const OF_CHAT_SDK = /"(?:creation-date|user-firebase-id|json_v2)"\s*:/;
const ONE_ROOM = /^\s*\{\s*"messages"\s*:\s*\{\s*"-[-0-9A-Z_a-z]{19}"\s*:\s*\{\s*"(?:text|name)"\s*:\s*"/;

/** The layout of a database, by the names at its root and by names that this layout alone has; undefined if it is none. */
export async function recognised(
  files: ExportFiles,
  databases: readonly DatabaseFile[],
): Promise<Preset | undefined> {
  for (const database of databases) {
    const names = await rootNames(database, files);
    const has = (pattern: RegExp): Promise<boolean> => hasText(database, pattern, files);
    if (names.has('rooms') && (await has(OF_FLUTTER))) return 'flutter_firebase_chat_core';
    if (names.has('chats') && names.has('messages')) return 'chats';
    if (ONE_ROOM.test(await files.head(database.file))) return 'friendlychat';
    if (database.container === 'plain' && (await has(OF_CHAT_SDK)) && (await has(/"threads"\s*:/)))
      return 'chat-sdk';
  }
  return undefined;
}

/** The names at the root of a database, however much stands there. */
async function rootNames(
  { file, container }: DatabaseFile,
  files: ExportFiles,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const add = ({ $keys }: ExportObject): void => void names.add(String(list($keys).at(-1)));
  const rows = container === 'collections' ? '$.__collections__.*' : '$.*';
  const { signal } = new AbortController();
  await passJson(
    file,
    { rows, keyed: true, row: add, unreadable: (_bad, _place, values) => add(values) },
    { files, signal },
  );
  return names;
}

/** The most characters of a name and what stands around it. */
const OVERLAP = 64;

/** True if a pattern stands somewhere in the text of a file. */
async function hasText({ file }: DatabaseFile, pattern: RegExp, files: ExportFiles): Promise<boolean> {
  const bytes = await openBytes(file.path, undefined, files.system);
  let before = '';
  for await (const piece of bytes.read(bytes.start)) {
    const text = before + piece.toString('latin1');
    if (pattern.test(text)) return true;
    before = text.slice(-OVERLAP);
  }
  return false;
}
