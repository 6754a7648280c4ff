import { randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { readPrivateFile, writePrivateFile } from '../storage/private-file.ts';
import type { KeyScope } from '../stores/key-store.ts';
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

/** Creates the keys of an app unless it has some, and writes them to files (0600) in `folder`. */
export function provideAppKeys(app: App, folder: string): AppKeyFiles {
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
  return app.db.transaction(() => ({
    apiKey: provide(join(folder, 'api-key'), 'REST API Key', 'fullAccess'),
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
