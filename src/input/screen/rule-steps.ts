import type { PartStep } from '../entities/entity.ts';
import type { Rule } from './rules.ts';

/** A member of a part: that of a rule, or if the row has none, a text. */
export type RuleStep = {
  /** The index of the rule; -1 if there is none. */
  readonly slot: number;
  readonly otherwise: Uint8Array;
  /** Bytes at the beginning and at the end of the member that are left out. */
  readonly before: number;
  readonly after: number;
};

/** The steps of a part for rows that are read by some rules. */
export const ruleSteps = (steps: readonly PartStep[] | undefined, rules: readonly Rule[]): RuleStep[] =>
  (steps ?? []).map(({ field, within, otherwise = '' }) => ({
    slot: rules.findIndex((rule) => rule.field === field),
    otherwise: Buffer.from(otherwise),
    before: within === undefined ? 0 : `"${within}":{`.length,
    after: within === undefined ? 0 : 1,
  }));
