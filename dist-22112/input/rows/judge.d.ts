import type { KeyIndex, KeyState, Stamp } from '../../keys/key-index.ts';
import { type Data, type Entity, type EntityName, type Ref, type ReferredName } from '../entities/entity.ts';
import type { Policies } from '../entities/policies.ts';
import { type Mapping } from './mapping.ts';
import type { Outcome } from './outcome.ts';
import type { PlaceOf } from './place.ts';
import type { Retention } from './retention.ts';
import type { Problem, Row } from './row.ts';
/** The call that valid rows are sent with. */
type JudgeRoute = {
    readonly carries: ReadonlySet<string>;
    /** The problem of a valid row that it certainly refuses. */
    refuses?(data: Data): Problem | undefined;
    /** The users who must be active. */
    actors?(data: Data, isNowhere: (muid: string) => boolean): readonly Ref[];
};
/** The rules and facts that rows are checked against. */
export type JudgeDeps = {
    readonly entity: Entity;
    /** One mapping per file of the step. */
    readonly mappings: readonly Mapping[];
    /** The keys of the entities that rows refer to. */
    readonly keys: Readonly<Record<ReferredName, KeyIndex>>;
    /** For every entity of the pipeline, where its rows came from. */
    readonly placesOf: Readonly<Partial<Record<EntityName, PlaceOf>>>;
    /** Entities whose rows must all be in the sources: a row with a reference to any other key is rejected. */
    readonly closed: ReadonlySet<EntityName>;
    readonly retention: Retention | undefined;
    readonly policies: Policies;
    /**
     * True if the service has the row of this key already: then its age does not matter. With its data: true if no call is made
     * for it, so that it does not matter whether its users are active. A sync knows that.
     */
    readonly isHeld?: ((key: string, data?: Data) => boolean) | undefined;
    /**
     * Tells who created the message with a key, if it has landed; `nowhere`: no message has the key, so a reply to it is an
     * ordinary message. Absent if nobody knows that yet.
     */
    readonly messageOf?: ((muid: string) => 'created' | 'exists' | 'nowhere' | undefined) | undefined;
    /** The current time, epoch seconds. */
    readonly now: number;
    readonly route: JudgeRoute;
    /** Called for every column of an object row that no field uses. */
    readonly onUnknown: (file: number, column: string) => void;
};
/** A row that is valid by itself, or its outcome. Whether it is the first row with its key is checked later. */
export type Judged = {
    readonly data: Data;
    readonly key: string;
    readonly notCarried: readonly string[] | undefined;
    /** As below, if the policy allows such messages. */
    readonly tooOldAt?: number;
} | {
    readonly data?: undefined;
    /** The key, if it can be read; only used to name the row. */
    readonly key?: string | undefined;
    readonly outcome: Outcome;
    /** The message that the row hangs on, if that may be left out: then so is the row, whatever its problem. */
    readonly hostMuid?: string;
    /** The key of a row that is left out because its source says that it was deleted there. */
    readonly deletes?: string;
    /** The key that the row would have, recorded for rows that refer to it. */
    readonly claim?: {
        readonly key: string;
        readonly state: KeyState;
    } | undefined;
    /** Epoch seconds at which the message was sent, if it is older than the service keeps. */
    readonly tooOldAt?: number;
};
/** The outcome of a row whose key an earlier valid row has. */
export declare function duplicate(first: Stamp, content: number, row: Row, data: Data, { entity, mappings, placeOf }: Pick<JudgeDeps, 'entity' | 'mappings'> & {
    readonly placeOf: PlaceOf;
}): Outcome;
/** Checks everything about a row except whether its key is repeated. Never throws because of the row's content. */
export declare function judge(row: Row, deps: JudgeDeps): Judged;
export {};
