import type { Batch } from './batch.ts';
import { readyRows, sendReady } from './sending/send-ready.ts';
import { type SendDeps, Sending } from './sending/sending.ts';
import { ownItem } from './slab/slab-row.ts';

/**
 * Sends a batch and settles each of its rows exactly once. If the service refuses the whole request, the batch is halved
 * until the invalid row is alone. "Already exists" means that we created the row if it may have been sent before, else
 * that it existed before us.
 * @throws RunError if no row can be delivered any more; the remaining rows then stay open
 */
export async function send(batch: Batch, deps: SendDeps, signal: AbortSignal): Promise<void> {
  const sending = new Sending(deps, signal);
  const rows = readyRows(batch, deps);
  if (!rows) return sending.send(batch.items.map(ownItem));
  const answer = await sendReady(rows, deps, signal);
  if (answer) await sending.answered(batch.items.map(ownItem), answer);
}
