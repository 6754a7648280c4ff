import type { TimeRule } from '../../../input/entities/entity.ts';
import { type JudgeDeps } from '../../../input/rows/judge.ts';
import type { PlaceOf } from '../../../input/rows/place.ts';
import type { Row, RowPlace } from '../../../input/rows/row.ts';
import { type ExpectedRows } from '../expect/expected-rows.ts';
import { type FormRules } from '../expect/row-form.ts';
import type { Difference } from '../result/verification-report.ts';
import type { FoundDifferences } from './found-differences.ts';
/** True if a time of the service is correct for that of the source: equal or not earlier, by its rule. */
export declare function timeFits({ rule }: TimeRule, source: number | undefined, target: number | undefined): boolean;
/** Parts needed to complete the differences of one entity. */
type NamingDeps = {
    readonly comparison: FormRules;
    readonly rows: ExpectedRows;
    readonly found: FoundDifferences;
    readonly judge: JudgeDeps;
    readonly placeOf: PlaceOf;
    /** Reads rows of the source again; places must be in the order of the sources. */
    readonly rowsAt: (places: readonly RowPlace[]) => Promise<readonly (Row | undefined)[]>;
};
/** The differences of an entity as reported: with their places and, for rows that differ, their fields. */
export declare function nameDifferences(deps: NamingDeps): AsyncGenerator<Difference>;
export {};
