/**
 * The key of a row that one user adds to a message: the uid, what is added, and the muid, divided by spaces. A uid has no
 * space; in what is added, spaces and `%` are written as in an address, so that a key can be divided again.
 */
export const attachedKey = (uid: string, added: string, muid: string): string =>
  `${uid} ${added.replaceAll(/[\s%]/gu, encodeURIComponent)} ${muid}`;

/** The muid in the key of a row that goes with a message: all of the key if nothing else is in it. */
export const messageOf = ({ keyFields }: { readonly keyFields: readonly string[] }, key: string): string =>
  keyFields.length === 1 ? key : attachedOf(key).muid;

/** The parts of such a key. */
export function attachedOf(key: string): {
  readonly uid: string;
  readonly added: string;
  readonly muid: string;
} {
  const [uid = '', added = ''] = key.split(' ', 2);
  return { uid, added: decodeURIComponent(added), muid: key.slice(uid.length + added.length + 2) };
}
