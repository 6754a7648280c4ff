import type { Item } from '../../input/entities/entity.ts';
import type { Bulk } from '../../service/targets/bulk.ts';
import type { ApiResponse } from '../../service/transport/transport.ts';
import type { Batch } from '../batch.ts';
import type { InFlight } from '../in-flight.ts';
import { ownItem } from '../rows/line-row.ts';
import { SlabRow } from '../rows/slab-row.ts';
import type { Complete } from './fallback.ts';
import type { SendDeps } from './send-deps.ts';
import { Sending } from './sending.ts';

/** Things that a batch is sent with. */
export type BatchDeps = SendDeps & {
  /** Completes what messages say of the users that they mention; undefined for other entities. */
  readonly mentions?: Complete | undefined;
  readonly window: Pick<InFlight, 'settle' | 'settleCreated' | 'lose'>;
};

type ReadyDeps = Pick<BatchDeps, 'route' | 'transport' | 'refusals' | 'window' | 'doubt'>;

/**
 * Sends a batch and settles each of its rows exactly once. If the service refuses the whole request, the batch is halved
 * until the invalid row is alone. "Already exists" means that we created the row if it may have been sent before, else
 * that it existed before us.
 * @throws RunError if no row can be delivered any more; the remaining rows then stay open
 */
export async function send(batch: Batch, deps: BatchDeps, signal: AbortSignal): Promise<void> {
  const rows = readyRows(batch, deps);
  if (!rows) return sendItems(await completed(batch.items.map(ownItem), deps), deps, signal);
  const sending = new Sending(deps, signal);
  const answer = await sendReady(rows, deps, signal);
  if (answer) await sending.answered(batch.items.map(ownItem), answer);
}

/** Completes mentions before anything else: later reads are compared with what was sent. */
const completed = async (items: readonly Item[], { mentions }: BatchDeps): Promise<readonly Item[]> =>
  (await mentions?.(items)) ?? items;

/** Sends items; one that hangs on a message by its own route, with that message, or without one that is in no file. */
async function sendItems(items: readonly Item[], deps: BatchDeps, signal: AbortSignal): Promise<void> {
  const { route, window, hostOf } = deps;
  const [item] = items as readonly [Item];
  const on = route.hanging?.hangsOn(item);
  if (on === undefined || !route.hanging) return new Sending(deps, signal).send(items);
  const host = await hostOf(on, route.hanging.field, signal);
  if ('without' in host) {
    const { alone } = route.hanging;
    if (!host.isUnknown || alone === undefined) return window.settle(item.seq, host.without);
    window.lose(item.seq, alone);
    return new Sending(deps, signal).send(items);
  }
  return new Sending({ ...deps, route: route.hanging.route }, signal).send([{ ...item, host }]);
}

/** The rows of a batch, if all of them are in slabs and certainly were never sent before; undefined if not. */
function readyRows(
  { items }: Batch,
  { route, doubt }: Pick<ReadyDeps, 'route' | 'doubt'>,
): readonly SlabRow[] | undefined {
  const isReady = (item: Batch['items'][number]): boolean =>
    item instanceof SlabRow && item.seq >= doubt.maybeSentBelow;
  return route.bulk && items.every(isReady) ? (items as readonly SlabRow[]) : undefined;
}

/**
 * Sends rows as the bytes that they are, and settles them if the answer says that all of them were created.
 * @returns any other answer
 */
async function sendReady(
  rows: readonly SlabRow[],
  { route, transport, refusals, window }: ReadyDeps,
  signal: AbortSignal,
): Promise<ApiResponse | undefined> {
  const response = await transport((route.bulk as Bulk).build(rows), signal);
  const { created: ids } = response;
  if (!ids) return response;
  refusals.accepted();
  for (let index = 0; index < rows.length; index++) {
    const { slab, index: at } = rows[index] as SlabRow;
    slab.id[at] = ids[index] as number;
  }
  window.settleCreated(rows);
  return undefined;
}
