import type { Item } from '../../input/entities/entity.ts';
import type { KeptChange } from '../../ledger/former/open-former.ts';
import type { Route } from '../../service/targets/target.ts';
import type { SendDeps } from './send-deps.ts';
import type { Silence } from './silence.ts';

/** Facts that are known about items from their earlier requests. */
export type SendAttempt = {
  /** Number of calls of these items that are done. */
  readonly call: number;
  /** An earlier request with these items may have landed. */
  readonly ambiguous: boolean;
  /** The last request only read. */
  readonly isRead?: boolean;
  /** Number of requests with these items that ended in a server error. */
  readonly failures: number;
  /** Set after requests that ended in no answer, or in an answer that leaves these items out. */
  readonly silence?: Silence;
  readonly foreignAnswers: number;
  /** The service answered a harmless read at once just before this request. */
  readonly wasUp?: boolean;
};

/** Nothing was sent yet. */
export const FIRST: SendAttempt = { call: 0, ambiguous: false, failures: 0, foreignAnswers: 0 };

/** Which fields the calls of an item before a refused one have changed. */
export const madeBefore =
  (item: Item, call: number, { isMade }: Pick<Route, 'isMade'>) =>
  (field: string): boolean =>
    call > 0 && (isMade?.(item, call, field) ?? true);

/** Ends a change of which a later call was refused; says what stays if that is refused, too. */
export async function close(
  item: Item,
  kept: KeptChange | undefined,
  { route, transport }: Pick<SendDeps, 'route' | 'transport'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const closing = route.closing?.(item);
  if (!closing) return undefined;
  const { status } = await transport(closing.request, signal);
  if (status >= 300) return closing.otherwise;
  kept?.done?.();
  return undefined;
}
