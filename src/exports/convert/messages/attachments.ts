import { isUrl } from '../../../input/entities/limits.ts';
import { isSigned } from '../../../input/rows/forms/address-key.ts';
import { type Attachment, attachment, fileLink } from '../../../input/rows/forms/attachments.ts';
import type { ExportPolicies } from '../../export-rules.ts';
import type { SourceFile } from '../../neutral.ts';
import type { Fate } from '../../tally.ts';
import { exportAddress, type SourceCopies } from '../file-addresses.ts';

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

/** Rules for the files of messages. */
export type FileRules = {
  readonly policy: ExportPolicies['attachments'];
  /** The address at which the user has put the files of the export; ends with `/`. */
  readonly filesBase: string | undefined;
  /** True if the export has a file at a path. */
  readonly isThere: (path: string) => boolean;
  /** Absent if addresses of files stay as they are. */
  readonly copies?: SourceCopies | undefined;
};

/** Decides what the files of a message become. */
export function filesOfMessage(files: readonly SourceFile[] | undefined, rules: FileRules): FilesOfMessage {
  if (files === undefined || files.length === 0) return NO_FILES;
  const { policy, filesBase, isThere, copies } = rules;
  const [attachments, links, kept, fates]: [(Attachment & { size?: number })[], string[], object[], Fate[]] =
    [[], [], [], []];
  const list: UnreachedFile[] = [];
  for (const file of files) {
    const own = file.url !== undefined && isUrl(file.url) ? file.url : undefined;
    const base = file.path === undefined ? undefined : placed(file.path, filesBase);
    const source = copies && policy === 'url' ? sourceOf(file, own, base, copies) : undefined;
    const url = source ?? own ?? base;
    const link =
      url ?? (file.privateUrl !== undefined && isUrl(file.privateUrl) ? file.privateUrl : undefined);
    const isReached = source !== undefined || (own === undefined && url !== undefined);
    const why = policy === 'drop' ? undefined : unreached(file, isReached, isThere);
    if (why !== undefined) list.push({ file, why });
    if (file.gone !== undefined) fates.push({ dropped: file.gone });
    else if (policy === 'drop') fates.push({ dropped: 'policy' });
    else if (url !== undefined && policy === 'url') {
      const { size } = file;
      const known = attachment(url, nameOf(file, url), file.type);
      attachments.push(size !== undefined && size >= 0 ? { ...known, size } : known);
      fates.push(url === own ? 'imported' : 'converted');
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

/**
 * The address from which a file is copied, or that stays: where the user has put it, else in the export, else on its server. What
 * is not open to everybody has a scheme that is never sent.
 */
function sourceOf(
  { path, root, privateUrl, apiUrl, gone }: SourceFile,
  own: string | undefined,
  base: string | undefined,
  { nameOf: nameIn, isKept }: SourceCopies,
): string | undefined {
  if (gone !== undefined) return undefined;
  if (own !== undefined && isKept(own)) return own;
  if (base !== undefined) return base;
  const name = path === undefined ? undefined : nameIn(path, root);
  if (name !== undefined) return exportAddress(name);
  if (own !== undefined) return own;
  const login = [apiUrl, privateUrl].find((url) => url !== undefined && isUrl(url));
  return login === undefined ? undefined : `private+${login}`;
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
  const last = path.slice(path.lastIndexOf('/') + 1);
  return (/^export:/.test(url) ? decodeURIComponent(last) : last) || 'file';
}
