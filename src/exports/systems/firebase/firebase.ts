import { RunError } from '../../../errors/run-error.ts';
import {
  type Detected,
  type ExportInput,
  type ExportReader,
  type MessageSink,
  rejectedAs,
  type ShapeDrafter,
} from '../../export-reader.ts';
import { missing, notAnEntry } from '../../files/unreadable.ts';
import { record } from '../../files/values.ts';
import { Copies } from './copies.ts';
import { type Documents, documentsOf, fieldsOf, passDocuments } from './documents.ts';
import { TreeDraft } from './draft/draft.ts';
import { placesIn } from './draft/places.ts';
import { treeOf } from './draft/read-tree.ts';
import { takenBy } from './fields.ts';
import { type DatabaseFile, databaseFiles } from './files.ts';
import { ClosedMarks } from './marks.ts';
import { messageFrom } from './messages.ts';
import { isPaired, plainSteps } from './paths.ts';
import { type Database, declaredPath, PeoplePass, unclear } from './people.ts';
import { presets } from './presets.ts';
import { detectedTree, recognisedPreset, rootNames } from './recognise.ts';
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
    if (found.length === 0) return shape === undefined ? await detectedTree(files) : undefined;
    const kind = found.some(({ container }) => container !== 'plain') ? 'Firestore' : 'JSON of a database';
    const isOwn = shape !== undefined && Object.keys(shape).length > 0;
    const own = typeof shape?.['preset'] === 'string' ? shape['preset'] : undefined;
    const preset = isOwn ? own : await recognisedPreset(files, found);
    const isCertain = shape !== undefined || preset !== undefined || found.some((each) => each.isCertain);
    if (!isCertain) return await detectedTree(files);
    return {
      variant: `${kind}, ${preset === undefined ? 'its own layout' : `layout ${preset}`}`,
      ...(isOwn || preset === undefined ? {} : { shape: { preset } }),
    };
  },

  async draftShape({ files, signal, shape = {} }): Promise<ShapeDrafter | undefined> {
    if (Object.keys(shape).length > 0) return undefined;
    const found = await databaseFiles(files, shape);
    if (found.length === 0 || (await recognisedPreset(files, found))) return undefined;
    const places = placesIn(await treeOf(found, { files, signal }), found[0]?.container ?? 'plain');
    return (answers) => new TreeDraft(places, answers).drafted();
  },

  async readPeople(input, sink) {
    const { files, shape } = await openedOf(input);
    const others = input.files.all.length - files.length;
    if (others > 0) sink.note(`files that are not JSON of a database were skipped: ${others}`);
    const copies = hasCopies(shape) ? new Copies(shape) : undefined;
    const database = { files, shape, rooms: new Rooms(shape), copies };
    await new PeoplePass(database, input, sink).read();
    return async (messages) => {
      const unreadable = rejectedAs('messages', messages);
      const marks = new ClosedMarks();
      const take = takerOf(database, messages, marks);
      let isEmpty = true;
      const taken: Documents['take'] = (document, place) => {
        isEmpty = false;
        take(document, place);
      };
      const documents = { ...documentsOf('messages', shape), take: taken, unreadable };
      for (const file of files) await passDocuments(file, documents, input);
      for (const note of marks.notes) messages.note(note);
      const path = declaredPath(input, 'messages');
      if (isEmpty && path !== undefined) messages.note(await nothingAt(path, database, input));
    };
  },
};

/** True if each of two users may have what they wrote: by the path, or in a list of each user whose messages name both. */
const hasCopies = ({ messages }: Shape): boolean =>
  isPaired(messages?.path) ||
  (messages?.receiver !== undefined && messages.path?.includes('{user}') === true);

/**
 * A sentence about a path at which no message is.
 * @throws RunError `EXPORT.SHAPE_INVALID` if the database has nothing that begins as it does
 */
async function nothingAt(path: string, { files, shape }: Database, input: ExportInput): Promise<string> {
  const [first = ''] = plainSteps(shape.root ?? path);
  const names = new Set<string>();
  for (const file of files) for (const name of await rootNames(file, input.files)) names.add(name);
  const isOwn = files.some(({ firefoo }) => firefoo !== undefined) || shape.messages?.in !== undefined;
  if (first === '{}' || names.has(first) || isOwn) return `no message stands at messages.path: ${path}`;
  throw new RunError(
    'EXPORT.SHAPE_INVALID',
    `sources.export.shape: messages.path: nothing stands at ${path}; at the root there are ${[...names].slice(0, NAMES_SHOWN).join(', ') || 'no names'}`,
    { hint: 'chatferry init  writes what is known of the database' },
  );
}

const NAMES_SHOWN = 10;

/** Takes the documents of messages. */
function takerOf(
  { shape, rooms, copies }: Database,
  sink: MessageSink,
  marks: ClosedMarks,
): Documents['take'] {
  const taken = takenBy(shape.messages);
  return (document, place) => {
    const isDocument = record(document.value) !== undefined;
    if (!isDocument) return sink.unreadable('messages', notAnEntry({ ...document }), place);
    const room = rooms.ofMessage(document);
    const message = room && messageFrom(document, room, shape, taken);
    if (room && message && copies?.isCopy(document, room)) sink.dropped('messages', 'repeated');
    else if (message) {
      marks.count(fieldsOf(document), taken);
      sink.message(message, place);
    } else if (room) sink.unreadable('messages', missing('id', fieldsOf(document)), place);
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
      hint: `chatferry init  writes what is known of it; or declare it:  sources: { export: { system: firebase, path: …, shape: … } }, or a preset: ${Object.keys(presets).join(', ')}`,
    },
  );
}
