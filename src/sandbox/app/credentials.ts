import { randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { readPrivateFile, writePrivateFile } from '../storage/private-file.ts';
import type { KeyScope } from '../stores/key-store.ts';
import { type App, setting } from './app.ts';

/** Where the keys of one app lie, one per file. */
export type AppKeyFiles = { readonly apiKey: string; readonly authKey: string };

/** Where the secrets of a sandbox lie, one per file. */
export type CredentialFiles = AppKeyFiles & {
  readonly managementKey: string;
  readonly managementSecret: string;
};

/** The credentials of the management API. */
export type ManagementCredentials = { readonly key: string; readonly secret: string };

/** A new secret in the form of the service's own keys: 40 hex digits. */
export const newKey = () => randomBytes(20).toString('hex');

/** Whether two secrets are the same, in a time that says nothing about where they differ. */
export function sameSecret(given: string, known: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(known)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The key in a file where it is well-formed, so that a data file made anew keeps the key people already use. */
function readKey(path: string): string {
  const key = readPrivateFile(path);
  return key !== undefined && /^[0-9a-f]{40}$/.test(key) ? key : newKey();
}

function keepInFile(path: string, secret: string): string {
  if (readPrivateFile(path) !== secret) writePrivateFile(path, `${secret}\n`);
  return path;
}

/** Makes the keys of an app where it has none and keeps them in files (0600) in `folder`. */
export function provideAppKeys(app: App, folder: string): AppKeyFiles {
  // Where there are keys, the one in a file may be a key that has been deleted, which must stay so.
  const make: (path: string) => string = app.keys.count({}) === 0 ? readKey : newKey;
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

/** Makes the management credentials on the first start and keeps them in files (0600) in `folder`. */
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
