import { hash } from 'node:crypto';
import type { Data, Entity } from './entity.ts';

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

/**
 * Hexadecimal digits of a digest to keep: 48 bits fit into a number, and two versions of a row collide once in 2^48.
 */
const DIGITS = 12;

/** @param secret any text; versions with different secrets cannot be compared */
export function versionWith(secret: string): VersionOf {
  const digest = (value: Data): number =>
    Number.parseInt(hash('sha256', secret + canonical(value)).slice(0, DIGITS), 16);
  return (entity, data) => {
    const { content, fixed } = entity.parts(data);
    return { content: digest(content), fixed: digest(fixed) };
  };
}

/** Canonical JSON of a part of a row. Its fields already have a fixed order; members of nested objects are sorted. */
function canonical(fields: Data): string {
  for (const name in fields) if (typeof fields[name] === 'object') return JSON.stringify(fields, inOrder);
  return JSON.stringify(fields);
}

function inOrder(name: string, value: unknown): unknown {
  if (name === '' || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
