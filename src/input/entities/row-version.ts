import { hash } from 'node:crypto';
import type { Data, Entity } from './entity.ts';

/** What a row says, as two numbers: equal where nothing is to be written. */
export type RowVersion = {
  /** Of everything that the service lets be changed later. */
  readonly content: number;
  /** Of what stays as it was created. */
  readonly fixed: number;
};

/** Gives rows their version; keyed, so that nobody without the key can try out what a row might have said. */
export type VersionOf = (entity: Entity, data: Data) => RowVersion;

/** Hexadecimal digits of a digest that are kept: 48 bits fit into a number, and two versions of one row collide once in 2^48. */
const DIGITS = 12;

/** @param secret any text; versions made with different ones cannot be compared */
export function versionWith(secret: string): VersionOf {
  const digest = (value: Data): number =>
    Number.parseInt(hash('sha256', secret + canonical(value)).slice(0, DIGITS), 16);
  return (entity, data) => {
    const { content, fixed } = entity.parts(data);
    return { content: digest(content), fixed: digest(fixed) };
  };
}

/** JSON of a part of a row: its fields stand in one order already, the members of nested objects are put into one. */
function canonical(fields: Data): string {
  for (const name in fields) if (typeof fields[name] === 'object') return JSON.stringify(fields, inOrder);
  return JSON.stringify(fields);
}

function inOrder(name: string, value: unknown): unknown {
  if (name === '' || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
