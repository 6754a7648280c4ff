import { expiryOf } from '../../../input/rows/forms/address-key.ts';
import type { FileFailure } from '../../../input/rows/forms/copied-address.ts';
import type { FilesSpec } from '../files-spec.ts';
import { isPrivateAddress, ruleFor, textRefusal, urlOf } from './address-rules.ts';

/** Facts about a file that the text of its address tells. */
export type JudgedAddress = {
  /** The host with its port; `data:` and `export:` for files that are at hand. */
  readonly host: string;
  /** Why it will not be copied, as long as the API of no old system gives another address. */
  readonly why?: FileFailure;
  /** True if it needs a login and the pipeline names no header for its host. */
  readonly needsHeader?: boolean;
  /** True if its time is over. */
  readonly isExpired?: boolean;
};

/**
 * Judges an address offline.
 * @param now milliseconds since 1970
 */
export function judgeAddress(address: string, spec: Pick<FilesSpec, 'from'>, now: number): JudgedAddress {
  const [, atHand] = /^\s*(data:|export:)/i.exec(address) ?? [];
  if (atHand !== undefined) return { host: atHand.toLowerCase() };
  const url = urlOf(address);
  if (!url) return { host: 'no address', why: 'refused' };
  const host = url.host === '' ? url.protocol : url.host;
  if (textRefusal(url, spec) !== undefined) return { host, why: 'refused' };
  const end = expiryOf(url.href);
  if (end !== undefined && end <= now) return { host, why: 'expired', isExpired: true };
  const hasHeader = Object.keys(ruleFor(url, spec.from)?.headers ?? {}).length > 0;
  const needsHeader = isPrivateAddress(address) && end === undefined && !hasHeader;
  return needsHeader ? { host, needsHeader } : { host };
}
