import { isUrl } from '../../../input/entities/limits.ts';
import type { SourceFile } from '../../neutral.ts';

/**
 * Why a file of a message is on the list of files without an address that everybody can open, now and later: it is in the
 * export, the export names it and lacks it, its address needs a login, or stops working; or there is neither.
 */
export type Unreached = 'inExport' | 'notInExport' | 'private' | 'expires' | 'nowhere';

/** A file on that list. */
export type UnreachedFile = { readonly file: SourceFile; readonly why: Unreached };

/** Members of the addresses that stores of files sign for some hours or days. */
const SIGNED =
  /[?&](?:X-Amz-(?:Expires|Signature)|X-Goog-(?:Expires|Signature)|Expires|Signature|Key-Pair-Id|se|sig|ex|hm)=/i;

/** True if an address stops working some time after it was made. */
const expires = (url: string): boolean => SIGNED.test(url);

/**
 * Why a file is on the list; undefined if it is not, because an address leads to it or because the old system has removed it.
 * @param isThere whether the export has a file at a path
 */
export function unreached(
  { url, privateUrl, path, gone }: SourceFile,
  isPlaced: boolean,
  isThere: (path: string) => boolean,
): Unreached | undefined {
  if (gone !== undefined || isPlaced) return undefined;
  if (url !== undefined && isUrl(url)) return expires(url) ? 'expires' : undefined;
  if (path !== undefined) return isThere(path) ? 'inExport' : 'notInExport';
  if (privateUrl === undefined || !isUrl(privateUrl)) return 'nowhere';
  return expires(privateUrl) ? 'expires' : 'private';
}
