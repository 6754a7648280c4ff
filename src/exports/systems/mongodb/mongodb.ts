import { readerOfTables } from '../../database/reader-of-tables.ts';
import type { ChatTable, FoundTables } from '../../database/table.ts';
import { type CollectionFile, collectionFiles, isOfRocketChat } from '../../documents/collection-files.ts';
import { collectionsIn } from '../../documents/collections.ts';
import type { Detected, ExportInput, ExportReader } from '../../export-reader.ts';
import { tablesOfCollection } from './collection-tables.ts';
import { FieldTree } from './field-tree.ts';
import { withListedParts } from './listed-parts.ts';

const tables = readerOfTables(tablesOf);

/** The collections of a home-grown chat in MongoDB: JSON of mongoexport, BSON and archives of mongodump. */
export const mongodb: ExportReader = {
  system: 'mongodb',
  label: 'MongoDB',

  async detect(files, shape): Promise<Detected | undefined> {
    const found = await collectionFiles(files);
    const variant = variantOf(found);
    if (shape !== undefined) {
      const isMeant =
        Object.keys(shape).length > 0 || found.some(({ isTyped, has }) => isTyped || has('_id'));
      return found.length > 0 && isMeant ? { variant } : undefined;
    }
    const typed = found.filter(({ isTyped }) => isTyped);
    if (typed.length === 0 || found.some(isOfRocketChat)) return undefined;
    // A collection among other tables need not be what they are about.
    const others = files.matching(TABLE).length + found.filter(({ has }) => !has('_id')).length;
    return { variant, ...(others > typed.length ? { isCommon: true } : {}) };
  },

  ...tables,

  async draftShape(input) {
    return await tables.draftShape?.({ ...input, shape: await shapeOf(input) });
  },

  async readPeople(input, sink) {
    return await tables.readPeople({ ...input, shape: await shapeOf(input) }, sink);
  },
};

const shapeOf = async (
  input: Pick<ExportInput, 'files' | 'signal' | 'shape'>,
): Promise<ExportInput['shape']> => withListedParts(input.shape, (await tablesOf(input)).tables);

/** Files with rows that are no documents. */
const TABLE = /\.(?:csv|tsv|xlsx|sql|db|sqlite)(?:\.\w+)?$/i;

function variantOf(found: readonly CollectionFile[]): string {
  const names = { lines: 'JSON', pretty: 'JSON', bson: 'BSON', archive: 'an archive of mongodump' };
  const forms = [...new Set(found.map(({ form }) => names[form]))];
  return `${forms.join(' and ')}, ${found.length} file${found.length === 1 ? '' : 's'}`;
}

/** The tables of files that were read already: to find out what documents have takes a pass over all of them. */
const read = new WeakMap<object, Promise<FoundTables>>();

function tablesOf(input: Pick<ExportInput, 'files' | 'signal'>): Promise<FoundTables> {
  const before = read.get(input.files);
  if (before) return before;
  const found = readTables(input);
  read.set(input.files, found);
  return found;
}

async function readTables(reading: Pick<ExportInput, 'files' | 'signal'>): Promise<FoundTables> {
  const found: ChatTable[] = [];
  const notes: string[] = [];
  for (const collection of await collectionsIn(reading)) {
    const tree = new FieldTree();
    await collection.pass({ document: (document) => tree.add(document), unreadable: () => {} }, reading);
    found.push(...tablesOfCollection(collection, tree, reading));
    if (tree.isCut)
      notes.push(`${collection.name} has more fields than are read; those that come last are no columns`);
  }
  return { tables: found, notes };
}
