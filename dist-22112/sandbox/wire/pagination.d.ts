/** A page of a list, as its query asks for it. */
export type PageQuery = {
    readonly perPage: number;
    readonly page: number;
};
/** Part of a whole list that is on the page. */
export declare const onPage: <T>(all: readonly T[], query: PageQuery) => readonly T[];
/** The number of rows before the page. */
export declare const offsetOf: ({ perPage, page }: PageQuery) => number;
/** The cursor of a list of changes: the next ones are after `updatedAt` (append) or before it (prepend). */
export type ChangeCursor = {
    readonly updatedAt: number;
    readonly affix: 'append' | 'prepend';
};
/** The `meta` of a page, in the service's snake case. */
export declare function pageMeta({ perPage, page }: PageQuery, total: number, count: number, cursor?: ChangeCursor): string;
/** The answer with a page of a list, of which `items` are JSON texts. */
export declare const pageAnswer: (query: PageQuery, total: number, items: readonly string[], cursor?: ChangeCursor) => {
    data: string;
    meta: string;
};
/** The answer with a page of a whole list, whose rows `json` writes. */
export declare const pageOfWhole: <T>(all: readonly T[], query: PageQuery, json: (one: T) => string) => {
    data: string;
    meta: string;
};
/** The answer with rows of a list that goes on at `next`, if it does; `data` are all rows as JSON text. */
export declare const cursorAnswer: (data: string, current: {
    readonly limit: number;
    readonly count: number;
    readonly total?: number;
}, next?: Readonly<Record<string, unknown>>) => {
    data: string;
    meta: string;
};
/** The row that the next page goes on from. A page that is not full is the last one and has none, unless `always`. */
export declare const edgeOf: <T>(rows: readonly T[], limit: number, older: boolean, always: boolean) => T | undefined;
/** The answer with the first rows of a list that has no further pages. */
export declare const limitedAnswer: (limit: number, items: readonly string[]) => {
    data: string;
    meta: string;
};
