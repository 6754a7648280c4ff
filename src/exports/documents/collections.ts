import { meant } from '../../input/rows/forms/copied-address.ts';
import { type ExportObject, passJson } from '../files/export-rows.ts';
import type { RecordPlace } from '../neutral.ts';
import type { Collection, CollectionPart, DocumentReading, DocumentTaker } from './collection.ts';
import { type CollectionFile, collectionFiles } from './collection-files.ts';
import { unwrapped } from './typed-values.ts';

/** Databases of the server itself, and collections that it keeps for itself. */
const OF_SERVER = /^(?:admin|config|local)$/;
const OF_DATABASE = /^(?:system\.|oplog$|oplog\.)/;

/**
 * The collections in the files of an export.
 * @throws RunError `SOURCE.*`, `EXPORT.FORM_UNSUPPORTED`
 */
export async function collectionsIn({ files, signal }: DocumentReading): Promise<readonly Collection[]> {
  const parts: CollectionPart[] = [];
  for (const found of await collectionFiles(files))
    if (found.form === 'archive') {
      const { partsOfArchive } = await import('./bson-files.ts');
      parts.push(...(await partsOfArchive(found, { files, signal })));
    } else parts.push({ ...nameOf(found), found });
  const own = parts.filter(
    ({ name, database }) => !OF_DATABASE.test(name) && !OF_SERVER.test(database ?? ''),
  );
  return [...Map.groupBy(own, ({ name, database }) => `${database ?? ''}\0${name}`).values()].map(together);
}

function together(parts: readonly CollectionPart[]): Collection {
  const [{ name, database }] = parts as [CollectionPart];
  return {
    name,
    database,
    has: (member) => parts.some(({ found }) => found.has(member)),
    async pass(taker, reading) {
      for (const part of parts) await passPart(part, taker, reading);
    },
  };
}

/** A file is called by its collection, and its folder by the database. */
function nameOf({ file }: CollectionFile): Pick<Collection, 'name' | 'database'> {
  const names = file.name.split('/');
  const own = (names.pop() as string).replace(/\.(?:gz|zst|zstd)$/i, '').replace(/\.\w+$/, '');
  // Names with characters that no file may have are escaped.
  return { name: meant(own), database: names.pop() };
}

async function passPart(
  { name, database, found }: CollectionPart,
  taker: DocumentTaker,
  reading: DocumentReading,
): Promise<void> {
  const { file, form } = found;
  if (form === 'lines' || form === 'pretty') {
    const row = (document: ExportObject, place: RecordPlace): void =>
      taker.document(unwrapped(document) as ExportObject, place);
    return await passJson(
      file,
      { ...(form === 'pretty' ? { rows: '$' } : {}), row, unreadable: taker.unreadable },
      reading,
    );
  }
  // The library is loaded with the first of these files.
  const { passBson } = await import('./bson-files.ts');
  await passBson({ name, database, found }, taker, reading);
}
