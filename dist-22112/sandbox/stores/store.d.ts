import type { Database } from '../storage/database.ts';
import type { Table } from '../storage/table.ts';
import { Filter } from '../wire/filter.ts';
import type { PageQuery } from '../wire/pagination.ts';
/** Reads and writes rows of one kind in the data file of an app. */
export declare abstract class Store {
    protected readonly db: Database;
    constructor(db: Database);
}
/** Reads and writes the rows of one table by their key. */
export declare abstract class RowStore<R extends object> extends Store {
    protected abstract readonly table: Table<R>;
    /** The row of a key. */
    find(key: string): R | undefined;
    /** Adds a row whose key is free. */
    insert(row: R): void;
    /** Replaces everything about a row but its key and what never changes. */
    update(row: R): void;
    /** Removes the row of a key. */
    remove(key: string): void;
    /** The number of rows. */
    count(): number;
    /** The answer with a page of the rows that the filter selects. */
    page(query: PageQuery, order: string, json: (row: R) => string, { sql, params }?: Filter): {
        data: string;
        meta: string;
    };
}
/** Users or groups. Their JSON inside messages is far smaller than their rows, and cached. */
export declare abstract class EntityStore<R extends object> extends RowStore<R> {
    #private;
    /** `cached` is the number of entities whose JSON is cached at least. */
    constructor(db: Database, idName: 'uid' | 'guid', cached: number);
    /** The JSON of an entity inside messages. */
    protected abstract jsonOf(row: R): string;
    /** True if there is an entity of this id. */
    has(id: string): boolean;
    /** The JSON of an entity inside messages. A removed one keeps its id. */
    entityJson(id: string): string;
    /** Forgets the JSON of an entity that has changed, or of all. */
    protected forget(id?: string): void;
}
