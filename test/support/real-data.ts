import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';

/** Said in the name of a skipped test. */
export const REAL_DATA = 'real files that are not part of the project: npm run test:real';

/**
 * A folder or file among the real files that `npm run test:real` tries, which are too big for the project: `CHATFERRY_DATA` is
 * their folder. Undefined without it, so that the suite is the same wherever it runs.
 */
export function realData(path: string): string | undefined {
  const folder = process.env['CHATFERRY_DATA'];
  const found = folder && join(folder, path);
  return found && existsSync(found) ? found : undefined;
}

/** A test of real files; skipped, with the reason in its name, where they are not. */
export function testWithReal(path: string, name: string, run: (path: string) => Promise<void>): void {
  const found = realData(path);
  if (found) test(name, () => run(found));
  else test.skip(`${name} (${path}: ${REAL_DATA})`, () => {});
}
