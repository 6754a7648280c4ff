import type { Database } from '../storage/database.ts';

/** Reads and writes rows of one kind in the data file of an app. */
export abstract class Store {
  protected readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }
}
