import { RunError } from '../../../errors/run-error.ts';
import { openBytes } from '../../../input/sources/bytes/bytes.ts';
import {
  type Detected,
  type ExportInput,
  type ExportReader,
  type MessageSink,
  rejectedAs,
} from '../../export-reader.ts';
import type { ExportFiles } from '../../files/export-files.ts';
import { type ExportObject, passJson } from '../../files/export-rows.ts';
import { missing, notAnEntry } from '../../files/unreadable.ts';
import { list, record } from '../../files/values.ts';
import { Copies } from './copies.ts';
import { type Documents, documentsOf, fieldsOf, passDocuments } from './documents.ts';
import { takenBy } from './fields.ts';
import { type DatabaseFile, databaseFiles } from './files.ts';
import { messageFrom } from './messages.ts';
import { isPaired } from './paths.ts';
import { type Database, PeoplePass, unclear } from './people.ts';
import { type Preset, presets } from './presets.ts';
import { Rooms } from './rooms.ts';
import { type Shape, shapeOf } from './shape.ts';

/** Firestore and the Realtime Database, in the JSON of their usual exporters; a shape says what the layout is. */
export const firebase: ExportReader = {
  system: 'firebase',
  label: 'Firebase',
  // Keys of a list are 0, 1, … in every conversation.
  idsPerConversation: true,

  async detect(files, shape): Promise<Detected | undefined> {
    const found = await databaseFiles(files, shape);
    const [first] = found;
    if (!first) return undefined;
    const kind = found.some(({ container }) => container !== 'plain') ? 'Firestore' : 'JSON of a database';
    const isOwn = shape !== undefined && Object.keys(shape).length > 0;
    const own = typeof shape?.['preset'] === 'string' ? shape['preset'] : undefined;
    const preset = isOwn ? own : await recognised(files, found);
    const isCertain = shape !== undefined || preset !== undefined || found.some((each) => each.isCertain);
    if (!isCertain) return undefined;
    return {
      variant: `${kind}, ${preset === undefined ? 'its own layout' : `layout ${preset}`}`,
      ...(isOwn || preset === undefined ? {} : { shape: { preset } }),
    };
  },

  async readPeople(input, sink) {
    const { files, shape } = await openedOf(input);
    const others = input.files.all.length - files.length;
    if (others > 0) sink.note(`files that are not JSON of a database were skipped: ${others}`);
    const copies = isPaired(shape.messages?.path) ? new Copies(shape) : undefined;
    const database = { files, shape, rooms: new Rooms(shape), copies };
    await new PeoplePass(database, input, sink).read();
    return async (messages) => {
      const unreadable = rejectedAs('messages', messages);
      const documents = { ...documentsOf('messages', shape), take: takerOf(database, messages), unreadable };
      for (const file of files) await passDocuments(file, documents, input);
    };
  },
};

/** Takes the documents of messages. */
function takerOf({ shape, rooms, copies }: Database, sink: MessageSink): Documents['take'] {
  const taken = takenBy(shape.messages);
  return (document, place) => {
    const isDocument = record(document.value) !== undefined;
    if (!isDocument) return sink.unreadable('messages', notAnEntry({ ...document }), place);
    const room = rooms.ofMessage(document);
    const message = room && messageFrom(document, room, shape, taken);
    if (room && message && copies?.isCopy(document, room)) sink.dropped('messages', 'repeated');
    else if (message) sink.message(message, place);
    else if (room) sink.unreadable('messages', missing('id', fieldsOf(document)), place);
    else sink.unreadable('messages', unclear(document), place);
  };
}

/**
 * The files, and the shape that is declared or recognised.
 * @throws RunError `EXPORT.SHAPE_MISSING`, `EXPORT.SHAPE_INVALID`
 */
async function openedOf({
  files: all,
  shape = {},
}: ExportInput): Promise<{ readonly files: readonly DatabaseFile[]; readonly shape: Shape }> {
  if (Object.keys(shape).length > 0) return { files: await databaseFiles(all, shape), shape: shapeOf(shape) };
  throw new RunError(
    'EXPORT.SHAPE_MISSING',
    'the layout of this database is unknown: it is not clear where its users, conversations and messages are',
    {
      hint: `declare it:  sources: { export: { system: firebase, path: …, shape: … } }, or a preset: ${Object.keys(presets).join(', ')}`,
    },
  );
}

const OF_FLUTTER = /"(?:userIds|authorId)"\s*:/;
const OF_CHAT_SDK = /"(?:creation-date|user-firebase-id|json_v2)"\s*:/;
const ONE_ROOM = /^\s*\{\s*"messages"\s*:\s*\{\s*"-[-0-9A-Z_a-z]{19}"\s*:\s*\{\s*"(?:text|name)"\s*:\s*"/;

/** The layout of a database, by the names at its root and by names that this layout alone has; undefined if it is none. */
async function recognised(
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
