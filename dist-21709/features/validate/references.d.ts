import type { MessageFates } from '../../delivery/sending/message-fates.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import type { JudgeDeps } from '../../input/rows/judge.ts';
import type { PlaceOf } from '../../input/rows/place.ts';
import type { Source } from '../../input/sources/source.ts';
import { KeyIndex } from '../../keys/key-index.ts';
import type { Keys } from '../../prefilter/wasm/wasm-screen.ts';
import type { Route, TargetApi } from '../../service/targets/target.ts';
import { ConversationTable } from './conversations/conversation-table.ts';
/** Pairs kept, at most about 70 MB; see `complete`. */
export declare const PAIRS_MAX = 5000000;
/** A set of 64-bit fingerprints; about 14 bytes each. */
export declare class PairSet {
    #private;
    /** False if more were added than are kept: `has` may then miss a pair. */
    complete: boolean;
    get size(): number;
    add(lo: number, hi: number): void;
    /** All of them as the entries of tables. */
    get keys(): Keys;
    has(lo: number, hi: number): boolean;
}
/** An index of any number of keys in bounded memory; the others are in a temporary file. */
export declare const boundedIndex: () => KeyIndex;
/** The rows that rows of later entities refer to; shared by the steps of a dry run. */
export declare class References {
    readonly users: KeyIndex;
    readonly groups: KeyIndex;
    /** When each group was created. */
    readonly groupTimes: ConversationTable;
    /** The number of members of each group, counted as messages. */
    readonly groupSizes: ConversationTable;
    /** Group and user of every membership; undefined if the pipeline has no members. */
    memberships: PairSet | undefined;
    /** The conversations of all messages with their own times; undefined if they are not known. */
    conversations: ConversationTable | undefined;
    /** The outcome of the messages; undefined if no row hangs on one, or not all of them are read. */
    messages: MessageFates | undefined;
    /** Group and user of every ban, and of every owner whom the service makes a member; only if the API needs them. */
    readonly bans: PairSet;
    readonly owners: PairSet;
    /** Entities whose rows must all be in the sources. */
    readonly closed: ReadonlySet<EntityName>;
    constructor(closed: ReadonlySet<EntityName>);
    /** Records a membership or a ban; the first row of a group and user decides. */
    join(lo: number, hi: number, isBanned: boolean): void;
    /** True if a user is a member of a group, as far as the files say. */
    isMember(lo: number, hi: number): boolean;
    /** True if a reference to a user is certainly valid: its row is valid, or the pipeline does not require one. */
    isValidUser(lo: number, hi: number): boolean;
    /** The same of a group. */
    isValidGroup(lo: number, hi: number): boolean;
}
/** References that the rows of a step are checked against. */
export type AuditDeps = Omit<JudgeDeps, 'keys' | 'route'> & {
    readonly route: Pick<Route, 'carries' | 'refuses' | 'doubts' | 'actors'>;
    readonly keys: References;
    readonly sources: readonly Source[];
    readonly placeOf: PlaceOf;
    /** Examples kept per code. */
    readonly samplesMax: number;
    /** The users who may write to a group through the API. */
    readonly access: GroupAccess;
};
/** Users who may write to a group through an API. */
export type GroupAccess = Pick<TargetApi, 'ownersJoin' | 'membersOnly'>;
