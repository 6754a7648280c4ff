import type { Database } from '../storage/database.ts';
import { listPage } from '../storage/list-page.ts';
import { RecentMap } from '../storage/recent-map.ts';
import type { Table } from '../storage/table.ts';
import { Filter } from '../wire/filter.ts';
import { jsonObject, textMember } from '../wire/json-text.ts';
import type { PageQuery } from '../wire/pagination.ts';

/** Reads and writes rows of one kind in the data file of an app. */
export abstract class Store {
  protected readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }
}

/** Reads and writes the rows of one table by their key. */
export abstract class RowStore<R extends object> extends Store {
  protected abstract readonly table: Table<R>;

  /** The row of a key. */
  find(key: string): R | undefined {
    return this.table.find(this.db, key);
  }

  /** Adds a row whose key is free. */
  insert(row: R): void {
    this.table.insert(this.db, row);
  }

  /** Replaces everything about a row but its key and what never changes. */
  update(row: R): void {
    this.table.update(this.db, row);
  }

  /** Removes the row of a key. */
  remove(key: string): void {
    this.table.remove(this.db, key);
  }

  /** The number of rows. */
  count(): number {
    return this.db.count(this.table.name);
  }

  /** The answer with a page of the rows that the filter selects. */
  page(query: PageQuery, order: string, json: (row: R) => string, { sql, params } = new Filter()) {
    const { columns, name } = this.table;
    return listPage(this.db, query, { columns, from: `${name}${sql}`, order, params }, json);
  }
}

/** Users or groups. Their JSON inside messages is far smaller than their rows, and cached. */
export abstract class EntityStore<R extends object> extends RowStore<R> {
  readonly #entities: RecentMap<string, string>;
  readonly #idName: 'uid' | 'guid';

  /** `cached` is the number of entities whose JSON is cached at least. */
  constructor(db: Database, idName: 'uid' | 'guid', cached: number) {
    super(db);
    this.#idName = idName;
    this.#entities = new RecentMap(cached);
    db.onRollback(() => this.#entities.clear());
  }

  /** The JSON of an entity inside messages. */
  protected abstract jsonOf(row: R): string;

  /** True if there is an entity of this id. */
  has(id: string): boolean {
    return this.#entity(id) !== undefined;
  }

  /** The JSON of an entity inside messages. A removed one keeps its id. */
  entityJson(id: string): string {
    return this.#entity(id) ?? jsonObject(textMember(this.#idName, id));
  }

  #entity(id: string): string | undefined {
    const known = this.#entities.get(id);
    if (known !== undefined) return known;
    const row = this.find(id);
    if (!row) return undefined;
    const json = this.jsonOf(row);
    this.#entities.set(id, json);
    return json;
  }

  /** Forgets the JSON of an entity that has changed, or of all. */
  protected forget(id?: string): void {
    if (id === undefined) this.#entities.clear();
    else this.#entities.delete(id);
  }
}
