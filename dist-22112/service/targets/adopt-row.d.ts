import type { EntityName, Item, MaybeSent } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { Transport } from '../transport/transport.ts';
import { type ReadableName } from './change/change.ts';
import type { ExistingRow, Route, RowChanges } from './target.ts';
/** The way in which rows are changed that can be read one by one. */
export declare const changesOfRead: (entity: ReadableName) => Pick<RowChanges, 'locate' | 'adopt'>;
/** The part of a route that recognises rows that we may have created; empty for entities that cannot be read one by one. */
export declare function recognising(entity: EntityName): Pick<Route, 'recognise'>;
/**
 * A member that already exists is changed, if the row says anything of it. A ban that others set is not lifted; if we may
 * have sent another version of the row, that may have been a ban, so it is not known whether the member is active.
 */
export declare function adoptMember(item: Item, { isOurs }: ExistingRow): Item | Outcome;
/**
 * Decides what to do with a message that already exists. Users see an edit, so it is left as it is (undefined) if
 * others created it or if it has not changed since we sent it.
 */
export declare function adoptMessage(item: Item, { isOurs, id }: ExistingRow, { carries }: Route, transport: Transport, signal: AbortSignal): Promise<Item | Outcome | undefined>;
/** Fields of a message, outside `data`, that cannot be changed later. */
export declare const FIXED: string[];
/** Finds the service's own id of a message, which a change needs and which is unknown if the answer was lost. */
export declare function locateMessage(item: Item, transport: Transport, signal: AbortSignal, before?: Pick<MaybeSent, 'conversation' | 'sentAt'>): Promise<Item | Outcome>;
export declare const GONE = "it no longer exists in the service";
export declare function notFound(reason: string): Outcome;
