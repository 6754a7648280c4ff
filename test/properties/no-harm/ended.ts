import type { Said } from './said.ts';
import type { Snapshot } from './service.ts';

/** Something that must never happen; `kind` groups what has one cause. */
export type Harm = { readonly kind: string; readonly what: string };

/** A run that has ended. */
export type Ended = {
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly said: Said;
  readonly exitCode: number;
  /** Whether every row of the files was good enough to be sent; the service may have refused some. */
  readonly isRead: boolean;
};
