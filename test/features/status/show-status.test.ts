import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAST, targetOf, workspace } from '../../e2e/workspace.ts';
import { openSandbox } from '../../sandbox/sandbox-client.ts';
import { runHere } from '../../support/command-here.ts';

test.each([
  ['a minute ago', -60_000, /^ {2}state saved 60 s ago in /m],
  ['now', 0, /^ {2}state saved \d\.\d s ago in /m],
  [
    'in an hour, because the clock went back',
    3_600_000,
    /^ {2}state saved at \d{4}-\d\d-\d\dT[\d:.]+Z, which is in the future: the clock of this machine went back, in /m,
  ],
])('state that was saved %s', async (_when, ms, line) => {
  await using opened = await openSandbox();
  using space = workspace(3);
  const { baseUrl, files } = opened.sandbox;
  const target = targetOf({ baseUrl, keyFile: files.apiKey });
  const pipeline = space.pipeline({ target, rest: FAST });
  expect(await runHere(['run', pipeline, '--yes'])).toMatchObject({ exitCode: 0 });
  const savedAt = new Date(Date.now() + ms);
  utimesSync(join(space.folder, '.chatferry/e2e/checkpoint.json'), savedAt, savedAt);
  const { exitCode, stdout } = await runHere(['status', pipeline]);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(line);
  expect(stdout).not.toContain('saved -');
});
