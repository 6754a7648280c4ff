import { openBytes } from '../../../input/sources/bytes/bytes.ts';
import { type RowsInDocument, rowsInDocument } from '../../../inspection/json-tables.ts';
import type { Files } from '../../../system/files.ts';
import { type Examined, examineFile, type InspectOptions } from './inspect-file.ts';
import { splitByKind } from './kinds.ts';

/** A larger document is not looked into: its rows must be declared. */
const BYTES_MAX = 64 * 1_048_576;

/**
 * Finds the places of the rows in a file that is one JSON object; nothing for any other file.
 * @throws RunError `SOURCE.*` if the file cannot be read
 */
async function rowsIn(path: string, files: Files): Promise<RowsInDocument[]> {
  if (!/\.json(?:\.gz|\.zstd?)?$/i.test(path)) return [];
  const bytes = await openBytes(path, undefined, files);
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes.read(bytes.start)) {
    const [first] = pieces.length === 0 ? (/\S/.exec(piece.toString('utf8', 0, 1_000)) ?? []) : ['{'];
    if (first !== '{') return [];
    // Copied, because the next piece is read into the same buffer.
    pieces.push(Buffer.from(piece));
    length += piece.length;
    if (length > BYTES_MAX) return [];
  }
  try {
    return rowsInDocument(JSON.parse(Buffer.concat(pieces).toString('utf8')));
  } catch {
    // Several objects, a line each, or no JSON.
    return [];
  }
}

/**
 * Inspects the rows of a file: of a document, each table that looks like some entity, and each empty list.
 * @throws RunError `SOURCE.*`
 */
export async function examineTables(
  path: string,
  options: InspectOptions,
  signal: AbortSignal,
): Promise<Examined[]> {
  const documents = options.entity === undefined ? await rowsIn(path, options.files) : [];
  if (documents.length > 0) return await tablesIn(path, documents, options, signal);
  return [...(await splitByKind(path, await examineFile(path, options, signal), options, signal))];
}

/** Entities whose rows have no rows of other entities in them. */
const INNERMOST = new Set(['messages', 'members']);

/**
 * Inspects the rows of a document that look like some entity. What is inside the rows of messages or members belongs to
 * these.
 * @throws RunError `SOURCE.*`
 */
async function tablesIn(
  path: string,
  documents: readonly RowsInDocument[],
  options: InspectOptions,
  signal: AbortSignal,
): Promise<Examined[]> {
  const found: Examined[] = [];
  const closed: string[] = [];
  for (const inDocument of documents) {
    if (closed.some((outer) => inDocument.rows.startsWith(outer))) continue;
    if (inDocument.count === 0) {
      found.push(withoutRows(path, inDocument));
      continue;
    }
    const examined = await examineFile(path, { ...options, inDocument }, signal);
    const { entity } = examined.inspection;
    if (!entity) continue;
    found.push(examined);
    if (INNERMOST.has(entity.entity)) closed.push(inDocument.rows);
  }
  return found;
}

/** A list that is empty in this file. */
const withoutRows = (path: string, { rows: rowsAt }: RowsInDocument): Examined => ({
  inspection: {
    path,
    bytes: 0,
    format: 'json',
    rowsAt,
    encoding: { value: 'utf-8', how: 'file', evidence: 'no rows' },
    rows: 0,
    whole: true,
    faulty: { rows: 0, first: [] },
    columns: [],
  },
  isAscii: true,
  keys: new Map(),
  sample: [],
});
