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

/** Bytes of a digest that are kept: 48 bits fit into a number, and two versions of one row collide once in 2^48. */
const BYTES = 6;

/** @param secret any text; versions made with different ones cannot be compared */
export function versionWith(secret: string): VersionOf {
  const digest = (value: unknown): number =>
    hash('sha256', `${secret}\n${canonical(value)}`, 'buffer').readUIntBE(0, BYTES);
  return (entity, data) => {
    const { content, fixed } = entity.parts(data);
    return { content: digest(content), fixed: digest(fixed) };
  };
}

/** JSON with the members of every object in one order, without those that have no value. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}
