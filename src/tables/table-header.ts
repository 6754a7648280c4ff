import { parsedJson } from '../input/json/parse-json.ts';
import type { Files } from '../system/files.ts';

/** Increased when the same inputs give another table. */
export const TABLE_VERSION = 3;

/** The facts known of a finished prepared table; it is written last, so a table without it is unfinished. */
export type TableHeader = {
  readonly version: number;
  /** Everything that decides what is in the table, as its maker says. */
  readonly identity: string;
  /** Column names, if the rows are arrays of texts. */
  readonly columns?: readonly string[];
  /** The field separator of the files that the rows come from. */
  readonly delimiter?: string;
  /** The names of the files that rows come from. */
  readonly names: readonly string[];
  /** The paths of the files behind the table. */
  readonly inputs: readonly string[];
  readonly rows: number;
  /** Bytes of the table itself. */
  readonly bytes: number;
};

/** Bytes of the position of one row: the file, the line, the byte, and the number of the row. */
export const PLACE_BYTES = 20;

/** The file with the header of a table. */
export const headerPath = (path: string): string => `${path}.json`;
/** The file with the positions that the rows of a table came from. */
export const placesPath = (path: string): string => `${path}.places`;

/** The header of a finished table; undefined if there is none, or if its files are not those that it was written for. */
export async function readHeader(path: string, files: Files): Promise<TableHeader | undefined> {
  const text = await files.readFile(headerPath(path), 'utf8').catch(unlessMissing);
  const header = text === undefined ? undefined : (parsedJson(text, false) as TableHeader | undefined);
  if (header?.version !== TABLE_VERSION) return undefined;
  const isWhole =
    (await sizeOf(path, files)) === header.bytes &&
    (await sizeOf(placesPath(path), files)) === header.rows * PLACE_BYTES;
  return isWhole ? header : undefined;
}

async function sizeOf(path: string, files: Files): Promise<number | undefined> {
  return (await files.stat(path).catch(unlessMissing))?.size;
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
