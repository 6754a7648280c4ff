import { RunError } from '../../errors/run-error.ts';
import { unpackedBytes } from '../../input/sources/bytes/bytes.ts';
import type { ExportObject } from '../files/export-rows.ts';
import { brokenRow, restOfFile } from '../files/unreadable.ts';
import type { RecordPlace } from '../neutral.ts';
import { bsonDocument } from './bson-document.ts';
import { BsonFrames, type FrameFault } from './bson-frames.ts';
import type { CollectionPart, DocumentReading, DocumentTaker } from './collection.ts';
import type { CollectionFile } from './collection-files.ts';

/**
 * Passes the documents of a collection in a BSON file or an archive. What follows a break is one unreadable row.
 * @throws RunError `SOURCE.*` if the file itself cannot be read
 */
export async function passBson(
  { name, database, found }: CollectionPart,
  taker: DocumentTaker,
  reading: DocumentReading,
): Promise<void> {
  const { file, form } = found;
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
  { files, signal }: DocumentReading,
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

/** The document before those of a block. */
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
export async function partsOfArchive(
  found: CollectionFile,
  reading: DocumentReading,
): Promise<readonly CollectionPart[]> {
  const parts: CollectionPart[] = [];
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
