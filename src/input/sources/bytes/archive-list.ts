import type { Files } from '../../../system/files.ts';
import { type Compression, compressionOf, decompressed } from './decompress.ts';
import { beginningOf, fileBytes } from './file-bytes.ts';
import { BLOCK_BYTES, looksLikeTar } from './tar-header.ts';

/** The archives that are read in place: zip, and tar with its compression. */
export type ArchiveKind = 'zip' | { readonly tar: Compression | undefined };

/** The names of the files in an archive, and sentences about what is left out. */
export type ArchiveList = { readonly names: readonly string[]; readonly notes: readonly string[] };

const ZIP = Buffer.from('PK');

/** The kind of the file that was asked for last, for each file system: files of an archive are opened one after the other. */
const known = new WeakMap<Files, { readonly key: string; readonly kind: ArchiveKind | undefined }>();

/**
 * Finds the kind of archive that a file is, by its first bytes, whatever its name.
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE`
 */
export async function archiveKind(files: Files, path: string): Promise<ArchiveKind | undefined> {
  const stats = await files.stat(path).catch(() => undefined);
  const key = [path, stats?.size, stats?.mtimeMs, stats?.ino].join(' ');
  const last = known.get(files);
  if (last?.key === key) return last.kind;
  const kind = await kindOf(files, path);
  known.set(files, { key, kind });
  return kind;
}

async function kindOf(files: Files, path: string): Promise<ArchiveKind | undefined> {
  const head = await beginningOf(fileBytes(path, 0, undefined, files), BLOCK_BYTES);
  if (head.subarray(0, 2).equals(ZIP) && (head[2] === 3 || head[2] === 5)) return 'zip';
  const compression = compressionOf(head);
  if (!compression) return looksLikeTar(head) ? { tar: undefined } : undefined;
  const inner = decompressed(fileBytes(path, 0, undefined, files), compression, path);
  return looksLikeTar(await beginningOf(inner, BLOCK_BYTES).catch(() => Buffer.alloc(0)))
    ? { tar: compression }
    : undefined;
}

/**
 * Lists the files of an archive; of an Excel workbook, the sheets that are shown.
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE`, `.TRUNCATED` for a damaged archive or a file that is none, `.ARCHIVE_UNSAFE`
 */
export async function listArchive(files: Files, path: string): Promise<ArchiveList> {
  const kind = await archiveKind(files, path);
  const sheets = kind === 'zip' ? await sheetsIn(path, files) : undefined;
  if (sheets) return sheets;
  const { entries, notes } =
    kind === undefined || kind === 'zip'
      ? // yauzl is loaded with the first archive.
        await (await import('./zip-directory.ts')).zipDirectory(files, path)
      : await (await import('./tar-directory.ts')).tarDirectory(files, path, kind.tar);
  return { names: [...entries.keys()], notes };
}

async function sheetsIn(path: string, files: Files): Promise<ArchiveList | undefined> {
  const { workbookAt } = await import('./workbook.ts');
  const sheets = (await workbookAt(path, files))?.sheets;
  const named = (isHidden: boolean): string[] =>
    sheets?.filter((sheet) => sheet.isHidden === isHidden).map(({ name }) => name) ?? [];
  const notes = named(true).map((name) => `the hidden sheet ${JSON.stringify(name)} is skipped`);
  return sheets && { names: named(false), notes };
}
