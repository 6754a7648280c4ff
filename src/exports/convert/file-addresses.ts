import { isShortUrl, isUrl } from '../../input/entities/limits.ts';
import type { KindOfFiles } from '../../input/rows/forms/copied-address.ts';
import type { ExportFiles } from '../files/export-files.ts';
import type { SourcePicture } from '../neutral.ts';

/** Rules by which files are copied. */
export type SourceCopies = {
  /** The name by which a file of the export is found, and no other one; undefined if it is not there. */
  nameOf(path: string, root: number | undefined): string | undefined;
  /** True if an address stays as it is. */
  isKept(url: string): boolean;
};

/** Files of an export that are copied. */
export type ExportCopies = Pick<SourceCopies, 'isKept'> & {
  readonly what: ReadonlySet<KindOfFiles>;
  /** Hosts whose addresses stay as they are. */
  readonly keep: readonly string[];
};

/** Rules by which files of a kind are copied; undefined if they are not. */
export const sourceCopies = (
  kind: KindOfFiles,
  copies: ExportCopies | undefined,
  files: ExportFiles,
): SourceCopies | undefined =>
  copies?.what.has(kind)
    ? {
        isKept: copies.isKept,
        // A path may be one of the server that the export is of.
        nameOf: (path, root) =>
          files.nameOf(path, root) ?? files.nameOf(path.replace(/^(?:\.?\/)+/, ''), root),
      }
    : undefined;

/** The address of a file of the export, by its name in there. */
export const exportAddress = (name: string): string =>
  `export:///${name.toWellFormed().split('/').map(encodeURIComponent).join('/')}`;

/** The address of the picture of a person or a group, for a field of theirs; undefined if it has none. */
export function pictureAddress(
  shown: string | undefined,
  { path, privateUrl }: SourcePicture,
  root: number | undefined,
  copies: SourceCopies | undefined,
): string | undefined {
  const own = shown !== undefined && isShortUrl(shown) ? shown : undefined;
  if (!copies || (own !== undefined && copies.isKept(own))) return own;
  const written = [path, own === undefined ? shown : undefined].filter((each) => each !== undefined);
  const name = written.map((each) => copies.nameOf(each, root)).find((each) => each !== undefined);
  if (name !== undefined) return exportAddress(name);
  if (shown !== undefined && (isUrl(shown) || /^data:image\//i.test(shown))) return shown;
  return privateUrl !== undefined && isUrl(privateUrl) ? `private+${privateUrl}` : undefined;
}
