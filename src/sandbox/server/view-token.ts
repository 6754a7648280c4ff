import { join } from 'node:path';
import { type App, setting } from '../app/app.ts';
import { newKey, sameSecret } from '../app/credentials.ts';
import { readPrivateFile, writePrivateFile } from '../storage/private-file.ts';

/** The secret that lets a browser read this sandbox's data, and the file (0600) that holds it. */
export type ViewToken = { readonly token: string; readonly file: string };

const TOKEN = /^[0-9a-f]{40}$/;

/** Creates the view token on the first start. Later it stays the same, in the data file and in `folder`. */
export function provideViewToken(app: App, folder: string): ViewToken {
  const file = join(folder, 'view-token');
  const kept = readPrivateFile(file);
  const token = setting(app, 'view token', () =>
    // A new data file keeps the token that people may have in an open page.
    kept !== undefined && TOKEN.test(kept) ? kept : newKey(),
  );
  if (kept !== token) writePrivateFile(file, `${token}\n`);
  return { token, file };
}

/** True if a header's value is the token. The time it takes does not show where they differ. */
export function isToken(given: string | readonly string[] | undefined, token: string): boolean {
  return typeof given === 'string' && sameSecret(given, token);
}
