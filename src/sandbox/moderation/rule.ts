import type { Fields } from '../wire/validation.ts';

/** Condition of a rule: the part of a message that it looks at, and how. Members that only models use are kept and answered. */
export type Condition = Fields & {
  readonly id: number;
  readonly entity: string;
  readonly operand: string;
  readonly operator: string;
  readonly category: string;
  readonly value: readonly string[];
};

/** For which messages a rule is: those whose sender or receiver is as it says. */
export type RuleFilter = {
  readonly entity: 'user' | 'group';
  readonly operand: string;
  readonly operator: string;
  readonly value: string | readonly string[];
  readonly type: 'sender' | 'receiver';
};

/** One revision of a rule. */
export type Rule = {
  readonly id: string;
  readonly revision: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly description: string | null;
  readonly action: readonly string[];
  readonly filters: readonly RuleFilter[];
  readonly conditions: readonly Condition[];
  readonly createdAt: number;
  readonly updatedAt: number;
  /** True if it is the newest revision. */
  readonly active: boolean;
};

/** The actions. A third one, which flags, exists, but its name is not published: any name with `flag` in it is taken. */
export const ACTION = /^(?:blockMessage|dropMessage|[A-Za-z]{0,20}[Ff]lag[A-Za-z]{0,20})$/;

/** True if the values of a condition are ids of lists. Sources name the member in two ways. */
export const namesLists = (condition: Condition): boolean =>
  condition['isKeywordsReferencePresent'] === true ||
  condition['isKeywordReferencePresent'] === true ||
  condition['isListReferencePresent'] === true;

/** The name of a revision without the id of its app. */
export const revisionOf = ({ id, revision }: { readonly id: string; readonly revision: number }): string =>
  `${id}_${revision}`;
