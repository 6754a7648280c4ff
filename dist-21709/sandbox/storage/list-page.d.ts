import type { SQLInputValue } from 'node:sqlite';
import { type PageQuery } from '../wire/pagination.ts';
import type { Database } from './database.ts';
/** The SQL of a list: what is read of a row, the tables with their conditions, and the order. */
export type RowList = {
    readonly columns: string;
    readonly from: string;
    readonly order: string;
    readonly params: readonly SQLInputValue[];
};
/** The answer with a page of a list whose rows `json` writes. */
export declare function listPage<R>(db: Database, query: PageQuery, { columns, from, order, params }: RowList, json: (row: R) => string): {
    data: string;
    meta: string;
};
