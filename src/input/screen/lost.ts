import type { Rule } from './rules.ts';

/** The bit of a field that an API cannot carry; 0 if it can. A message's text and metadata are sent as part of its data. */
export const lostBit = ({ field, index }: Rule, carries: ReadonlySet<string>): number =>
  carries.has(field) || (IN_DATA.has(field) && carries.has('data')) ? 0 : 1 << index;

const IN_DATA: ReadonlySet<string> = new Set(['text', 'metadata']);

/** The bits of such fields that every record has. */
export const alwaysLost = (rules: readonly Rule[], carries: ReadonlySet<string>): number =>
  rules.reduce((bits, rule) => bits | (rule.fallback === undefined ? 0 : lostBit(rule, carries)), 0);
