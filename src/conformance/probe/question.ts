import type { OwnIds } from './own-ids.ts';
import type { Seen } from './seen.ts';

/** One documented form that a service may have. */
export type Form = {
  /** What the service does, as the answer to the question. */
  readonly says: string;
  /** The switches with which the sandbox does so; absent for what it does without any, and where it has none. */
  readonly quirk?: string;
};

/** What public sources leave open about the service, and how its answers show which form it has. */
export type Question<F extends string = string> = {
  readonly name: string;
  readonly asks: string;
  /** What shows it: calls that write nothing, the rows of the probe, reading alone, or their removal. */
  readonly step: 'empty' | 'canaries' | 'read' | 'removal';
  readonly forms: Readonly<Record<F, Form>>;
  /** The name of the form; undefined if the answers do not show it. */
  readonly judge: (seen: Seen, own: OwnIds) => F | undefined;
};

/** Declares a question: `judge` can only name one of its forms. */
export const question = <const F extends string>(declared: Question<F>): Question => declared;
