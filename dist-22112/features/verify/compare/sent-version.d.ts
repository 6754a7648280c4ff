import type { EntityName } from '../../../input/entities/entity.ts';
import type { VersionOf } from '../../../input/entities/row-version.ts';
import type { ExpectedRow } from '../expect/expected-rows.ts';
import type { TargetRow } from './target-reader.ts';
/** Input for comparing a row of the service that no source has. */
export type SentVersionDeps = {
    readonly entity: EntityName;
    /** Fields that the pipeline's route carries. */
    readonly carries: ReadonlySet<string>;
    /** Fields that the pipeline's sources can fill. */
    readonly mapped: ReadonlySet<string>;
    /** Computes versions that can be compared with those of the ledger. */
    readonly versionOf: VersionOf;
};
/** `unknown`: the service does not show all that the version was made of. */
export type SentMatch = 'same' | 'differs' | 'unknown';
/**
 * True if a row of the service is as it was last sent, by the version that the ledger has of it. Members that the service or its
 * users have added are no difference.
 */
export declare function matchSent(target: TargetRow, expected: ExpectedRow, deps: SentVersionDeps): SentMatch;
