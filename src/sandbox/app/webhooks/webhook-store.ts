import type { Database } from '../../storage/database.ts';
import { listPage } from '../../storage/list-page.ts';
import { Table } from '../../storage/table.ts';
import { Filter, likeIn, prefixPattern } from '../../wire/filter.ts';
import type { PageQuery } from '../../wire/pagination.ts';

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

  /** Every webhook, oldest first. */
  all(): readonly Webhook[] {
    const sql = `SELECT ${WEBHOOKS.columns} FROM ${OF_APP} ORDER BY created_at, id`;
    return this.#db.all<Webhook>(sql, this.#appId);
  }

  /** The answer with a page of the webhooks with a text in their name, oldest first. */
  page(query: PageQuery & { readonly searchKey?: string | undefined }, json: (webhook: Webhook) => string) {
    const filter = new Filter('app_id = ?', this.#appId);
    if (query.searchKey) filter.where(likeIn('name'), `%${prefixPattern(query.searchKey)}`);
    const from = `webhooks${filter.sql}`;
    const list = { columns: WEBHOOKS.columns, from, order: 'created_at, id', params: filter.params };
    return listPage(this.#db, query, list, json);
  }

  /** The number of webhooks. */
  count(): number {
    return this.#db.count(OF_APP, this.#appId);
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

  /** The answer with a page of what a webhook is told, by name. */
  triggersPage(id: string, query: PageQuery, json: (trigger: string) => string) {
    const list = {
      columns: 'trigger_id AS name',
      from: TRIGGERS_OF,
      order: 'name',
      params: [this.#appId, id],
    };
    return listPage(this.#db, query, list, ({ name }: { name: string }) => json(name));
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
