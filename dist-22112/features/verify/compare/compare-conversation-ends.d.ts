import type { DatabaseSync } from 'node:sqlite';
import type { MarkCounts } from '../result/verification-report.ts';
import { type EntityDeps } from './compare-entities.ts';
import type { FoundDifferences } from './found-differences.ts';
/** Input for comparing the last messages of conversations. */
export type EndDeps = Pick<EntityDeps, 'rows' | 'reader' | 'oneWay' | 'concurrency' | 'messages' | 'tick'> & {
    readonly counts: MarkCounts;
    readonly found: FoundDifferences;
    readonly db: DatabaseSync;
};
/** Compares whether each conversation exists on both sides and ends with the same message. */
export declare function compareConversationEnds(deps: EndDeps): Promise<void>;
