import type { Data, EntityName, Item } from '../input/entities/entity.ts';
import { type VersionOf } from '../input/entities/row-version.ts';
import { type JudgeDeps } from '../input/rows/judge.ts';
import type { AcceptedStatus, Outcome } from '../input/rows/outcome.ts';
import type { PlaceOf } from '../input/rows/place.ts';
import type { Row } from '../input/rows/row.ts';
import { type KeyIndex } from '../keys/key-index.ts';
import type { InFlight, RowInFlight } from './in-flight.ts';
import type { LineItem } from './rows/line-row.ts';
import { SlabRow } from './rows/slab-row.ts';
import type { LeftOut } from './sending/left-out.ts';
/** Things that rows are checked against before they are sent. */
export type CheckDeps = JudgeDeps & {
    /** The keys of every entity read so far, including this one. */
    readonly keys: Readonly<Record<EntityName, KeyIndex>>;
    readonly placeOf: PlaceOf;
    /**
     * Set in a sync: rows of one key repeat each other if their versions are equal, which is what the comparison says.
     * Without it, all of their fields count.
     */
    readonly versionOf?: VersionOf | undefined;
};
/** A row that was checked as an object: an item to be sent, or its outcome. */
type ObjectRow = {
    readonly entry: RowInFlight;
} & ({
    readonly item: Omit<Item, 'seq'>;
} | {
    readonly item?: undefined;
    readonly outcome: Outcome;
    readonly hostMuid?: string | undefined;
});
/** A row that was checked against all rows before it. */
export type CheckedRow = SlabRow | ObjectRow;
/**
 * Checked rows → items. Every row enters the window. A row that cannot be sent, or that the service has accepted before this
 * process began, is settled at once; the others continue as items in file order.
 * @param accepted rows that an earlier process has sent and counted, by number
 * @param leftOut finds rows that are left out with the message that they hang on
 */
export declare function check(chunks: AsyncIterable<readonly CheckedRow[]>, window: InFlight, accepted?: ReadonlyMap<number, AcceptedStatus>, leftOut?: LeftOut): AsyncGenerator<readonly LineItem[]>;
/** Checks a row, and records its key. Never throws because of the content of the row. */
export declare function checkRow(row: Row, deps: CheckDeps): CheckedRow;
/** The item that is made of a valid row. */
export declare const itemOf: (key: string, data: Data, { file, values }: Row, { mappings }: Pick<CheckDeps, 'mappings'>) => Omit<Item, 'seq'>;
export {};
