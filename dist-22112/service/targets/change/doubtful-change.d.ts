import type { Item } from '../../../input/entities/entity.ts';
import type { Outcome } from '../../../input/rows/outcome.ts';
import type { Transport } from '../../transport/transport.ts';
import { type ReadableName } from './change.ts';
/** The outcome of a change. */
export declare const updated: ({ remote, data }: Item) => Outcome;
/** Leaves a message with a known id out if it has been edited already; reads it first if its metadata is to be merged. */
export declare function unlessEdited(item: Item, transport: Transport, signal: AbortSignal): Promise<Item | Outcome>;
/** Leaves a user, group or role out that says nothing else than the service; reads it first if its metadata is to be merged. */
export declare function unlessEqual(entity: ReadableName, item: Item, transport: Transport, signal: AbortSignal): Promise<Item | Outcome>;
/**
 * Leaves a member out that is to be banned and is banned already. Other repeated changes of members are refused harmlessly:
 * the member has this scope, or has joined, already.
 */
export declare function unlessBanned(item: Item, transport: Transport, signal: AbortSignal): Promise<Item | Outcome>;
