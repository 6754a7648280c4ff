import { isUrl } from '../../../input/entities/limits.ts';
import { type Attachment, attachment } from '../../../input/rows/forms/attachments.ts';
import type { ExportPolicies } from '../../export-rules.ts';
import type { SourceFile } from '../../neutral.ts';
import type { Fate } from '../../tally.ts';
import { type UnreachedFile, unreached } from './unreached.ts';

/** What the files of a message become. */
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
      links.push(`[${nameOf(file, link).replaceAll(/[[\]\\]/g, '\\$&')}](${link})`);
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
  const url = URL.parse(path.split('/').map(encodeURIComponent).join('/'), base);
  return url && url.origin === URL.parse(base)?.origin ? url.href : undefined;
}

function nameOf({ name }: SourceFile, url: string): string {
  if (name?.trim()) return name.trim();
  const path = URL.parse(url)?.pathname ?? url;
  return path.slice(path.lastIndexOf('/') + 1) || 'file';
}
