import { addressKey } from '../../../input/rows/forms/address-key.ts';
import type { CopiedAddress, FindCopy } from '../../../input/rows/forms/copied-address.ts';
import { isKeptAddress } from '../fetch/address-rules.ts';
import type { FilesSpec } from '../files-spec.ts';
import type { SavedFileMap } from './saved-file-map.ts';

/** The key of no object: as long as one. */
const NO_OBJECT = `00/${'0'.repeat(64)}`;
const ENDING = /\.([a-z0-9]{1,16})$/i;
const UNKNOWN_ENDING = 'bin';

/** Finds what became of addresses in a map; those that stay as they are need not be in it. What it says was sent that way. */
export function findCopyOf(map: Pick<SavedFileMap, 'find'>, spec: FilesSpec): FindCopy {
  return (address) => {
    const entry = map.find(addressKey(address));
    if (!entry)
      return isKeptAddress(address, spec)
        ? { outcome: 'kept' }
        : { outcome: 'unknown', placeholder: placeholderOf(address, spec) };
    if (entry.outcome === 'kept') return keptAs(address);
    return entry.outcome === 'failed'
      ? { outcome: 'failed', why: entry.why, how: entry.how }
      : copyAt(`${spec.publicUrl}/${entry.object}`, entry);
  };
}

/** The answer to a file that was sent before files were copied: it stays; a private one was a link then, or a name. */
export const keptAs = (address: string): CopiedAddress =>
  /^https?:/i.test(address) ? { outcome: 'kept' } : { outcome: 'failed', why: 'refused', how: 'link' };

const copyAt = (
  url: string,
  { type, bytes }: { readonly type: string; readonly bytes: number },
): CopiedAddress => ({ outcome: 'copied', url, type, bytes });

function placeholderOf(address: string, { publicUrl }: FilesSpec): string {
  const [, ending = UNKNOWN_ENDING] = ENDING.exec(URL.parse(address)?.pathname ?? '') ?? [];
  return `${publicUrl}/${NO_OBJECT}.${ending.toLowerCase()}`;
}
