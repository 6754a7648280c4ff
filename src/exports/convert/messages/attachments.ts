import { isUrl } from '../../../input/entities/limits.ts';
import { isSigned } from '../../../input/rows/forms/address-key.ts';
import { type Attachment, attachment, fileLink } from '../../../input/rows/forms/attachments.ts';
import type { ExportPolicies } from '../../export-rules.ts';
import type { SourceFile } from '../../neutral.ts';
import type { Fate } from '../../tally.ts';

/**
 * Why a file of a message is on the list of files without an address that everybody can open, now and later: it is in the
 * export, the export names it and lacks it, its address needs a login, or stops working; or there is neither.
 */
type Unreached = 'inExport' | 'notInExport' | 'private' | 'expires' | 'nowhere';

/** A file on that list. */
export type UnreachedFile = { readonly file: SourceFile; readonly why: Unreached };

/**
 * Why a file is on the list; undefined if it is not, because an address leads to it or because the old system has removed it.
 * @param isThere whether the export has a file at a path
 */
function unreached(
  { url, privateUrl, path, gone }: SourceFile,
  isPlaced: boolean,
  isThere: (path: string) => boolean,
): Unreached | undefined {
  if (gone !== undefined || isPlaced) return undefined;
  if (url !== undefined && isUrl(url)) return isSigned(url) ? 'expires' : undefined;
  if (path !== undefined) return isThere(path) ? 'inExport' : 'notInExport';
  if (privateUrl === undefined || !isUrl(privateUrl)) return 'nowhere';
  return isSigned(privateUrl) ? 'expires' : 'private';
}

/** Outcome of the files of a message. */
export type FilesOfMessage = {
  readonly attachments: readonly (Attachment & { readonly size?: number })[];
  /** Lines that the text gets. */
  readonly links: readonly string[];
  /** Files that nobody can get any more, or not yet; kept by name. */
  readonly kept: readonly object[];
  readonly fates: readonly Fate[];
  /** Those that no address leads to, for all and for good. */
  readonly unreached: readonly UnreachedFile[];
};

export const NO_FILES: FilesOfMessage = { attachments: [], links: [], kept: [], fates: [], unreached: [] };

/**
 * Decides what the files of a message become.
 * @param filesBase where the user has put the files of the export; ends with `/`
 * @param isThere whether the export has a file at a path
 */
export function filesOfMessage(
  files: readonly SourceFile[] | undefined,
  policy: ExportPolicies['attachments'],
  filesBase: string | undefined,
  isThere: (path: string) => boolean,
): FilesOfMessage {
  if (files === undefined || files.length === 0) return NO_FILES;
  const [attachments, links, kept, fates]: [(Attachment & { size?: number })[], string[], object[], Fate[]] =
    [[], [], [], []];
  const list: UnreachedFile[] = [];
  for (const file of files) {
    const own = file.url !== undefined && isUrl(file.url) ? file.url : undefined;
    const url = own ?? (file.path === undefined ? undefined : placed(file.path, filesBase));
    const link =
      url ?? (file.privateUrl !== undefined && isUrl(file.privateUrl) ? file.privateUrl : undefined);
    const why =
      policy === 'drop' ? undefined : unreached(file, own === undefined && url !== undefined, isThere);
    if (why !== undefined) list.push({ file, why });
    if (file.gone !== undefined) fates.push({ dropped: file.gone });
    else if (policy === 'drop') fates.push({ dropped: 'policy' });
    else if (url !== undefined && policy === 'url') {
      const { size } = file;
      const known = attachment(url, nameOf(file, url), file.type);
      attachments.push(size !== undefined && size >= 0 ? { ...known, size } : known);
      fates.push(own === undefined ? 'converted' : 'imported');
    } else if (link !== undefined) {
      links.push(fileLink(nameOf(file, link), link));
      fates.push('converted');
    } else {
      const { name, type, size, path } = file;
      kept.push({ name, type, size, path });
      fates.push('kept');
    }
  }
  return { attachments, links, kept, fates, unreached: list };
}

/** The address of a path below the base; a path that names a host has none. */
function placed(path: string, base: string | undefined): string | undefined {
  if (base === undefined) return undefined;
  const url = URL.parse(path.toWellFormed().split('/').map(encodeURIComponent).join('/'), base);
  return url && url.origin === URL.parse(base)?.origin ? url.href : undefined;
}

function nameOf({ name }: SourceFile, url: string): string {
  if (name?.trim()) return name.trim();
  const path = URL.parse(url)?.pathname ?? url;
  return path.slice(path.lastIndexOf('/') + 1) || 'file';
}
