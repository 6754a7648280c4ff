import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspace } from '../../e2e/workspace.ts';
import { openSandbox } from '../../sandbox/sandbox-client.ts';
import { startCli } from '../../support/cli-process.ts';
import { examine, target } from './examine.ts';

/** The request at whose answer a probe is killed: rows are written, read back, removed. */
const KILLS = [/^POST .*\/data_import\/messages/, /^GET .*\/members/, /^DELETE .*\/messages\//];

test('a probe that was killed in any step is cleaned up by the next one', async () => {
  using space = workspace(3);
  let kill = (_request: string): void => {};
  await using own = await openSandbox({ http: false, log: ({ method, path }) => kill(`${method} ${path}`) });
  const pipeline = space.pipeline({ target: target(own) });
  let importing = 0;
  for (const at of KILLS) {
    const child = startCli(['doctor', pipeline, '--probe', '--yes']);
    const closed = once(child, 'close');
    importing = 0;
    kill = (request) => {
      if (request.includes('/data_import/messages')) importing++;
      // The first import of messages writes nothing.
      if (importing > 1 && at.test(request)) child.kill('SIGKILL');
    };
    child.stdout.resume();
    child.stderr.resume();
    const [, signal] = (await closed) as [number | null, string | null];
    expect([at.source, signal]).toEqual([at.source, 'SIGKILL']);
  }
  const record = () =>
    JSON.parse(readFileSync(join(space.folder, '.chatferry/e2e/probe.json'), 'utf8')) as { open: unknown[] };
  expect(record().open.length).toBeGreaterThan(0);
  const report = await examine(pipeline, { probe: true, yes: true });
  expect(report.exitCode).toBe(0);
  expect(record().open).toEqual([]);
  for (const path of ['/users?withDeactivated=true', '/groups', '/messages'])
    expect([path, (await own.get(path)).json.data]).toEqual([path, []]);
}, 60_000);
