import { expect, test } from 'vitest';
import { realSystem } from '../../../src/system/system.ts';
import { runHere } from '../../support/command-here.ts';
import { ChatApp } from './chat-app.ts';
import type { FakeOptions } from './fake-sendbird.ts';
import { held, type SendbirdHere, sendbirdHere } from './sendbird-here.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.now();

function app(): ChatApp {
  const made = new ChatApp();
  for (const id of ['ann', 'ben']) made.addUser(id);
  made.addChannel('harbour', ['ann', 'ben'], { created_by: { user_id: 'ann' } });
  made.addChannel('lobby', [], { kind: 'open_channels', created_by: { user_id: 'ben' } });
  for (let at = 0; at < 6; at++) {
    made.write('harbour', 'ann', 100 + at, NOW - (at < 3 ? 60 : 5) * DAY + at * HOUR);
    made.write('lobby', 'ben', 200 + at, NOW - (at < 3 ? 60 : 4) * DAY + at * HOUR);
  }
  return made;
}

async function standing({ here }: SendbirdHere): Promise<number> {
  const { messages } = await held(here);
  return messages.filter(({ muid, isDeleted }) => muid !== undefined && isDeleted !== true).length;
}

test.each(['group_channels/harbour', 'open_channels/lobby'])(
  'an answer of %s that is empty for one night deletes nothing',
  async (channel) => {
    const options: FakeOptions = {};
    await using night = await sendbirdHere(app(), { options, rest: 'sync: {}' });
    expect((await night.here.json('run', '--yes')).exitCode).toBe(0);
    options.fault = ({ path, query }) =>
      path.endsWith(`${channel}/messages`) && query.get('next_limit') !== '0'
        ? { status: 200, body: { messages: [] } }
        : undefined;
    const { exitCode, result } = await night.here.json('run', '--yes');
    expect([exitCode, result.export?.pulled?.unread?.samples]).toMatchObject([4, [{ code: 'PULL.FORM' }]]);
    expect(await standing(night)).toBe(12);
    options.fault = undefined;
    const asked = night.api.requests.length;
    expect((await night.here.json('run', '--yes')).exitCode).toBe(0);
    expect(night.api.requests.slice(asked).join()).toContain(`${channel}/messages`);
    expect(await standing(night)).toBe(12);
  },
);

test('messages that are deleted all at once are found by the record of their channel', async () => {
  const team = app();
  await using night = await sendbirdHere(team, { rest: 'sync: { maxDelete: 50% }' });
  expect((await night.here.json('run', '--yes')).exitCode).toBe(0);
  for (const id of [103, 104, 105, 203, 204, 205]) team.remove(id);
  expect((await night.here.json('run', '--yes')).exitCode).toBe(0);
  expect(await standing(night)).toBe(6);
});

test('a machine whose clock is slow reads by the clock of Sendbird, and says so', async () => {
  const clock = { ...realSystem.clock, now: () => Date.now() - 15 * DAY };
  await using slow = await sendbirdHere(app());
  const run = ['run', slow.here.pipeline, '--yes'];
  const { exitCode, stderr } = await runHere(run, undefined, { ...realSystem, clock });
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('the clock of this machine is')]);
  expect(await standing(slow)).toBe(12);
});
