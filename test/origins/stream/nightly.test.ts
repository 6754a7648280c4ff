import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { appOf, changes, type StreamApp } from './stream-app.ts';
import { fileHere, held, type StreamHere, streamHere, wholeExport } from './stream-here.ts';

const [HOUR, DAY] = [3_600_000, 86_400_000];
const NOW = Date.now();
const SYNC = 'sync: { onMissing: delete, maxDelete: 50% }';

/** A team with a quiet channel of last year, a busy one of this week, and a direct conversation. */
function teamApp(): StreamApp {
  const app = appOf(
    ['ann', 'bob', 'cy', 'dee'].map((id) => ({
      type: 'user',
      item: { id, name: id.toUpperCase(), created_at: '2025-01-01T00:00:00Z' },
    })),
  );
  const { open, write, react } = changes(app);
  open('messaging:quiet', ['ann', 'bob', 'cy'], NOW - 300 * DAY);
  open('messaging:busy', ['ann', 'bob', 'cy', 'dee'], NOW - 200 * DAY);
  for (let n = 0; n < 20; n++) {
    write('messaging:quiet', `q-${n}`, 'ann', NOW - 250 * DAY + n * HOUR);
    write('messaging:busy', `old-${n}`, 'bob', NOW - 100 * DAY + n * HOUR);
    write('messaging:busy', `new-${n}`, n % 2 ? 'cy' : 'dee', NOW - 5 * DAY + n * HOUR);
  }
  write('messaging:busy', 'old-reply', 'ann', NOW - 99 * DAY, { parent_id: 'old-3', type: 'reply' });
  write('messaging:busy', 'reply-1', 'ann', NOW - 3 * DAY, { parent_id: 'new-4', type: 'reply' });
  write('messaging:busy', 'reply-2', 'bob', NOW - 3 * DAY + 1, { parent_id: 'new-4', type: 'reply' });
  react('new-2', 'ann', 'like', NOW - 4 * DAY);
  react('old-2', 'ann', 'like', NOW - 90 * DAY);
  return app;
}

/** One night: the pull and the run, and what a service holds that is filled for the first time. */
async function night({ fake, here }: StreamHere) {
  fake.log.length = 0;
  const { exitCode } = await runHere(['run', here.pipeline, '--yes']);
  const requests = [...fake.log];
  await using fresh = await fileHere(wholeExport(fake.app), SYNC);
  await fresh.json('run', '--yes');
  return { exitCode, requests, held: await held(here), expected: await held(fresh) };
}

test('a night finds edits, deletions, people who left, new names and new channels', async () => {
  await using through = await streamHere({ app: teamApp(), rest: SYNC });
  const first = await night(through);
  expect([first.exitCode, first.held]).toEqual([0, first.expected]);
  const { edit, remove, erase, rename, leave, open, write, react } = changes(through.fake.app);
  edit('new-3', 'edited', NOW - HOUR);
  remove('new-5', NOW - HOUR);
  erase('new-6');
  erase('reply-2');
  write('messaging:busy', 'reply-3', 'dee', NOW - HOUR, { parent_id: 'new-4', type: 'reply' });
  write('messaging:busy', 'today', 'ann', NOW - HOUR);
  react('new-7', 'bob', 'love', NOW - HOUR);
  rename('cy', 'Cyrus', NOW - HOUR);
  leave('messaging:quiet', 'bob');
  open('messaging:fresh', ['dee', 'ann'], NOW - 2 * HOUR);
  write('messaging:fresh', 'f-1', 'dee', NOW - HOUR);
  const second = await night(through);
  expect([second.exitCode, second.held]).toEqual([0, second.expected]);
  expect(second.held.messages['new-3']).toMatchObject({ said: { text: 'edited' } });
  expect(Object.keys(second.held.messages)).not.toContain('new-6');
  // Without changes a night asks for the busy channels of the last week alone.
  const third = await night(through);
  expect([third.exitCode, third.held]).toEqual([0, third.expected]);
  expect(third.requests.filter((line) => line.endsWith('/query')).sort()).toEqual([
    'POST /channels/messaging/busy/query',
    'POST /channels/messaging/fresh/query',
  ]);
});

test('what a night cannot see it does not guess: messages before the window stay as they were', async () => {
  await using through = await streamHere({ app: teamApp(), rest: SYNC });
  await night(through);
  const { erase, edit, write } = changes(through.fake.app);
  erase('old-7');
  edit('q-3', 'edited late', NOW - HOUR);
  write('messaging:busy', 'late-reply', 'ann', NOW - HOUR, { parent_id: 'old-3', type: 'reply' });
  const { held: now } = await night(through);
  expect(now.messages['old-7']).toBeDefined();
  expect(now.messages['old-reply']).toBeDefined();
  expect(now.messages['late-reply']).toBeUndefined();
  expect(now.messages['q-3']).toMatchObject({ said: { text: 'text of q-3' } });
});

test('a channel that may not be read stays as it was, one that is deleted goes, and nothing empties the service', async () => {
  await using through = await streamHere({ app: teamApp(), rest: SYNC });
  const { held: before } = await night(through);
  const { write, open } = changes(through.fake.app);
  write('messaging:busy', 'unseen', 'ann', NOW - HOUR);
  open('messaging:passing', ['dee', 'ann'], NOW - 2 * HOUR);
  write('messaging:passing', 'p-1', 'dee', NOW - HOUR);
  through.fake.fault = ({ parts }) => {
    if (parts[2] === 'busy') return { status: 403, body: { code: 17, message: 'not allowed' } };
    if (parts[2] === 'passing') changes(through.fake.app).drop('messaging:passing');
    return undefined;
  };
  const forbidden = await runHere(['run', through.here.pipeline, '--yes']);
  expect(forbidden.exitCode).toBe(4);
  expect(forbidden.stdout + forbidden.stderr).toContain('PULL.FORBIDDEN');
  expect((await held(through.here)).messages).toEqual(before.messages);
  through.fake.fault = ({ parts }) =>
    parts[0] === 'channels' && parts.length === 1 ? { body: { channels: [] } } : undefined;
  const empty = await runHere(['run', through.here.pipeline, '--yes']);
  expect([empty.exitCode, empty.stderr]).toEqual([11, expect.stringContaining('PULL.EMPTY')]);
  expect((await held(through.here)).messages).toEqual(before.messages);
  through.fake.fault = undefined;
  changes(through.fake.app).drop('messaging:quiet');
  const last = await night(through);
  expect([last.exitCode, last.held]).toEqual([0, last.expected]);
});

test('after tasks the nights read lists, and the files of the tasks stay', async () => {
  await using through = await streamHere({ app: teamApp(), api: ', by: export', polls: 0, rest: SYNC });
  through.fake.fault = ({ parts }) => {
    // Somebody writes after the list of channels and before the task.
    if (parts[0] === 'export_channels')
      changes(through.fake.app).write('messaging:quiet', 'meanwhile', 'ann', Date.now());
    return undefined;
  };
  const first = await night(through);
  expect([first.exitCode, first.held]).toEqual([0, first.expected]);
  const { edit, remove, write } = changes(through.fake.app);
  write('messaging:busy', 'today', 'ann', NOW - HOUR);
  edit('new-19', 'edited', NOW - HOUR);
  remove('new-18', NOW - HOUR);
  through.fake.fault = undefined;
  const second = await night(through);
  expect(second.requests).not.toContain('POST /export_channels');
  expect([second.exitCode, second.held]).toEqual([0, second.expected]);
});
