import { expect, test } from 'vitest';
import { ChatApp } from '../../origins/sendbird/chat-app.ts';
import type { FakeOptions } from '../../origins/sendbird/fake-sendbird.ts';
import { listOf, type Reading, reading } from '../../origins/sendbird/reading.ts';

const DAY = 86_400_000;
/** A few months after the first window. */
const UNTIL = Date.UTC(2013, 3, 1);
const JOBS = 'export-of-messages';

function app(): ChatApp {
  const made = new ChatApp();
  made.addUser('ann');
  made.addChannel('c', ['ann']);
  for (const [at, month] of [0, 2].entries()) made.write('c', 'ann', 100 + at, Date.UTC(2013, month, 20));
  return made;
}

const here = (options: FakeOptions, by: 'export' | 'auto' = 'export'): Promise<Reading> =>
  reading(app(), options, { by });

test('windows of 31 days one after the other, each with the id of its job in the place before it is asked about', async () => {
  await using jobs = await here({ jobAnswers: 2 });
  const list = listOf(jobs.origin.tops({ until: UNTIL }), JOBS);
  const { files, places, waits } = await jobs.read(list);
  expect(files.map((url) => new URL(url).pathname)).toEqual(['/job1.zip', '/job3.zip']);
  expect(new URL(files[0] ?? '').host).not.toBe(new URL(jobs.fake.host).host);
  const posts = jobs.fake.requests.filter((request) => request.startsWith('POST'));
  expect(posts).toHaveLength(3);
  expect(waits).toEqual([1_000, 2_000, 1_000, 2_000, 1_000, 2_000]);
  const [begun = '{}'] = places;
  expect(JSON.parse(begun)).toEqual({ from: Date.UTC(2013, 0, 1), job: 'job1' });
  expect(JSON.parse(places.at(-1) ?? '{}')).toMatchObject({
    from: Date.UTC(2013, 0, 1) + 62 * DAY,
    job: 'job3',
  });
  expect(new Set(places)).toHaveLength(places.length);
});

test('a stopped pull goes on with the job that was begun', async () => {
  await using jobs = await here({ jobAnswers: 1 });
  const list = listOf(jobs.origin.tops({ until: UNTIL }), JOBS);
  const { places } = await jobs.read(list, list.first, 1);
  const { files } = await jobs.read(list, places.at(-1));
  expect(files).toHaveLength(2);
  expect(jobs.fake.requests.filter((request) => request.startsWith('POST'))).toHaveLength(3);
});

test('a job that is not known any more, has failed, or whose file is over, is begun anew, and not for ever', async () => {
  const answers = [
    { status: 400, body: { error: true, code: 400_201, message: 'not found' } },
    { status: 200, body: { status: 'failed' } },
    { status: 200, body: { status: 'done', file: { url: 'https://files.example/x.zip', expires_at: 5 } } },
  ];
  for (const answer of answers) {
    await using once = await here({
      jobAnswers: 0,
      fault: ({ path }, count) =>
        path.startsWith('/v3/export/messages/') && count === 2 ? answer : undefined,
    });
    expect((await once.read(listOf(once.origin.tops({ until: UNTIL }), JOBS))).files).toHaveLength(2);
    await using always = await here({
      jobAnswers: 0,
      fault: ({ path }) => (path.startsWith('/v3/export/messages/') ? answer : undefined),
    });
    const list = listOf(always.origin.tops({ until: UNTIL }), JOBS);
    await expect(always.read(list)).rejects.toMatchObject({ fault: 'job' });
    expect(always.fake.requests).toHaveLength(6);
  }
});

test('an application without exports, and answers that are none', async () => {
  await using without = await here({});
  const list = listOf(without.origin.tops({ until: UNTIL }), JOBS);
  await expect(without.read(list)).rejects.toMatchObject({ fault: 'job', status: 403 });
  for (const body of [{ status: 'done' }, { status: 'other' }, { status: 'done', file: { url: '' } }]) {
    await using odd = await here({
      jobAnswers: 0,
      fault: ({ method }) => (method === 'GET' ? { status: 200, body } : undefined),
    });
    const jobs = listOf(odd.origin.tops({ until: UNTIL }), JOBS);
    await expect(odd.read(jobs)).rejects.toMatchObject({ fault: 'job' });
  }
});

test('nights are read by list, and what the jobs have written stays', async () => {
  await using jobs = await here({ jobAnswers: 0 });
  const night = listOf(jobs.origin.tops({ until: UNTIL, since: UNTIL - DAY }), JOBS);
  expect(night.adds).toBe(true);
  expect(await jobs.read(night)).toMatchObject({ rows: [], files: [] });
  expect(jobs.fake.requests).toEqual([]);
  // In a pull with jobs, the last month is read by list too: what is gone in it later is known to have been there.
  const [channel] = jobs.fake.app.channels.values();
  const row = channel ? jobs.fake.app.recordOf(channel, true) : {};
  const fromOf = (since?: number): number | undefined => {
    jobs.origin.tops({ until: UNTIL, since });
    return listOf(jobs.origin.listsOf({ id: 'c' }, row, { until: UNTIL, since }), 'messages').from;
  };
  expect([fromOf(), fromOf(UNTIL - DAY)]).toEqual([UNTIL - 31 * DAY, undefined]);
});

test('by: auto reads lists', async () => {
  await using lists = await here({ jobAnswers: 0 }, 'auto');
  expect(lists.origin.tops({ until: UNTIL }).map(({ name }) => name)).toEqual(['users', 'conversations']);
});
