import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** What becomes of a row depends on the row: on no zone or language of the machine, and on no season. */

const here = import.meta.dirname;

async function printed(env: Readonly<Record<string, string>>): Promise<string> {
  const args = ['--import', join(here, 'shift-today.ts'), join(here, 'value-forms.ts')];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...env },
  });
  return stdout;
}

test('the forms of values give the same bytes in every zone, language and season', async () => {
  const usual = await printed({ TZ: 'UTC', LANG: 'C', SHIFT_DAYS: '0' });
  expect(usual).toContain('"sentAt":1792889400');
  expect(usual.split('\n').length).toBeGreaterThan(50);
  const places = [
    { TZ: 'Europe/Berlin', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
    { TZ: 'America/New_York', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    { TZ: 'Pacific/Apia', LANG: 'ar_EG.UTF-8', LC_ALL: 'ar_EG.UTF-8' },
  ];
  for (const place of places)
    for (const days of ['0', '230'])
      expect([place, days, await printed({ ...place, SHIFT_DAYS: days })]).toEqual([place, days, usual]);
});
