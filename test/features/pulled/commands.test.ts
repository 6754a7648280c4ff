import { expect, test } from 'vitest';
import { stagesHere } from '../fleet/shards/stages-here.ts';
import { pulledHere } from './pulled-here.ts';

test('shards write what the first stage has read, which no other stage asks for again', async () => {
  await using pulled = await pulledHere({ rest: 'shards: 2' });
  const { exitCode, report } = await stagesHere(pulled.here.pipeline, ({ kind }) => {
    // The first stage reads: what is asked for after it is too much.
    if (kind !== 'entity') pulled.api.options.fault = () => ({ status: 500, body: {} });
    return true;
  });
  expect(exitCode).toBe(0);
  expect(report).toMatchObject({ balanced: true, entities: { messages: { read: 5 } } });
  expect(report?.export?.pulled).toMatchObject({ messages: 5 });
  expect((await pulled.say('verify')).exitCode).toBe(0);
});

test('rejects are corrected and sent again without asking the old system', async () => {
  await using pulled = await pulledHere({
    rest: 'retention: { messagesOlderThanDays: 1000, policy: reject }',
  });
  pulled.app.write('team', 'ben', 9, 1_000_000_000_000);
  expect((await pulled.say('run', '--yes')).exitCode).toBe(4);
  const asked = pulled.api.requests.length;
  const shown = await pulled.say('rejects');
  expect(shown.stdout).toContain('MESSAGE.TOO_OLD');
  expect((await pulled.say('rejects retry', '--yes')).exitCode).toBe(4);
  for (const command of ['status', 'report', 'runs', 'verify', 'undo'])
    expect([0, 5], command).toContain((await pulled.say(command)).exitCode);
  expect(pulled.api.requests).toHaveLength(asked);
});
