import { hash } from 'node:crypto';
import type { Data, Entity } from './entity.ts';
import { SipHash } from './sip-hash.ts';

/** The content of a row as two digests. If both are equal, there is nothing to write. */
export type RowVersion = {
  /** Of all fields that can change later. */
  readonly content: number;
  /** Of all fields that cannot change after the creation. */
  readonly fixed: number;
};

const WORD = 2 ** 32;

/** 32 bits of a version, to tell a repeated row from a contradicting one. */
export const versionHash = (content: number, fixed: number): number =>
  ((content % WORD) ^ Math.imul(fixed % WORD, 0x85eb_ca6b)) >>> 0;

/**
 * Makes the version of a row. It depends on a secret, so that nobody without it can test guesses of a row's content.
 */
export type VersionOf = (entity: Entity, data: Data) => RowVersion;

/** The algorithm by which the digests of versions are made. Ledgers of 0.1.0 have SHA-256. */
export type VersionDigest = 'sha256' | 'siphash';

/** Digests texts in UTF-8. Of each digest 48 bits are kept, which fit into a number: two texts collide once in 2^48. */
interface TextDigest {
  /** The digest of the first `length` bytes, by default of all. */
  of(text: Buffer, length?: number): number;
}

/** Bytes of a digest to keep. */
const DIGEST_BYTES = 6;
const KEY_BYTES = 16;

function textDigest(secret: string, digest: VersionDigest): TextDigest {
  if (digest === 'siphash') {
    const sip = new SipHash(sipKeyOf(secret));
    return { of: (text, length) => sip.digest(text, length) };
  }
  return {
    of(text, length) {
      const salted = Buffer.concat([Buffer.from(secret), text.subarray(0, length)]);
      return hash('sha256', salted, 'buffer').readUIntBE(0, DIGEST_BYTES);
    },
  };
}

/** The key of SipHash that is made of a secret: 16 bytes. */
const sipKeyOf = (secret: string): Buffer => hash('sha256', secret, 'buffer').subarray(0, KEY_BYTES);

/** The functions and keys by which the versions of rows are made. */
export type Versions = {
  readonly of: VersionOf;
  /** The digest of one part of a row. */
  readonly ofPart: (part: Data) => number;
  /** The digest of a part of a row, of its canonical JSON. */
  readonly digest: TextDigest;
  /** The key of SipHash; undefined for another digest. */
  readonly sipKey: Buffer | undefined;
};

/** @param secret any text; versions with different secrets, or different digests, cannot be compared */
export function versionsWith(secret: string, name: VersionDigest): Versions {
  const digest = textDigest(secret, name);
  const digestOf = (value: Data): number => digest.of(Buffer.from(canonical(value)));
  return {
    digest,
    ofPart: digestOf,
    sipKey: name === 'siphash' ? sipKeyOf(secret) : undefined,
    of(entity, data) {
      const { content, fixed } = entity.parts(data);
      return { content: digestOf(content), fixed: digestOf(fixed) };
    },
  };
}

export const isSameVersion = (a: RowVersion, b: RowVersion): boolean =>
  a.content === b.content && a.fixed === b.fixed;

/** Canonical JSON of a part of a row. Its fields already have a fixed order; members of nested objects are sorted. */
export function canonical(fields: Data): string {
  for (const name in fields) if (typeof fields[name] === 'object') return JSON.stringify(fields, inOrder);
  return JSON.stringify(fields);
}

function inOrder(name: string, value: unknown): unknown {
  if (name === '' || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
