import { randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { readPrivateFile, writePrivateFile } from '../storage/private-file.ts';
import type { KeyScope } from '../stores/key-store.ts';
import { SandboxError } from '../wire/api-error.ts';
import { type App, setting } from './app.ts';

/** The key files of one app, one key each. */
export type AppKeyFiles = { readonly apiKey: string; readonly authKey: string };

/** The secret files of a sandbox, one secret each. */
export type CredentialFiles = AppKeyFiles & {
  readonly managementKey: string;
  readonly managementSecret: string;
};

/** The credentials of the management API. */
export type ManagementCredentials = { readonly key: string; readonly secret: string };

/** A new secret in the form of the service's own keys: 40 hex digits. */
export const newKey = () => randomBytes(20).toString('hex');

/** Compares two secrets. The time it takes does not show where they differ. */
export function sameSecret(given: string, known: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(known)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * The key in a file, or a new key if the file has no valid one. A new data file so keeps the key that people
 * already use.
 */
function readKey(path: string): string {
  const key = readPrivateFile(path);
  return key !== undefined && /^[0-9a-f]{40}$/.test(key) ? key : newKey();
}

function keepInFile(path: string, secret: string): string {
  if (readPrivateFile(path) !== secret) writePrivateFile(path, `${secret}\n`);
  return path;
}

/** A key that tests choose: it needs no quoting anywhere. */
const FIXED = /^[\w-]{8,128}$/;

/** Throws a SandboxError for what cannot be a fixed API key. The message does not contain it. */
export function checkApiKey(key: string): void {
  if (typeof key === 'string' && FIXED.test(key)) return;
  throw new SandboxError('OPTION_INVALID', 'the API key must be 8 to 128 letters, digits, "_" and "-"');
}

/**
 * Creates the keys of an app unless it has some, and writes them to files (0600) in `folder`.
 * @param fixed the key of the scope `fullAccess`, which is added to an app that has another one
 */
export function provideAppKeys(app: App, folder: string, fixed?: string): AppKeyFiles {
  // If the app has keys, the key in the file may be a deleted one, which must stay deleted.
  const make: (path: string) => string = app.keys.count() === 0 ? readKey : newKey;
  const provide = (path: string, name: string, scope: KeyScope): string => {
    let key = app.keys.first(scope);
    if (key === undefined) {
      key = make(path);
      app.keys.insert({ apiKey: key, name, scope, createdAt: app.now() });
    }
    return keepInFile(path, key);
  };
  const provideFixed = (path: string, key: string): string => {
    if (app.keys.find(key) === undefined)
      app.keys.insert({ apiKey: key, name: 'REST API Key', scope: 'fullAccess', createdAt: app.now() });
    return keepInFile(path, key);
  };
  return app.db.transaction(() => ({
    apiKey:
      fixed === undefined
        ? provide(join(folder, 'api-key'), 'REST API Key', 'fullAccess')
        : provideFixed(join(folder, 'api-key'), fixed),
    authKey: provide(join(folder, 'auth-key'), 'Auth Key', 'authOnly'),
  }));
}

/** Creates the management credentials on the first start, and writes them to files (0600) in `folder`. */
export function provideManagement(
  app: App,
  folder: string,
): { readonly credentials: ManagementCredentials; readonly files: Omit<CredentialFiles, keyof AppKeyFiles> } {
  return app.db.transaction(() => {
    const [keyFile, secretFile] = [join(folder, 'management-key'), join(folder, 'management-secret')];
    const key = setting(app, 'management key', () => readKey(keyFile));
    const secret = setting(app, 'management secret', () => readKey(secretFile));
    const files = {
      managementKey: keepInFile(keyFile, key),
      managementSecret: keepInFile(secretFile, secret),
    };
    return { credentials: { key, secret }, files };
  });
}
