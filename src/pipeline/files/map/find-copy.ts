import { addressKey } from '../../../input/rows/forms/address-key.ts';
import type { CopiedAddress, FindCopy } from '../../../input/rows/forms/copied-address.ts';
import type { FilesSpec } from '../files-spec.ts';
import type { SavedFileMap } from './saved-file-map.ts';

/** The key of no object: as long as one. */
const NO_OBJECT = `00/${'0'.repeat(64)}`;
const ENDING = /\.([a-z0-9]{1,16})$/i;
const UNKNOWN_ENDING = 'bin';

/** Finds what became of addresses in a map; those that stay as they are need not be in it. */
export function findCopyOf(map: Pick<SavedFileMap, 'find'>, spec: FilesSpec): FindCopy {
  return (address) => {
    if (isKept(address, spec)) return { outcome: 'kept' };
    const entry = map.find(addressKey(address));
    if (!entry) return { outcome: 'unknown', placeholder: placeholderOf(address, spec) };
    return entry.outcome === 'failed'
      ? { outcome: 'failed', why: entry.why }
      : copyAt(`${spec.publicUrl}/${entry.object}`, entry);
  };
}

const copyAt = (
  url: string,
  { type, bytes }: { readonly type: string; readonly bytes: number },
): CopiedAddress => ({ outcome: 'copied', url, type, bytes });

/** True if an address stays as it is: of a host in `keep`, or one of the copies themselves. */
export function isKept(address: string, { keep, publicUrl }: Pick<FilesSpec, 'keep' | 'publicUrl'>): boolean {
  if (address.startsWith(`${publicUrl}/`)) return true;
  if (keep.length === 0) return false;
  const url = URL.parse(address.replace(/^private\+(?=https:)/i, ''));
  return url !== null && url.host !== '' && keep.some((host) => isOfHost(url, host));
}

/** True if an address is of a host as pipelines name it: `files.example.com`, `*.example.com`, `10.0.0.7:8080`. */
function isOfHost({ host, hostname }: URL, named: string): boolean {
  if (named.startsWith('*.')) return hostname.endsWith(named.slice(1)) || host.endsWith(named.slice(1));
  return named === host || named === hostname;
}

function placeholderOf(address: string, { publicUrl }: FilesSpec): string {
  const [, ending = UNKNOWN_ENDING] = ENDING.exec(URL.parse(address)?.pathname ?? '') ?? [];
  return `${publicUrl}/${NO_OBJECT}.${ending.toLowerCase()}`;
}
