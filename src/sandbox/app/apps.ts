import { join } from 'node:path';
import { makePrivateFile, makeSecretFolder } from '../storage/private-file.ts';
import { ApiError } from '../wire/api-error.ts';
import { SandboxError } from '../wire/sandbox-error.ts';
import { type App, type AppSettings, openApp } from './app.ts';
import { provideAppKeys } from './credentials.ts';

/** An app as the management API lists it. */
export type AppEntry = {
  readonly appId: string;
  readonly name: string;
  readonly region: string;
  readonly createdAt: number;
};

/** The host shapes of the specification: `<appId>.api-<region>.…` for chat, `<appId>.call-<region>.…` for calls. */
const HOST = /^([a-z0-9]{1,64})\.(api|call)-(us|eu|in)\./i;

/** The app that a request addresses, and whether it addresses the calls host. */
export type Addressed = { readonly app: App | undefined; readonly calls: boolean };

/**
 * The apps of a sandbox. The first app uses the main data file. Each further app has its own data file beside the
 * keys, so no app can see another's rows.
 */
export class Apps implements Disposable {
  readonly #settings: AppSettings;
  /** Where further apps keep their data and keys. */
  readonly #folder: string;
  readonly #main: App;
  readonly #mainEntry: AppEntry;
  readonly #others = new Map<string, App>();

  /** `folder` holds the data and keys of further apps. Existing apps are opened. */
  constructor(main: App, mainEntry: AppEntry, folder: string, settings: AppSettings) {
    this.#main = main;
    this.#mainEntry = mainEntry;
    this.#folder = folder;
    this.#settings = settings;
    try {
      for (const { appId } of this.#entries()) this.#open(appId);
    } catch (error) {
      for (const app of this.#others.values()) app.db.close();
      throw error;
    }
  }

  #entries(): readonly AppEntry[] {
    return this.#main.db.all<AppEntry>(
      'SELECT app_id AS appId, name, region, created_at AS createdAt FROM apps ORDER BY created_at, app_id',
    );
  }

  /** Every app, beginning with the first. */
  list(): readonly AppEntry[] {
    return [this.#mainEntry, ...this.#entries()];
  }

  /** Creates an app in the region of the first app unless it exists. Throws a SandboxError for an invalid id. */
  provide(appId: string): void {
    if (!/^[a-z0-9]{1,64}$/.test(appId)) {
      throw new SandboxError('OPTION_INVALID', `app id "${appId}": expected lower-case letters and digits`);
    }
    if (appId === this.#mainEntry.appId || this.#others.has(appId)) return;
    this.#main.db.run(
      'INSERT INTO apps (app_id, name, region, created_at) VALUES (?, ?, ?, ?)',
      appId,
      appId,
      this.#mainEntry.region,
      this.#main.now(),
    );
    this.#open(appId);
  }

  #open(appId: string): void {
    const keys = join(this.#folder, appId);
    makeSecretFolder(this.#folder);
    makeSecretFolder(keys);
    const file = join(this.#folder, `${appId}.sqlite`);
    makePrivateFile(file);
    const app = openApp(file, this.#settings);
    this.#others.set(appId, app);
    provideAppKeys(app, keys);
  }

  #byId(appId: string): App {
    const app = appId === this.#mainEntry.appId ? this.#main : this.#others.get(appId);
    if (app) return app;
    throw new ApiError('AUTH_ERR_INVALID_APPID', `The app id ${appId} does not exist.`);
  }

  /**
   * The app that a request names by its host or its `appid` header. Undefined if it names none, as on 127.0.0.1:
   * the key decides then. Throws AUTH_ERR_INVALID_APPID for an unknown app.
   */
  addressed(headers: Readonly<Record<string, string | string[] | undefined>>): Addressed {
    const [, label, kind] = HOST.exec(headers['host']?.toString() ?? '') ?? [];
    const named = label ?? headers['appid'];
    const calls = kind?.toLowerCase() === 'call';
    return { app: typeof named === 'string' ? this.#byId(named.toLowerCase()) : undefined, calls };
  }

  /** The app that a key belongs to, or the first app for an unknown key. */
  ofKey(apiKey: string): App {
    if (this.#others.size === 0 || this.#main.keys.scopeOf(apiKey)) return this.#main;
    for (const app of this.#others.values()) if (app.keys.scopeOf(apiKey)) return app;
    return this.#main;
  }

  /** The id of an open app. */
  idOf(app: App): string {
    const [id] = [...this.#others].find(([, other]) => other === app) ?? [];
    return id ?? this.#mainEntry.appId;
  }

  /** The app in the main data file. */
  get main(): App {
    return this.#main;
  }

  [Symbol.dispose](): void {
    for (const app of [this.#main, ...this.#others.values()]) app.db.close();
  }
}
