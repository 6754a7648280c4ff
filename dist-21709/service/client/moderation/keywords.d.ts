import { z } from 'zod';
import type { Acknowledgement } from '../acknowledgement.ts';
import { type ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import type { Listing } from '../listing.ts';
import { type ModerationQuery } from './review-list.ts';
declare const shape: z.ZodObject<{
    id: z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>;
    name: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    description: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    category: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    isCSV: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    searchTerms: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
    revisionId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    active: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    updatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
}, z.core.$loose>;
/**
 * A list of words, patterns or sentences, to which conditions of rules refer.
 * @useDeclaredType
 */
export type KeywordList = Readonly<z.output<typeof shape>>;
export type KeywordListChanges = {
    readonly name?: string;
    readonly description?: string;
    readonly category?: 'word' | 'pattern' | 'sentence-similarity';
    /** Words or patterns of at most 100 characters. A word contains no comma, a pattern no line break. */
    readonly searchTerms?: readonly string[];
    readonly disallowedSentences?: readonly string[];
    /** The content of a CSV file with the terms, at most 1 MB. It replaces `searchTerms` and `disallowedSentences`. */
    readonly file?: string | Uint8Array;
};
export type NewKeywordList = KeywordListChanges & {
    readonly id: string;
    readonly name: string;
    readonly category: 'word' | 'pattern' | 'sentence-similarity';
};
/** Lists of keywords; at most 25 besides the service's own. */
export declare const keywords: (call: Caller) => {
    create: (list: NewKeywordList, options?: AsApp) => ApiPromise<KeywordList>;
    list: (query?: ModerationQuery, options?: AsApp) => Listing<KeywordList>;
    get: (keywordId: string, options?: AsApp) => ApiPromise<KeywordList>;
    /** Changes a list. `searchTerms` replaces all its terms and requires `category`. Never retried automatically. */
    update: (keywordId: string, changes: KeywordListChanges, options?: AsApp) => ApiPromise<KeywordList>;
    delete: (keywordId: string, options?: AsApp) => ApiPromise<Acknowledgement>;
};
export {};
