import type { ReferredName } from '../input/entities/entity.ts';
import { type Transport } from './transport/transport.ts';
/** Rows of one page of a list. */
export declare const PAGE_ROWS = 1000;
/** A row as the service has it. */
export type FoundRow = Readonly<Record<string, unknown>>;
/** The number of rows that a list of the service has; undefined if it does not say. */
export declare function totalOf(entity: ReferredName, transport: Transport, signal: AbortSignal): Promise<number | undefined>;
/** The rows of a list, page by page. */
export declare const listed: (entity: ReferredName, transport: Transport, signal: AbortSignal) => AsyncGenerator<FoundRow>;
/** The users with a role, page by page. */
export declare const usersWith: (role: string, transport: Transport, signal: AbortSignal) => AsyncGenerator<FoundRow>;
/** The members of a group, page by page. */
export declare const membersOf: (guid: string, transport: Transport, signal: AbortSignal) => AsyncGenerator<FoundRow>;
