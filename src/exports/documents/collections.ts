import { RunError } from '../../errors/run-error.ts';
import type { ExportInput, RejectedKind } from '../export-reader.ts';
import { type ExportObject, passJson } from '../files/export-rows.ts';
import { brokenRow, restOfFile } from '../files/unreadable.ts';
import type { RecordPlace, UnreadableRow } from '../neutral.ts';
import { bsonDocument } from './bson-document.ts';
import { BsonFrames, type FrameFault } from './bson-frames.ts';
import { type CollectionFile, collectionFiles, unpackedBytes } from './collection-files.ts';
import { unwrapped } from './typed-values.ts';

/** Takes the documents of a collection, with plain values. */
export type DocumentTaker = {
  document(document: ExportObject, place: RecordPlace): void;
  unreadable(row: UnreadableRow, place: RecordPlace): void;
};

/** Means of reading files. */
type Reading = Pick<ExportInput, 'files' | 'signal'>;

/** Documents of one kind, in one file, in the parts of one, or among others in an archive. */
export interface Collection {
  readonly name: string;
  /** Absent if neither an archive nor a folder says it. */
  readonly database: string | undefined;
  /** True if a name is that of a member of a document at its beginning; in an archive, nobody knows. */
  has(name: string): boolean;
  /**
   * Passes all documents in their order, in flat memory. What cannot be read after a break is an unreadable row.
   * @throws RunError `SOURCE.*` if a file itself cannot be read
   */
  pass(taker: DocumentTaker, reading: Reading): Promise<void>;
}

/** Databases of the server itself, and collections that it keeps for itself. */
const OF_SERVER = /^(?:admin|config|local)$/;
const OF_DATABASE = /^(?:system\.|oplog$|oplog\.)/;

/**
 * The collections in the files of an export.
 * @throws RunError `SOURCE.*`, `EXPORT.FORM_UNSUPPORTED`
 */
export async function collectionsIn({ files, signal }: Reading): Promise<readonly Collection[]> {
  const parts: Part[] = [];
  for (const found of await collectionFiles(files))
    if (found.form === 'archive') parts.push(...(await partsOfArchive(found, { files, signal })));
    else parts.push({ ...nameOf(found), found });
  const own = parts.filter(
    ({ name, database }) => !OF_DATABASE.test(name) && !OF_SERVER.test(database ?? ''),
  );
  return [...Map.groupBy(own, ({ name, database }) => `${database ?? ''}\0${name}`).values()].map(together);
}

/** A collection in one file. */
type Part = Pick<Collection, 'name' | 'database'> & { readonly found: CollectionFile };

function together(parts: readonly Part[]): Collection {
  const [{ name, database }] = parts as [Part];
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
  return { name: unescaped(own), database: names.pop() };
}

/** Names with characters that no file may have are escaped. */
function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

async function passPart(
  { name, database, found }: Part,
  taker: DocumentTaker,
  reading: Reading,
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
  let row = 0;
  const place = (byte: number): RecordPlace => ({ file: file.name, root: file.root, line: row, row, byte });
  const document = (bytes: Buffer, byte: number): void => {
    row++;
    let value: ExportObject;
    try {
      value = bsonDocument(bytes);
    } catch (error) {
      const why = error instanceof RangeError ? 'it is nested too deeply' : (error as Error).message;
      taker.unreadable(brokenRow(`the document cannot be read: ${why}`), place(byte));
      return;
    }
    taker.document(value, place(byte));
  };
  const isWanted = (header: Header): boolean => header.db === (database ?? '') && header.collection === name;
  const frames =
    form === 'bson'
      ? new BsonFrames({ document })
      : framesOfArchive((header) => isWanted(header) && document);
  const fault = await pushed(frames, found, reading);
  if (!fault) return;
  row++;
  const error = new RunError('SOURCE.TRUNCATED', `byte ${fault.byte}: ${fault.message}`);
  taker.unreadable(restOfFile(file, error), place(fault.byte));
}

/** Reads a file to its end, or to what is wrong with it. */
async function pushed(
  frames: BsonFrames,
  { file, form }: CollectionFile,
  { files, signal }: Reading,
): Promise<FrameFault | undefined> {
  let byte = 0;
  try {
    for await (const piece of unpackedBytes(file.path, files.system, signal)) {
      const fault = frames.push(byte === 0 && form === 'archive' ? piece.subarray(MAGIC_BYTES) : piece);
      byte += piece.length;
      if (fault) return fault;
    }
  } catch (error) {
    if (!(error instanceof RunError) || error.code !== 'SOURCE.TRUNCATED') throw error;
    return { message: error.message.replaceAll(file.path, file.name), byte };
  }
  return frames.end();
}

const MAGIC_BYTES = 4;

/** What stands before the documents of a block. */
type Header = { readonly db: unknown; readonly collection: unknown };
type TakeDocument = (bytes: Buffer, byte: number) => void;

/** Documents of an archive, block by block: each has a header that says of which collection its documents are. */
function framesOfArchive(takerOf: (header: Header) => TakeDocument | false): BsonFrames {
  // The first block is about the archive itself.
  let take: TakeDocument | false | undefined = false;
  return new BsonFrames(
    {
      document: (bytes, byte) => {
        if (take === undefined) take = takerOf(headerOf(bytes));
        else if (take) take(bytes, byte);
      },
      terminator: () => {
        take = undefined;
      },
    },
    MAGIC_BYTES,
  );
}

function headerOf(bytes: Buffer): Header {
  try {
    const { db, collection } = bsonDocument(bytes);
    return { db, collection };
  } catch {
    return { db: undefined, collection: undefined };
  }
}

/** The collections of an archive, by the list at its beginning. */
async function partsOfArchive(found: CollectionFile, reading: Reading): Promise<readonly Part[]> {
  const parts: Part[] = [];
  let isListed = true;
  const frames = new BsonFrames(
    {
      document: (bytes) => {
        const { db, collection } = isListed ? headerOf(bytes) : {};
        if (typeof collection === 'string')
          parts.push({
            name: collection,
            database: typeof db === 'string' && db !== '' ? db : undefined,
            found,
          });
      },
      terminator: () => {
        isListed = false;
      },
    },
    MAGIC_BYTES,
  );
  let isFirst = true;
  for await (const piece of unpackedBytes(found.file.path, reading.files.system, reading.signal)) {
    const fault = frames.push(isFirst ? piece.subarray(MAGIC_BYTES) : piece);
    isFirst = false;
    if (fault || !isListed) break;
  }
  return parts;
}

/** Rejects documents that cannot be read, as rows of a kind. */
export const documentsAs = (
  kind: RejectedKind,
  sink: { unreadable(kind: RejectedKind, row: UnreadableRow, place: RecordPlace): void },
  document: DocumentTaker['document'],
): DocumentTaker => ({ document, unreadable: (row, place) => sink.unreadable(kind, row, place) });
