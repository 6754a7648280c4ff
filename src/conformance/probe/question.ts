import type { OwnIds } from './own-ids.ts';
import type { Seen } from './seen.ts';

/** One documented form that a service may have. */
type ServiceForm = {
  /** The answer to the question. */
  readonly says: string;
  /** The switches with which the sandbox does so; absent for what it does without any, and where it has none. */
  readonly quirk?: string;
};

/** A point that public sources leave open, and how the answers of a service show which form it has. */
export type ProbeQuestion<F extends string = string> = {
  readonly name: string;
  readonly asks: string;
  /** The calls that show it: empty ones, the rows of the probe, reading, the removal. */
  readonly step: 'empty' | 'canaries' | 'read' | 'removal';
  readonly forms: Readonly<Record<F, ServiceForm>>;
  /** The name of the form; undefined if the answers do not show it. */
  readonly judge: (seen: Seen, own: OwnIds) => F | undefined;
};

/** Declares a question: `judge` can only name one of its forms. */
export const question = <const F extends string>(declared: ProbeQuestion<F>): ProbeQuestion => declared;

/** The form that a row shows by being taken, or by being refused. */
export const byRow =
  <const F extends string>(name: string, taken: F, refused: F) =>
  (seen: Seen): F | undefined => {
    const isTaken = seen.taken(name);
    return isTaken === undefined ? undefined : isTaken ? taken : refused;
  };
