import { RunError } from '../../errors/run-error.ts';
import { unpackedBytes } from '../../input/sources/bytes/bytes.ts';
import type { Files } from '../../system/files.ts';
import { type ExportFile, type ExportFiles, MEDIA } from '../files/export-files.ts';

/** A file with documents of MongoDB: its JSON, its BSON, or an archive of several collections. */
export type CollectionFile = {
  readonly file: ExportFile;
  /** `pretty` is JSON whose documents have several lines each. */
  readonly form: 'lines' | 'pretty' | 'bson' | 'archive';
  /** True if the values at its beginning have types as MongoDB writes them. */
  readonly isTyped: boolean;
  /** True if a name is that of a member of a document at its beginning, or in an archive, of a collection. */
  has(name: string): boolean;
};

const HEAD_BYTES = 65_536;
/** The first bytes of what `mongodump --archive` writes. */
const ARCHIVE_MAGIC = 0x8199e26d;
const DATA = /\.(?:json|jsonl|ndjson)(?:\.(?:gz|zst|zstd))?$/i;
const DUMPED = /\.bson(?:\.(?:gz|zst|zstd))?$/i;
/** An object around a list, as services answer. */
const LISTED = /^\ufeff?\s*\{\s*"\w+"\s*:\s*\[/;
/** Files that mongodump writes beside the documents. */
const METADATA = /(?:^|\/)(?:prelude|[^/]*\.metadata)\.json(?:\.gz)?$/i;
const TYPED = /"\$(?:oid|date|number(?:Long|Int|Double|Decimal)|uuid|binary|timestamp)"\s*:/;

/** True if a file has messages of Rocket.Chat, whose database is read by a reader of its own. */
export const isOfRocketChat = ({ form, has }: CollectionFile): boolean =>
  form === 'archive'
    ? has('rocketchat_message')
    : ['rid', 'msg', 'ts', '_updatedAt'].every(has) && !has('usersCount');

const known = new WeakMap<ExportFiles, Promise<readonly CollectionFile[]>>();

/**
 * The files with documents, by their content.
 * @throws RunError `EXPORT.FORM_UNSUPPORTED` for documents in the language of its shell
 */
export function collectionFiles(files: ExportFiles): Promise<readonly CollectionFile[]> {
  const found = known.get(files) ?? findFiles(files);
  known.set(files, found);
  return found;
}

async function findFiles(files: ExportFiles): Promise<readonly CollectionFile[]> {
  const found: CollectionFile[] = [];
  for (const file of files.all) {
    if (METADATA.test(file.name)) continue;
    const text = await files.head(file);
    const isText = text !== '' && !text.slice(0, 4_096).includes('\0');
    const one = isText ? ofText(file, text) : await ofBytes(file, files);
    if (one) found.push(one);
  }
  return found;
}

function ofText(file: ExportFile, head: string): CollectionFile | undefined {
  const isTyped = TYPED.test(head);
  // One whose beginning is broken is read as well, so that its rows are rejected and not missing.
  if (!DATA.test(file.name) && !(isTyped && /^\ufeff?\s*[[{]/.test(head))) return undefined;
  if (!isTyped && LISTED.test(head)) return undefined;
  if (/^\ufeff?\s*(?:\[\s*)?\{\s*"?_id"?\s*:\s*(?:ObjectId|ISODate|UUID)\(/.test(head))
    throw new RunError(
      'EXPORT.FORM_UNSUPPORTED',
      `${file.name} is written in the language of MongoDB's shell (ObjectId(…)), which is no JSON`,
      { hint: 'export the collection again:  mongoexport --collection=messages --out=messages.json' },
    );
  return {
    file,
    form: isPretty(head) ? 'pretty' : 'lines',
    isTyped,
    has: (name) => isMember(head, `"${name}"`),
  };
}

/** True if a name in quotes is that of a member, and no text. */
function isMember(head: string, quoted: string): boolean {
  for (let at = head.indexOf(quoted); at >= 0; at = head.indexOf(quoted, at + 1))
    if (/^\s*:/.test(head.slice(at + quoted.length, at + quoted.length + 8))) return true;
  return false;
}

/** True if the first line has only a part of a document. An array is read in another way. */
function isPretty(head: string): boolean {
  const [first = ''] = head.trimStart().split(/\r?\n/, 1);
  if (!first.startsWith('{') || first.length >= head.trim().length) return false;
  try {
    JSON.parse(first);
    return false;
  } catch {
    return !/^\{\s*".*\}\s*$/.test(first);
  }
}

async function ofBytes(file: ExportFile, files: ExportFiles): Promise<CollectionFile | undefined> {
  if (MEDIA.test(file.name)) return undefined;
  const head = await packedHead(file, files.system);
  const isArchive = head.length >= 8 && head.readUInt32LE(0) === ARCHIVE_MAGIC;
  const isTyped = isArchive || isBson(head);
  if (!isTyped && !DUMPED.test(file.name)) return undefined;
  const text = head.toString('latin1');
  const form = isArchive ? 'archive' : 'bson';
  return { file, form, isTyped, has: (name) => text.includes(`${name}\0`) };
}

/** The beginning of a file as it was before it was packed, as far as it can be read. */
async function packedHead({ path }: ExportFile, files: Files): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of unpackedBytes(path, files)) {
      pieces.push(Buffer.from(piece));
      length += piece.length;
      if (length >= HEAD_BYTES) break;
    }
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
  }
  return Buffer.concat(pieces).subarray(0, HEAD_BYTES);
}

/** Each document has its length first, then its members, and ends with a zero; `_id` is the first member nearly always. */
function isBson(head: Buffer): boolean {
  if (head.length < 8) return false;
  const length = head.readInt32LE(0);
  const type = head[4] ?? 0;
  if (length < 8 || length > 16_777_216 + 16_384 || type < 0x01 || type > 0x13) return false;
  if (length <= head.length && head[length - 1] !== 0) return false;
  return head.toString('latin1', 5, 9) === '_id\0' || (length <= head.length && head.indexOf(0, 5) > 5);
}
