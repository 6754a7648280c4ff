import type { Bulk } from '../../service/targets/bulk.ts';
import type { ApiResponse } from '../../service/transport/transport.ts';
import type { Batch } from '../batch.ts';
import { SlabRow } from '../slab/slab-row.ts';
import type { SendDeps } from './sending.ts';

type ReadyDeps = Pick<SendDeps, 'route' | 'transport' | 'refusals' | 'settle' | 'maybeSentBelow'>;

/** The rows of a batch, if all of them are in slabs and certainly were never sent before; undefined if not. */
export function readyRows(
  { items }: Batch,
  { route, maybeSentBelow }: Pick<ReadyDeps, 'route' | 'maybeSentBelow'>,
): readonly SlabRow[] | undefined {
  const isReady = (item: Batch['items'][number]): boolean =>
    item instanceof SlabRow && item.seq >= maybeSentBelow;
  return route.bulk && items.every(isReady) ? (items as readonly SlabRow[]) : undefined;
}

/**
 * Sends rows as the bytes that they are, and settles them if the answer says that all of them were created.
 * @returns any other answer
 */
export async function sendReady(
  rows: readonly SlabRow[],
  { route, transport, refusals, settle }: ReadyDeps,
  signal: AbortSignal,
): Promise<ApiResponse | undefined> {
  const { build, settle: outcomesIn } = route.bulk as Bulk;
  const response = await transport(build(rows), signal);
  const { status, bytes } = response;
  const outcomes = status >= 200 && status < 300 && bytes ? outcomesIn(bytes, rows) : undefined;
  if (!outcomes) return response;
  refusals.accepted();
  for (const [index, row] of rows.entries()) {
    const outcome = outcomes[index];
    if (outcome) settle(row.seq, outcome);
  }
  return undefined;
}
