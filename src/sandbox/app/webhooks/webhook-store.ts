import type { Database } from '../../storage/database.ts';
import { Table } from '../../storage/table.ts';
import { Filter, likeIn, prefixPattern } from '../../wire/filter.ts';

/** A webhook as stored. Flags are 0 or 1. */
export type Webhook = {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly useBasicAuth: number;
  readonly username: string | null;
  readonly password: string | null;
  readonly enabled: number;
  readonly retryOnFailure: number;
  readonly createdAt: number;
  readonly updatedAt: number;
};

const WEBHOOKS = new Table<Webhook & { readonly appId: string }>(
  'webhooks',
  `appId, id, name, url, useBasicAuth, username, password, enabled, retryOnFailure, createdAt, updatedAt`,
  '',
  'replace',
);
const OF_APP = 'webhooks WHERE app_id = ?';
const TRIGGERS_OF = 'webhook_triggers WHERE app_id = ? AND webhook = ?';

/** The webhooks of one app, and what each of them is told. */
export class WebhookStore {
  readonly #db: Database;
  readonly #appId: string;
  /** The enabled webhooks by trigger. Every event asks, and most find none. */
  readonly #wanting = new Map<string, readonly Webhook[]>();

  /** `db` is the data file of the first app, which holds the webhooks of all apps. */
  constructor(db: Database, appId: string) {
    this.#db = db;
    this.#appId = appId;
  }

  /** Forgets what was read. To be called when a transaction is rolled back. */
  forget(): void {
    this.#wanting.clear();
  }

  #write(sql: string, ...params: readonly (string | number | null)[]): void {
    this.forget();
    this.#db.run(sql, ...params);
  }

  /** A webhook. */
  find(id: string): Webhook | undefined {
    return this.#db.get<Webhook>(`SELECT ${WEBHOOKS.columns} FROM ${OF_APP} AND id = ?`, this.#appId, id);
  }

  /** The enabled webhooks that want a trigger. */
  wanting(trigger: string): readonly Webhook[] {
    const known = this.#wanting.get(trigger);
    if (known) return known;
    const found = this.#db.all<Webhook>(
      `SELECT ${WEBHOOKS.columns} FROM ${OF_APP} AND enabled = 1 AND id IN
         (SELECT webhook FROM webhook_triggers WHERE app_id = ? AND trigger_id = ?) ORDER BY id`,
      this.#appId,
      this.#appId,
      trigger,
    );
    this.#wanting.set(trigger, found);
    return found;
  }

  #filter(searchKey: string | undefined): Filter {
    const filter = new Filter('app_id = ?', this.#appId);
    if (searchKey) filter.where(likeIn('name'), `%${prefixPattern(searchKey)}`);
    return filter;
  }

  /** A page of the webhooks with a text in their name, oldest first. */
  list(searchKey: string | undefined, limit: number, offset: number): readonly Webhook[] {
    const { sql, params } = this.#filter(searchKey);
    return this.#db.all<Webhook>(
      `SELECT ${WEBHOOKS.columns} FROM webhooks${sql} ORDER BY created_at, id LIMIT ? OFFSET ?`,
      ...params,
      limit,
      offset,
    );
  }

  /** Counts the webhooks with a text in their name; all of them without one. */
  count(searchKey?: string): number {
    const { sql, params } = this.#filter(searchKey);
    return this.#db.count(`webhooks${sql}`, ...params);
  }

  /** Adds a webhook, or replaces the one with its id. What it is told stays. */
  put(webhook: Webhook): void {
    this.forget();
    WEBHOOKS.insert(this.#db, { ...webhook, appId: this.#appId });
  }

  /** Removes a webhook with what it is told. */
  remove(id: string): void {
    this.#write(`DELETE FROM ${TRIGGERS_OF}`, this.#appId, id);
    this.#write(`DELETE FROM ${OF_APP} AND id = ?`, this.#appId, id);
  }

  /** A page of what a webhook is told, by name. */
  triggersOf(id: string, limit: number, offset: number): readonly string[] {
    const sql = `SELECT trigger_id AS trigger FROM ${TRIGGERS_OF} ORDER BY trigger_id LIMIT ? OFFSET ?`;
    return this.#db
      .all<{ trigger: string }>(sql, this.#appId, id, limit, offset)
      .map(({ trigger }) => trigger);
  }

  /** The number of triggers that a webhook is told. */
  countTriggers(id: string): number {
    return this.#db.count(TRIGGERS_OF, this.#appId, id);
  }

  /** Tells a webhook about a trigger from now on. */
  addTrigger(id: string, trigger: string): void {
    const sql = 'INSERT OR IGNORE INTO webhook_triggers (app_id, webhook, trigger_id) VALUES (?, ?, ?)';
    this.#write(sql, this.#appId, id, trigger);
  }

  /** Tells a webhook no longer about a trigger. */
  removeTrigger(id: string, trigger: string): void {
    this.#write(`DELETE FROM ${TRIGGERS_OF} AND trigger_id = ?`, this.#appId, id, trigger);
  }
}
