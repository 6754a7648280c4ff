import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/repository.ts';

/** Clocks that are put forward or back skip or repeat an hour between midnight and four. */
const TIMES = /(?:^|["'\s])(\d{1,2}) (\d{1,2}) \* \* \*|OnCalendar=\S+ (\d\d):(\d\d)/gm;

test('no night of the samples begins in an hour that clocks skip or repeat', () => {
  const files = globSync(
    [
      'contrib/*',
      'docs/guides/nightly.md',
      'docs/operating/*.md',
      'src/cli/commands/groups/fleet.ts',
      'src/errors/codes/fleet.ts',
    ],
    { cwd: repository },
  );
  const found = files.flatMap((file) =>
    [...readFileSync(join(repository, file), 'utf8').matchAll(TIMES)].map(
      ([, , cron, timer]) => `${file} ${Number(cron ?? timer)}`,
    ),
  );
  expect(found.length).toBeGreaterThan(4);
  expect(found.filter((each) => Number(each.split(' ')[1]) < 4)).toEqual([]);
});
