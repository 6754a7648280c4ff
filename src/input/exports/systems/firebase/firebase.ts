import { RunError } from '../../../../errors/run-error.ts';
import type { Detected, ExportInput, ExportReader } from '../../export-reader.ts';
import type { ExportFiles } from '../../files/export-files.ts';
import { missing } from '../../files/unreadable.ts';
import type { Place } from '../../neutral.ts';
import { type Document, fieldsOf, passDocuments } from './documents.ts';
import { takenBy } from './fields.ts';
import { type DatabaseFile, databaseFiles, presetIn } from './files.ts';
import { messageFrom } from './messages.ts';
import { PeoplePass, pathsOf } from './people.ts';
import { presets } from './presets.ts';
import { type Shape, shapeOf } from './shape.ts';

/** Firestore and the Realtime Database, in the JSON of their usual exporters; a shape says what the layout is. */
export const firebase: ExportReader = {
  system: 'firebase',
  label: 'Firebase',
  // Keys of a list are 0, 1, … in every conversation.
  idsPerConversation: true,

  async detect(files, shape): Promise<Detected | undefined> {
    const found = await databaseFiles(files, shape !== undefined && Object.keys(shape).length > 0);
    const [first] = found;
    if (!first) return undefined;
    const kind = found.some(({ container }) => container !== 'plain') ? 'Firestore' : 'JSON of a database';
    const preset = await presetOf(files, found, shape);
    return { variant: `${kind}, ${preset === undefined ? 'a layout of its own' : `layout ${preset}`}` };
  },

  async readPeople(input, sink) {
    const { files, shape } = await openedOf(input);
    const others = input.files.all.length - files.length;
    if (others > 0) sink.note(`files that are no JSON of a database are left out: ${others}`);
    await new PeoplePass(files, shape, input, sink).read();
  },

  async readMessages(input, sink) {
    const { files, shape } = await openedOf(input);
    const { root, commas = false, messages } = shape;
    const taken = takenBy(messages);
    const take = (document: Document, place: Place): void => {
      const message = messageFrom(document, shape, taken);
      if (message) sink.message(message, place);
      else sink.unreadable('messages', missing('conversation', fieldsOf(document)), place);
    };
    const unreadable: Parameters<typeof passDocuments>[1]['unreadable'] = (bad, place) =>
      sink.unreadable('messages', bad, place);
    for (const file of files)
      await passDocuments(
        file,
        { path: messages?.path ?? '', root, commas, all: pathsOf(shape), take, unreadable },
        input,
      );
  },
};

/** The name of the layout; undefined if the pipeline declares one of its own, or nothing is recognised. */
async function presetOf(
  files: ExportFiles,
  found: readonly DatabaseFile[],
  shape: ExportInput['shape'] = {},
): Promise<string | undefined> {
  if (Object.keys(shape).length > 0) return typeof shape['preset'] === 'string' ? shape['preset'] : undefined;
  for (const { file } of found) {
    const preset = presetIn(await files.head(file));
    if (preset) return preset;
  }
  return undefined;
}

/**
 * The files, and the shape that is declared or recognised.
 * @throws RunError `EXPORT.SHAPE_MISSING`, `EXPORT.SHAPE_INVALID`
 */
async function openedOf({
  files: all,
  shape = {},
}: ExportInput): Promise<{ readonly files: readonly DatabaseFile[]; readonly shape: Shape }> {
  const isDeclared = Object.keys(shape).length > 0;
  const files = await databaseFiles(all, isDeclared);
  if (isDeclared) return { files, shape: shapeOf(shape) };
  const preset = await presetOf(all, files);
  if (preset === undefined)
    throw new RunError(
      'EXPORT.SHAPE_MISSING',
      'the layout of this database is none that is known: nothing says where its users, conversations and messages are',
      {
        hint: `declare it:  sources: { export: { system: firebase, path: …, shape: … } }, or a preset: ${Object.keys(presets).join(', ')}`,
      },
    );
  return { files, shape: shapeOf({ preset }) };
}
