import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { IN_MEMORY } from '../storage/database.ts';
import { makePrivateFile, makeSecretFolder } from '../storage/private-file.ts';
import { ApiError, SandboxError } from '../wire/api-error.ts';
import { type App, type AppSettings, openApp } from './app.ts';
import { provideAppKeys } from './credentials.ts';
import { WebhookStore } from './webhooks/webhook-store.ts';
import { Webhooks } from './webhooks/webhooks.ts';

/** An app as the management API lists it. */
export type AppEntry = {
  readonly appId: string;
  readonly name: string;
  readonly region: string;
  readonly createdAt: number;
};

/** An open app, and its webhooks at work. */
export type OpenApp = { readonly app: App; readonly webhooks: Webhooks };

/** The host shapes of the specification: `<appId>.api-<region>.…` for chat, `<appId>.call-<region>.…` for calls. */
const HOST = /^([a-z0-9]{1,64})\.(api|call)-([a-z0-9-]{1,20})\./i;

/** Throws a SandboxError for what is no id of an app. */
export function checkAppId(appId: string): void {
  if (/^[a-z0-9]{1,64}$/.test(appId)) return;
  throw new SandboxError('OPTION_INVALID', `app id "${appId}": expected lower-case letters and digits`);
}

/** An id for a new app. It ends with a letter: digits alone, or digits around an `e`, are a number to YAML. */
export const randomAppId = (): string => `2${randomBytes(8).toString('hex').slice(0, -1)}f`;

/** The app that a request addresses, and whether it addresses the calls host. */
export type Addressed = { readonly app: App | undefined; readonly calls: boolean };

/**
 * The apps of a sandbox. The first app uses the main data file. Each further app has its own data file beside the
 * keys, so no app can see another's rows.
 */
export class Apps implements Disposable {
  readonly #settings: AppSettings;
  /** Folder in which further apps keep their data and keys. */
  readonly #folder: string;
  readonly #main: App;
  readonly #mainEntry: AppEntry;
  /** Every app by its id, beginning with the first. */
  readonly #all = new Map<string, OpenApp>();
  /** The apps that the running transaction adds, and whether their files are new. */
  readonly #coming = new Map<string, boolean>();
  /** The apps that the running transaction removes. */
  readonly #leaving = new Set<string>();

  /** `folder` holds the data and keys of further apps. Existing apps are opened. */
  constructor(main: App, mainEntry: AppEntry, folder: string, settings: AppSettings) {
    this.#main = main;
    this.#mainEntry = mainEntry;
    this.#folder = folder;
    this.#settings = settings;
    this.#all.set(mainEntry.appId, { app: main, webhooks: this.#webhooksOf(main, mainEntry) });
    main.db.onStored(() => this.#stored());
    main.db.onRollback(() => this.#rolledBack());
    try {
      for (const entry of this.#entries()) this.#open(entry);
    } catch (error) {
      for (const { app } of this.#all.values()) if (app !== main) app.db.close();
      throw error;
    }
  }

  #entries(): readonly AppEntry[] {
    return this.#main.db.all<AppEntry>(
      'SELECT app_id AS appId, name, region, created_at AS createdAt FROM apps ORDER BY created_at, app_id',
    );
  }

  /** Every open app: the first one without its id. */
  all(): readonly (readonly [appId: string | undefined, app: App])[] {
    return Array.from(this.#all, ([id, { app }]) => [app === this.#main ? undefined : id, app]);
  }

  /**
   * Replaces the data of all apps. Further apps that the new data does not list are removed, unless they are `wanted`.
   * @param imageOf the file with the new data of an app, the first one without id
   */
  restore(imageOf: (appId?: string) => string, wanted: readonly string[] = []): void {
    this.#main.db.restoreFrom(imageOf());
    const listed = new Set([...this.#entries().map(({ appId }) => appId), ...wanted]);
    for (const [appId, { app }] of [...this.#all]) {
      if (app === this.#main || listed.has(appId)) continue;
      this.#close(appId);
      this.#removeFiles(appId);
    }
    for (const { app, webhooks } of this.#all.values()) {
      webhooks.restart();
      app.limits.reset();
    }
    for (const appId of wanted) this.#list(appId);
    for (const entry of this.#entries()) {
      if (!this.#all.has(entry.appId)) this.#open(entry);
      const { app } = this.find(entry.appId);
      app.db.restoreFrom(imageOf(entry.appId));
      provideAppKeys(app, this.#keysOf(entry.appId));
    }
  }

  /** Lists an app that is open and has been taken off the list. */
  #list(appId: string): void {
    const { region } = this.#mainEntry;
    const sql = 'INSERT OR IGNORE INTO apps (app_id, name, region, created_at) VALUES (?, ?, ?, ?)';
    this.#main.db.run(sql, appId, appId, region, this.#main.now());
  }

  /** Every app, beginning with the first. */
  list(): readonly AppEntry[] {
    return [this.#mainEntry, ...this.#entries()];
  }

  /** Creates an app in the region of the first app unless it exists. Throws a SandboxError for an invalid id. */
  provide(appId: string): void {
    checkAppId(appId);
    if (this.#all.has(appId)) return;
    const entry = { appId, name: appId, region: this.#mainEntry.region, createdAt: this.#main.now() };
    this.#main.db.transaction(() => this.#add(entry));
  }

  /** Creates an app with a random id, within a transaction of the first app. */
  create(name: string, region: string): AppEntry {
    const entry = { appId: randomAppId(), name, region, createdAt: this.#main.now() };
    this.#add(entry);
    return entry;
  }

  #add(entry: AppEntry): void {
    this.#main.db.run(
      'INSERT INTO apps (app_id, name, region, created_at) VALUES (?, ?, ?, ?)',
      entry.appId,
      entry.name,
      entry.region,
      entry.createdAt,
    );
    this.#coming.set(entry.appId, !existsSync(this.#fileOf(entry.appId)));
    this.#open(entry);
  }

  /** Files cannot be rolled back, so they go when the list without their app is stored. */
  #stored(): void {
    this.#coming.clear();
    for (const appId of this.#leaving) {
      this.#close(appId);
      this.#removeFiles(appId);
    }
    this.#leaving.clear();
  }

  #rolledBack(): void {
    this.#leaving.clear();
    for (const { webhooks } of this.#all.values()) webhooks.store.forget();
    for (const [appId, isNew] of this.#coming) {
      this.#close(appId);
      if (isNew) this.#removeFiles(appId);
    }
    this.#coming.clear();
  }

  #close(appId: string): void {
    const open = this.#all.get(appId);
    open?.webhooks[Symbol.dispose]();
    open?.app.db.close();
    this.#all.delete(appId);
  }

  #removeFiles(appId: string): void {
    if (!this.#main.db.isInMemory) this.#removeData(appId);
    rmSync(this.#keysOf(appId), { recursive: true, force: true });
  }

  #removeData(appId: string): void {
    for (const end of ['', '-wal', '-shm', '-redo']) rmSync(`${this.#fileOf(appId)}${end}`, { force: true });
  }

  #open(entry: AppEntry): void {
    const keys = this.#keysOf(entry.appId);
    makeSecretFolder(this.#folder);
    makeSecretFolder(keys);
    const file = this.#fileOf(entry.appId);
    if (!this.#main.db.isInMemory) makePrivateFile(file);
    const app = openApp(file, this.#settings);
    this.#all.set(entry.appId, { app, webhooks: this.#webhooksOf(app, entry) });
    provideAppKeys(app, keys);
  }

  readonly #keysOf = (appId: string): string => join(this.#folder, appId);
  readonly #fileOf = (appId: string): string =>
    this.#main.db.isInMemory ? IN_MEMORY : join(this.#folder, `${appId}.sqlite`);

  #webhooksOf({ events }: App, { appId, region }: AppEntry): Webhooks {
    const { quirks, clock, network } = this.#settings;
    const store = new WebhookStore(this.#main.db, appId);
    const webhooks = new Webhooks(store, {
      appId,
      region,
      clock,
      network,
      retriesMs: quirks.webhookRetriesMs,
    });
    events.listen(webhooks);
    return webhooks;
  }

  /**
   * Removes an app with its data, keys and webhooks, once the transaction of the first app that this is part of is
   * stored. The first app holds the others, so it is refused.
   */
  remove(appId: string): void {
    if (this.find(appId).app === this.#main) {
      throw new ApiError('AUTH_ERR_NO_ACCESS', 'The first app of a sandbox cannot be deleted.');
    }
    for (const table of ['apps', 'webhooks', 'webhook_triggers', 'extensions']) {
      this.#main.db.run(`DELETE FROM ${table} WHERE app_id = ?`, appId);
    }
    this.#leaving.add(appId);
  }

  /** An app by its id. Throws AUTH_ERR_INVALID_APPID for an unknown app. */
  find(appId: string): OpenApp {
    const found = this.#all.get(appId);
    if (found) return found;
    throw new ApiError('AUTH_ERR_INVALID_APPID', `The app id ${appId} does not exist.`);
  }

  /**
   * The app that a request names by its host or its `appid` header. Undefined if it names none, as on 127.0.0.1:
   * the key decides then. Throws AUTH_ERR_INVALID_APPID for an unknown app, and for a host of another region.
   */
  addressed(headers: Readonly<Record<string, string | string[] | undefined>>): Addressed {
    const [, label, kind, region] = HOST.exec(headers['host']?.toString() ?? '') ?? [];
    const named = label ?? headers['appid'];
    const calls = kind?.toLowerCase() === 'call';
    if (region && typeof named === 'string') this.#checkRegion(named.toLowerCase(), region.toLowerCase());
    return { app: typeof named === 'string' ? this.find(named.toLowerCase()).app : undefined, calls };
  }

  /** Documented: an app is served only in its own region. */
  #checkRegion(appId: string, region: string): void {
    const own = this.list().find((entry) => entry.appId === appId)?.region;
    if (own === region || this.#settings.quirks.anyRegion) return;
    throw new ApiError(
      'AUTH_ERR_INVALID_APPID',
      `The app id ${appId} does not exist in the region ${region}.`,
    );
  }

  /** The app that a key belongs to, or the first app for an unknown key. */
  ofKey(apiKey: string): App {
    if (this.#all.size > 1) {
      for (const { app } of this.#all.values()) if (app.keys.scopeOf(apiKey)) return app;
    }
    return this.#main;
  }

  /** The id of one of the apps. */
  idOf(app: App): string {
    for (const [id, other] of this.#all) if (other.app === app) return id;
    return this.#mainEntry.appId;
  }

  /** The app in the main data file. */
  get main(): App {
    return this.#main;
  }

  [Symbol.dispose](): void {
    for (const appId of [...this.#all.keys()]) this.#close(appId);
  }
}
