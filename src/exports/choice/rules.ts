import type { ConversationType } from '../neutral.ts';

/** Names in a pipeline of parts of an export: ids, names and e-mails, exact or with `*`. */
export type ChoiceSide = {
  readonly conversations?: readonly string[] | undefined;
  readonly users?: readonly string[] | undefined;
  readonly types?: readonly ConversationType[] | undefined;
};

/** Which part of an export a pipeline takes. */
export type ChoiceRules = {
  readonly include?: ChoiceSide | undefined;
  readonly exclude?: ChoiceSide | undefined;
  /** Times as pipelines write them: messages from `since` on, before `until`. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
};
