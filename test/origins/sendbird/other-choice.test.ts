import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { ChatApp } from './chat-app.ts';
import type { FakeOptions } from './fake-sendbird.ts';
import { type SendbirdHere, sendbirdHere } from './sendbird-here.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.now();
const SYNC = 'sync: { onMissing: delete, maxDelete: 1000 }';

/** A channel of now, one of long ago, and an open one. */
function busyAndQuiet(): ChatApp {
  const app = new ChatApp();
  for (const id of ['ann', 'ben']) app.addUser(id);
  app.addChannel('busy', ['ann', 'ben'], { created_by: { user_id: 'ann' } });
  app.addChannel('quiet', ['ann', 'ben'], { created_by: { user_id: 'ann' } });
  app.addChannel('lobby', [], { kind: 'open_channels', created_by: { user_id: 'ben' } });
  for (let at = 0; at < 6; at++) {
    app.write('busy', 'ann', 100 + at, NOW - (at < 3 ? 60 * DAY : 5 * DAY) + at * HOUR);
    app.write('quiet', 'ben', 200 + at, NOW - 400 * DAY + at * HOUR);
    app.write('lobby', 'ben', 300 + at, NOW - 3 * DAY + at * HOUR);
  }
  return app;
}

/** Changes the pipeline. */
function edit({ here }: SendbirdHere, from: string, to: string): void {
  const before = readFileSync(here.pipeline, 'utf8');
  expect(before).toContain(from);
  writeFileSync(here.pipeline, before.replace(from, to));
}

test('a wider choice reads what it means, and says so where nothing is asked', async () => {
  await using night = await sendbirdHere(busyAndQuiet(), { more: ', types: [group], since: 2026-06-01' });
  const { here, api } = night;
  expect((await here.json('validate')).exitCode).toBe(0);
  edit(night, ', types: [group], since: 2026-06-01', '');
  const asked = api.requests.length;
  expect(await runHere(['verify', here.pipeline])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('since, types or by has changed'),
  });
  expect(api.requests.length).toBe(asked);
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.entities.messages]).toMatchObject([0, { created: 18 }]);
});

test('a wrong application whose key is refused costs nothing', async () => {
  const options: FakeOptions = {};
  await using night = await sendbirdHere(busyAndQuiet(), { rest: SYNC, options });
  const { here, api } = night;
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  edit(night, 'APP-1', 'APP-2');
  options.fault = () => ({ status: 401, body: {} });
  expect((await runHere(['run', here.pipeline, '--yes'])).exitCode).toBe(10);
  edit(night, 'APP-2', 'APP-1');
  options.fault = undefined;
  const asked = api.requests.length;
  expect((await here.json('verify')).exitCode).toBe(0);
  expect(api.requests.length).toBe(asked);
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.entities.messages]).toMatchObject([0, { created: 0, unchanged: 18 }]);
  expect(api.requests.slice(asked).filter((each) => each.includes('quiet/messages'))).toEqual([]);
});
