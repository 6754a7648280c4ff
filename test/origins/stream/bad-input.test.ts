import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import type { Asked, Fault } from './fake-stream.ts';
import { held, streamHere } from './stream-here.ts';

const HTML = { headers: { 'content-type': 'text/html' }, body: '<html>down for maintenance</html>' };
const isTop = ({ parts }: Asked, name: string): boolean => parts[0] === name && parts.length === 1;
/** A request for messages of the channel `c2`. */
const ofOne = ({ parts }: Asked): boolean => parts[2] === 'c2';

test.each<
  [what: string, exit: number, said: string, fault: (asked: Asked) => Fault | undefined, api?: string]
>([
  [
    'a key of another app',
    10,
    'PULL.AUTH',
    () => ({ status: 401, body: { code: 2, message: 'api_key not found' } }),
  ],
  ['a page that is HTML', 7, 'PULL.FORM', (asked) => (isTop(asked, 'users') ? HTML : undefined)],
  [
    'a list that leads nowhere',
    7,
    'PULL.FORM',
    (asked) => (isTop(asked, 'users') ? { body: { users: [{ id: 'ann' }] } } : undefined),
  ],
  [
    'a list that nobody may read',
    7,
    'PULL.FORBIDDEN',
    (asked) =>
      isTop(asked, 'channels') ? { status: 403, body: { code: 17, message: 'not allowed' } } : undefined,
  ],
  [
    'a redirect to another host',
    2,
    'PULL.HOST',
    () => ({ status: 301, headers: { location: 'https://elsewhere.example.com/' } }),
  ],
  ['a channel whose page is HTML', 4, 'PULL.FORM', (asked) => (ofOne(asked) ? HTML : undefined)],
  [
    '403 for a channel',
    4,
    'PULL.FORBIDDEN',
    (asked) => (ofOne(asked) ? { status: 403, body: { code: 17, message: 'not allowed' } } : undefined),
  ],
  [
    'tasks that are refused',
    7,
    'PULL.JOB_FAILED',
    (asked) =>
      isTop(asked, 'export_channels')
        ? { status: 403, body: { code: 17, message: 'not on this plan' } }
        : undefined,
    ', by: export',
  ],
  [
    'a file of a task at no address over https',
    7,
    'PULL.FORM',
    ({ parts }) =>
      parts[0] === 'tasks'
        ? { body: { status: 'completed', result: { url: 'ftp://files.example.com/a' } } }
        : undefined,
    ', by: export',
  ],
])('%s ends with %i', async (_what, exit, said, fault, api = '') => {
  await using through = await streamHere({ fault, api, polls: 0 });
  const { exitCode, stdout, stderr } = await runHere(['validate', through.here.pipeline]);
  expect([exitCode, stdout + stderr]).toEqual([exit, expect.stringContaining(said)]);
  expect(stdout + stderr).not.toContain(through.fake.secret);
});

test('a channel that was deleted while it was listed is left out, and no other', async () => {
  await using through = await streamHere();
  await using without = await streamHere();
  const drop = (of: typeof through): void => {
    const { app } = of.fake;
    app.channels.delete('messaging:c2');
    app.members.delete('messaging:c2');
    for (const { id, cid } of [...app.messages.values()]) if (cid === 'messaging:c2') app.messages.delete(id);
  };
  drop(without);
  through.fake.fault = (asked) => {
    if (ofOne(asked)) drop(through);
    return undefined;
  };
  for (const { here } of [through, without])
    expect((await runHere(['run', here.pipeline, '--yes'])).exitCode).toBe(0);
  expect(await held(through.here)).toEqual(await held(without.here));
});
