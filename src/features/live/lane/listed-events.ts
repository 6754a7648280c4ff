import type { LiveChange } from '../../../origin/live/live-origin.ts';
import type { InboxEvent } from '../inbox/inbox.ts';
import type { Side } from '../side.ts';
import type { Hint } from './changes/fold.ts';

/** A record as a list has it. */
export type Listed = Pick<Hint, 'change' | 'owner'>;

/** Makes events of what lists say. Their numbers are below 0. */
export class ListedEvents {
  readonly #side: Side;
  #last: number;

  /** @param lowest the lowest number of an event that is kept */
  constructor(side: Side, lowest: number) {
    this.#side = side;
    this.#last = Math.min(0, lowest);
  }

  readAs(
    listed: Listed,
    receivedAt: number,
  ): { readonly event: InboxEvent; readonly hints: readonly Hint[]; readonly end: undefined } {
    this.#last--;
    const seq = this.#last;
    const body = Buffer.from(JSON.stringify(listed));
    const event: InboxEvent = { side: this.#side, seq, receivedAt, headers: {}, body };
    return { event, hints: [{ ...listed, seq, receivedAt }], end: undefined };
  }
}

/** True for an event of a list. */
export const isListed = ({ seq }: Pick<InboxEvent, 'seq'>): boolean => seq < 0;

/** Reads one that was kept. @throws SyntaxError, if it is damaged */
export function listedIn({ body }: Pick<InboxEvent, 'body'>): Listed {
  const found = JSON.parse(body.toString()) as Listed | LiveChange;
  return 'change' in found ? found : { change: found };
}
