import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type App, setting } from './app.ts';
import type { KeyScope } from './key-store.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

/** Where the secrets of a sandbox lie, one per file. */
export type CredentialFiles = {
  readonly apiKey: string;
  readonly authKey: string;
  readonly managementKey: string;
  readonly managementSecret: string;
};

const newKey = () => randomBytes(20).toString('hex');

/** The key in a file where it is well-formed, so that a data file made anew keeps the key people already use. */
function keyIn(path: string): string {
  const key = readPrivateFile(path);
  return key !== undefined && /^[0-9a-f]{40}$/.test(key) ? key : newKey();
}

function keepInFile(path: string, secret: string): string {
  if (readPrivateFile(path) !== secret) writePrivateFile(path, `${secret}\n`);
  return path;
}

function apiKey(app: App, path: string, name: string, scope: KeyScope): string {
  let key = app.keys.first(scope);
  if (key === undefined) {
    key = keyIn(path);
    app.keys.insert(key, name, scope, app.now());
  }
  return keepInFile(path, key);
}

/** Makes the keys of an app on its first start and keeps them in files (0600) in `folder`. */
export function provideCredentials(app: App, folder: string): CredentialFiles {
  return app.db.transaction(() => {
    const secret = (name: string, file: string) => {
      const path = join(folder, file);
      return keepInFile(
        path,
        setting(app, name, () => keyIn(path)),
      );
    };
    return {
      apiKey: apiKey(app, join(folder, 'api-key'), 'REST API Key', 'fullAccess'),
      authKey: apiKey(app, join(folder, 'auth-key'), 'Auth Key', 'authOnly'),
      managementKey: secret('management key', 'management-key'),
      managementSecret: secret('management secret', 'management-secret'),
    };
  });
}
