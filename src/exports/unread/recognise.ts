import { basename } from 'node:path';
import { RunError } from '../../errors/run-error.ts';
import { beginningOf, storedBytes } from '../../input/sources/bytes/bytes.ts';
import { compressionOf, decompressed } from '../../input/sources/bytes/decompress.ts';
import { isExportName } from '../../input/sources/formats.ts';
import type { Files } from '../../system/files.ts';
import type { ExportFile, ExportFiles } from '../files/export-files.ts';
import { unreadFiles } from './unread-files.ts';
import type { Head, UnreadForm } from './unread-form.ts';
import { notReadError, unreadSystems } from './unread-systems.ts';

/** Enough bytes to see what a file without text is. */
const HEAD_BYTES = 4_096;
const SHOWN_MAX = 3;

/** Files that are one of the unread forms. */
type Found = { readonly form: UnreadForm; readonly files: readonly ExportFile[] };

/**
 * Recognises an export that has no reader, by its content.
 * @param withFiles true if it may also be files of kinds that are not read, where nothing else is there
 */
export async function recognised(files: ExportFiles, withFiles: boolean): Promise<RunError | undefined> {
  const sample = files.sample();
  const found = new Map<UnreadForm, ExportFile[]>();
  const others: ExportFile[] = [];
  for (const file of documentsAsOne(sample.all)) {
    const head = await headOf(file, sample);
    const form = head && formOf(head);
    // Archives and workbooks of a folder are looked into.
    if (file.archive === undefined && ARCHIVE.test(file.name) && form?.system === undefined)
      others.push(file);
    else if (form) found.set(form, [...(found.get(form) ?? []), file]);
    else if (isExportName(file.name) || /\.txt$/i.test(file.name)) others.push(file);
  }
  const all = Array.from(found, ([form, some]) => ({ form, files: some }));
  all.sort((a, b) => b.files.length - a.files.length);
  const systems = all.filter(({ form }) => form.system !== undefined);
  const tables = others.filter(({ name }) => TABLE.test(name));
  const sum = systems.reduce((count, { files: some }) => count + some.length, 0);
  // A chat among the tables of somebody is not what they are about.
  if (sum > 0 && sum >= tables.length) return notRead(systems);
  return withFiles && others.length === 0 && all.length > 0 ? notRead(all) : undefined;
}

/** A document that is a zip archive is one file. */
function documentsAsOne(files: readonly ExportFile[]): readonly ExportFile[] {
  const documents = new Set(
    files.flatMap(({ name, archive }) => (archive && DOCUMENT.test(name) ? [archive] : [])),
  );
  const others = files.filter(({ archive }) => archive === undefined || !documents.has(archive));
  return [
    ...others,
    ...Array.from(documents, (path) => ({ path, name: basename(path), root: 0, archive: path })),
  ];
}

/** The files at the top of documents of Office and of OpenDocument. */
const DOCUMENT = /^(?:\[Content_Types\]\.xml|mimetype)$/;
const ARCHIVE = /\.(?:zip|tar|tgz|tar\.(?:gz|zst|zstd)|xls[xm])$/i;
const TABLE = /\.(?:csv|tsv|xlsx)(?:\.\w+)?$/i;

const formOf = (head: Head): UnreadForm | undefined =>
  unreadSystems.find(({ forms }) => forms.some((form) => form(head))) ??
  unreadFiles.find(({ forms }) => forms.some((form) => form(head)));

/** The beginning of a file; undefined if it cannot be read. */
async function headOf(file: ExportFile, files: ExportFiles): Promise<Head | undefined> {
  const text = await files.head(file);
  if (text !== '' && !text.slice(0, HEAD_BYTES).includes('\0'))
    return { name: file.name, text, bytes: Buffer.from(text.slice(0, HEAD_BYTES)) };
  try {
    return { name: file.name, text: '', bytes: await unpackedHead(file.path, files.system) };
  } catch (error) {
    if (error instanceof RunError) return undefined;
    throw error;
  }
}

async function unpackedHead(path: string, files: Files): Promise<Buffer> {
  const head = await beginningOf(storedBytes(path, files), HEAD_BYTES);
  const compression = compressionOf(head);
  if (compression === undefined) return head.subarray(0, HEAD_BYTES);
  const unpacked = decompressed(storedBytes(path, files), compression, path);
  return (await beginningOf(unpacked, HEAD_BYTES)).subarray(0, HEAD_BYTES);
}

function notRead(all: readonly Found[]): RunError {
  const [{ form, files }] = all as readonly [Found];
  const [file] = files as readonly [ExportFile];
  const names = [...new Set(all.map((each) => each.form.name))];
  const more = names.length > SHOWN_MAX ? ' and more' : '';
  const shown = files.length === 1 ? file.name : `${file.name} and ${files.length - 1} more`;
  return notReadError(shown, `${names.slice(0, SHOWN_MAX).join(', ')}${more}`, form);
}
