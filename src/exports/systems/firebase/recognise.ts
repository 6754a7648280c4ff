import { openBytes } from '../../../input/sources/bytes/bytes.ts';
import type { Detected } from '../../export-reader.ts';
import type { ExportFiles } from '../../files/export-files.ts';
import { type ExportObject, passJson } from '../../files/export-rows.ts';
import { list, record } from '../../files/values.ts';
import { type Document, documentsOf, fieldsOf, passDocuments } from './documents.ts';
import { placesIn } from './draft/places.ts';
import { treeOf } from './draft/read-tree.ts';
import { messageFields, usersPlace } from './draft/roles.ts';
import { isCalledMessages } from './draft/words.ts';
import { valueAt } from './fields.ts';
import { type DatabaseFile, databaseFiles } from './files.ts';
import { messageTime } from './messages.ts';
import type { Preset } from './presets.ts';
import { Rooms, senderOf } from './rooms.ts';
import { type SectionName, type Shape, shapeOf } from './shape.ts';

const OF_FLUTTER = /"(?:userIds|authorId)"\s*:/;
const OF_CHAT_SDK = /"(?:creation-date|user-firebase-id|json_v2)"\s*:/;
const ONE_ROOM = /^\s*\{\s*"messages"\s*:\s*\{\s*"[^"]+"\s*:\s*\{\s*"(?:text|name)"\s*:\s*"/;

/** The layout of a database, by the names at its root and the values that it has there; undefined if it is none of the known ones. */
export async function recognisedPreset(
  files: ExportFiles,
  databases: readonly DatabaseFile[],
): Promise<Preset | undefined> {
  for (const database of databases)
    for (const preset of await presetsOf(database, files))
      if (await fits(preset, databases, files)) return preset;
  return undefined;
}

/** The layouts that the names of a database are for. */
async function presetsOf(database: DatabaseFile, files: ExportFiles): Promise<readonly Preset[]> {
  const names = await rootNames(database, files);
  const has = (pattern: RegExp): Promise<boolean> => hasText(database, pattern, files);
  const found: Preset[] = [];
  if (names.has('rooms') && (await has(OF_FLUTTER))) found.push('flutter_firebase_chat_core');
  if (names.has('chats') && names.has('messages')) found.push('chats', 'flat');
  if (names.size === 1 && ONE_ROOM.test(await files.head(database.file))) found.push('friendlychat');
  if (database.container === 'plain' && (await has(OF_CHAT_SDK)) && (await has(/"threads"\s*:/)))
    found.push('chat-sdk');
  return found;
}

const ROWS_MAX = 2_000;
const DOCUMENTS_MAX = 200;

/** True if the documents at the places of a layout have what it says, in the first of them. */
async function fits(
  preset: Preset,
  databases: readonly DatabaseFile[],
  files: ExportFiles,
): Promise<boolean> {
  const shape = shapeOf({ preset });
  const look = (name: SectionName) => firstDocuments(name, shape, databases, files);
  const messages = await look('messages');
  const rooms = new Rooms(shape);
  const isMessage = (document: Document): boolean =>
    record(document.value) !== undefined &&
    senderOf(document, shape) !== undefined &&
    messageTime(document, shape) !== undefined &&
    rooms.ofMessage(document) !== undefined;
  if (messages.length > 0 && messages.filter(isMessage).length < messages.length / 2) return false;
  if (preset !== 'chats' && preset !== 'flat') return true;
  const conversations = await look('conversations');
  if (conversations.length === 0) return true;
  const hasMembers = (document: Document): boolean =>
    valueAt(fieldsOf(document), shape.conversations?.members) !== undefined;
  return conversations.some(hasMembers) || (await look('members')).length > 0;
}

async function firstDocuments(
  name: SectionName,
  shape: Shape,
  databases: readonly DatabaseFile[],
  files: ExportFiles,
): Promise<readonly Document[]> {
  const found: Document[] = [];
  if (shape[name]?.path === undefined) return found;
  const take = (document: Document): void => {
    if (found.length < DOCUMENTS_MAX) found.push(document);
  };
  const documents = { ...documentsOf(name, shape), rowsMax: ROWS_MAX, take, unreadable: () => {} };
  const { signal } = new AbortController();
  for (const database of databases)
    await passDocuments(database, documents, { files, signal, uidOf: (id) => id });
  return found;
}

/** Of a larger file, the beginning has to show what it is. */
const LOOKED_BYTES = 32 * 1_048_576;
const DATA = /\.(?:json|jsonl|ndjson|csv|tsv|sql|db|sqlite|xml|html?|txt)(?:\.\w+)?$/i;

/** The only data file of an export as a tree of messages under ids, whatever its layout is; undefined if it is none. */
export async function detectedTree(files: ExportFiles): Promise<Detected | undefined> {
  const [only, ...others] = files.matching(DATA);
  if (!only || others.length > 0) return undefined;
  const [database] = (await databaseFiles(files, {})).filter(({ file }) => file === only);
  if (!database) return undefined;
  const { signal } = new AbortController();
  const tree = await treeOf([database], { files, signal, bytesMax: LOOKED_BYTES });
  const places = placesIn(tree, database.container);
  const users = usersPlace(places);
  const isTree = places.some((place) => {
    const { text, sender, time, isDatedByKey } = messageFields(place, users);
    const isKeyed = place.steps.some((step) => 'names' in step && !step.isList);
    const known = [sender, time ?? isDatedByKey, isCalledMessages(place)].filter(Boolean).length;
    return place !== users?.place && isKeyed && text !== undefined && known > 1;
  });
  return isTree ? { variant: 'JSON of a database, its own layout', isGuess: true } : undefined;
}

/** The names at the root of a database, however much stands there. */
export async function rootNames(
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
