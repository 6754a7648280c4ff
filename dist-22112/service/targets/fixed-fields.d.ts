import type { Entity, Item } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Transport } from '../transport/transport.ts';
/**
 * The outcome of a row that would change fields that cannot change, with what the service has in them: the ledger keeps only
 * a fingerprint of all of them. Sends a few requests.
 * @returns undefined if the service does not tell
 */
export declare function fixedInService({ name, parts }: Entity, item: Item, entry: LedgerEntry, transport: Transport, signal: AbortSignal): Promise<Outcome | undefined>;
