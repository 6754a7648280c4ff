import { createHash } from 'node:crypto';
import { isSigned } from '../../../input/rows/forms/address-key.ts';
import type { FileFailure } from '../../../input/rows/forms/copied-address.ts';
import { isKeptAddress } from '../fetch/address-rules.ts';
import type { MapEntry } from '../file-map.ts';
import type { FilesSpec } from '../files-spec.ts';
import type { ListedAddress } from './address-list.ts';

/** Rules for files whose content may change. */
export type ChangeRules = { readonly spec: Pick<FilesSpec, 'recheck'>; readonly isSync: boolean };

/** Rules for what earlier copyings have found. */
export type AskRules = ChangeRules & {
  readonly spec: Pick<FilesSpec, 'keep' | 'publicUrl'>;
  /** Asks again for files that could not be copied, and looks at every copy, whether the store still has it. */
  readonly retry: boolean;
  /** Rows were sent that nothing changes any more: what is known of their files stays as it is. */
  readonly hasSent: boolean;
};

/**
 * Decision about an address: nothing is to be done, as it stays or is known or has failed before; to record that it stays,
 * because it was sent; to ask for it; or to look whether the store has its copy, which changes no row.
 */
export type Decision = 'kept' | 'known' | 'sent' | 'ask' | 'look' | { readonly why: FileFailure };

/** Reasons that another signature may take away. */
const OF_ACCESS: ReadonlySet<FileFailure> = new Set(['expired', 'login', 'denied']);

/** Decides about an address by what is known of it. */
export function decide(listed: ListedAddress, entry: MapEntry | undefined, rules: AskRules): Decision {
  const { isSent } = listed;
  const isKept = isKeptAddress(listed.address, rules.spec);
  // Files of a message never change: one that was sent with the address itself keeps that.
  if (!entry) return isKept ? 'kept' : isSent ? 'sent' : 'ask';
  if (entry.outcome === 'kept') return 'kept';
  if (entry.outcome !== 'failed') {
    const isBound = isKept || isSent || rules.hasSent;
    if (!isBound && mayHaveChanged(listed, rules)) return 'ask';
    return rules.retry ? 'look' : 'known';
  }
  if (isSent) return { why: entry.why };
  if (isKept && !rules.hasSent) return 'sent';
  return isTriedAgain(listed, entry, rules) ? 'ask' : { why: entry.why };
}

/** True if a file may have other content than what was read of it before. */
export function mayHaveChanged(
  { address, kind }: Pick<ListedAddress, 'address' | 'kind'>,
  { spec: { recheck }, isSync }: ChangeRules,
): boolean {
  if (isOfExport(address)) return true;
  if (!isSync || /^\s*data:/i.test(address)) return false;
  return recheck === 'all' || (recheck === 'avatars' && kind !== 'attachments');
}

function isTriedAgain(
  { address, kind }: ListedAddress,
  { why, form, how }: Extract<MapEntry, { outcome: 'failed' }>,
  { retry, hasSent }: AskRules,
): boolean {
  // A message that was rejected for its file was not sent.
  if (retry && (!hasSent || (kind === 'attachments' && how === 'reject'))) return true;
  if (hasSent) return false;
  if (why === 'silent' || isOfExport(address)) return true;
  return OF_ACCESS.has(why) && form !== formOf(address);
}

/**
 * True for a file of the export. Another export may have other bytes at the same path, and only the bytes say so: times and
 * sizes lie. So it is read whenever its copy is looked up, which asks nobody. The key of its address is the path alone: rows
 * name nothing else. With other bytes the address gets another copy, and the earlier one stays for what was sent with it.
 */
const isOfExport = (address: string): boolean => /^\s*export:/i.test(address);

/** A digest of a signed address; undefined for one that is not signed: it is always the same. */
export const formOf = (address: string): string | undefined =>
  isSigned(address) ? createHash('sha256').update(address).digest('hex').slice(0, 16) : undefined;
