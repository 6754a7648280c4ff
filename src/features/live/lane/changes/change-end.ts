import { RunError } from '../../../../errors/run-error.ts';
import type { EventEnd } from '../lane.ts';

/** The end of a change in a pass. */
export type ChangeEnd =
  | { readonly end: Exclude<EventEnd, 'dead'>; readonly isEcho?: boolean }
  | { readonly end: 'dead'; readonly code: string; readonly message: string }
  | {
      /** It is taken again at a time, milliseconds since 1970, or once its message is known. */
      readonly end: 'waiting';
      readonly until: number;
      readonly parent?: string;
      /** True if later messages of its conversation wait as well. */
      readonly holds?: boolean;
      /** The reason of a wait of more than a moment. */
      readonly why?: 'parent' | 'sender' | undefined;
    };

/** Ends of most note first: an event of several changes counts as the first of them. */
const BY_NOTE: readonly ChangeEnd['end'][] = [
  'waiting',
  'dead',
  'created',
  'updated',
  'removed',
  'skipped',
  'unchanged',
  'folded',
  'duplicate',
];

/** The end of an event of several changes. */
export function mostNoted(ends: readonly ChangeEnd[]): ChangeEnd {
  const [first = { end: 'skipped' }] = ends.toSorted(
    (a, b) => BY_NOTE.indexOf(a.end) - BY_NOTE.indexOf(b.end),
  );
  return first;
}

/** True for an error that an event causes, not a side that cannot be asked or written to now, nor the state. */
export const isOfEvent = (error: unknown): boolean =>
  !(error instanceof RunError) || /^(?:EXPORT|SOURCE)\./.test(error.code);

/** The end of an event that causes an error. */
export const deadOf = (error: unknown): ChangeEnd => ({
  end: 'dead',
  code: 'LIVE.EVENT_MALFORMED',
  message: error instanceof Error ? error.message : 'it cannot be read',
});
