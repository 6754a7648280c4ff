import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { appOf, changes, type StreamApp } from './stream-app.ts';
import { held, type StreamHere, streamHere } from './stream-here.ts';

const [HOUR, DAY] = [3_600_000, 86_400_000];
const NOW = Date.now();

function app(): StreamApp {
  const made = appOf(
    ['ann', 'bob'].map((id) => ({
      type: 'user',
      item: { id, name: id.toUpperCase(), created_at: '2025-01-01T00:00:00Z' },
    })),
  );
  const { open, write } = changes(made);
  open('messaging:busy', ['ann', 'bob'], NOW - 200 * DAY);
  for (let at = 0; at < 6; at++)
    write('messaging:busy', `b-${at}`, 'bob', NOW - (at < 3 ? 60 : 5) * DAY + at * HOUR);
  return made;
}

const run = async ({ here }: StreamHere): Promise<string> => {
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes']);
  return `${exitCode} ${stderr}`;
};
const standing = async ({ here }: StreamHere): Promise<number> =>
  Object.keys((await held(here)).messages).length;

test.each([
  ['empty', { body: { channel: {}, messages: [], members: [] } }],
  ['404 with HTML', { status: 404, body: '<html>' }],
])('an answer for a channel that is %s for one night deletes nothing', async (_what, fault) => {
  await using night = await streamHere({ app: app(), rest: 'sync: {}' });
  expect(await run(night)).toMatch(/^0 /);
  night.fake.fault = ({ parts }) => (parts[3] === 'query' ? fault : undefined);
  expect(await run(night)).toMatch(/^4 [\s\S]*PULL\.FORM/);
  expect(await standing(night)).toBe(6);
  night.fake.fault = undefined;
  expect(await run(night)).toMatch(/^0 /);
  expect(await standing(night)).toBe(6);
});

test('messages that are erased all at once are gone', async () => {
  await using night = await streamHere({ app: app(), rest: 'sync: {}' });
  expect(await run(night)).toMatch(/^0 /);
  for (const id of ['b-3', 'b-4', 'b-5']) changes(night.fake.app).erase(id);
  expect(await run(night)).toMatch(/^0 /);
  expect(await standing(night)).toBe(3);
});

test('by tasks: the messages of a channel that is new on a later night are read', async () => {
  await using night = await streamHere({ app: app(), api: ', by: export', polls: 0, rest: 'sync: {}' });
  expect(await run(night)).toMatch(/^0 /);
  const { open, write } = changes(night.fake.app);
  open('messaging:fresh', ['ann', 'bob'], NOW - 2 * HOUR);
  for (let at = 0; at < 4; at++) write('messaging:fresh', `f-${at}`, 'bob', NOW - HOUR + at);
  expect(await run(night)).toMatch(/^0 /);
  expect(await standing(night)).toBe(10);
});
