import type { EntityName } from '../../../input/entities/entity.ts';
/** Words for the fields of an entity. */
type Words = Readonly<Record<string, string>>;
/**
 * Header words of German, French, Spanish, Portuguese, Chinese, Japanese and Korean exports, in this order, the most
 * likely of each language first; compared as `plain` writes them.
 */
export declare const LANGUAGES: Readonly<Partial<Record<EntityName, Words>>>;
/** Columns that no field takes, but that tell which rows to import and what to make of them. */
export type HintName = 'deleted' | 'kind' | 'fileUrl' | 'fileName' | 'fileType' | 'authorName' | 'messageRef' | 'emoji' | 'room' | 'person';
/** Words for each hint, in all languages; compared as `plain` writes them. */
export declare const HINTS: Readonly<Record<HintName, string>>;
export {};
