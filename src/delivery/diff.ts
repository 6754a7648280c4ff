import type { Entity, Item } from '../input/entities/entity.ts';
import type { VersionOf } from '../input/entities/row-version.ts';
import { diffRow } from '../ledger/compare.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import { type PendingEntry, pendingEntryOf } from '../ledger/pending-entry.ts';
import type { InFlight } from './in-flight.ts';

/** What items are compared with: what the service is known to hold of their entity. */
export type DiffDeps = {
  readonly entity: Entity;
  /** Gives rows the version that the ledger keeps of them. */
  readonly versionOf: VersionOf;
  /** What the service is known to hold under a key. */
  readonly find: (key: string) => LedgerEntry | undefined;
  /**
   * Notes rows that are about to be sent: whoever comes after knows that "already exists" may mean ours, and that what a
   * row of the service says is not known.
   */
  readonly recordIntent: (rows: readonly PendingEntry[]) => void;
};

/**
 * Items → items to send. A row that the service holds as it is, or that would change what cannot be changed, is settled
 * on the spot. The others say what is known of the row in the service; the ledger has the intent to send a chunk of them
 * before the chunk goes on.
 */
export async function* diff(
  chunks: AsyncIterable<readonly Item[]>,
  window: InFlight,
  deps: DiffDeps,
): AsyncGenerator<readonly Item[]> {
  const { entity, versionOf, find, recordIntent } = deps;
  for await (const items of chunks) {
    const changed: Item[] = [];
    const intents: PendingEntry[] = [];
    for (const item of items) {
      const pending = pendingEntryOf(entity, item.key, item.data, versionOf);
      const result = diffRow(entity, item.data, pending, find(item.key));
      if ('outcome' in result) {
        window.settle(item.seq, result.outcome);
        continue;
      }
      window.setPending(item.seq, pending);
      // Most rows are new: their items go on as they are.
      changed.push(result.remote || result.maybeSent ? { ...item, ...result } : item);
      intents.push(pending);
    }
    recordIntent(intents);
    yield changed;
  }
}
