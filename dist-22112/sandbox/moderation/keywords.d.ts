import { type ApiRoute } from '../app/route.ts';
import type { Database } from '../storage/database.ts';
/** The kinds of lists. Sentences need a model: they are kept and answered, and have no effect here. */
declare const KEYWORD_CATEGORIES: readonly ['word', 'pattern', 'sentence-similarity'];
/** A list of keywords. `terms` is JSON text. */
type KeywordList = {
    readonly id: string;
    readonly revision: number;
    readonly name: string | null;
    readonly description: string | null;
    readonly category: (typeof KEYWORD_CATEGORIES)[number];
    readonly isCsv: number;
    readonly terms: string;
    readonly createdAt: number;
    readonly updatedAt: number;
};
/** A list of keywords. Undefined if there is none. */
export declare const findKeywords: (db: Database, id: string) => KeywordList | undefined;
/** The calls about lists of keywords. */
export declare const keywordRoutes: readonly ApiRoute[];
export {};
