import { expect, test } from 'vitest';
import type { LaneWork, LiveRow } from '../../../src/features/live/pass/lane-writer.ts';
import { realSystem } from '../../../src/system/system.ts';
import { skippingClock } from '../../support/skipping-clock.ts';
import { type TamperedService, tamperedService } from '../../support/tampered-service.ts';
import { writerHere } from './writer-here.ts';

const signal = new AbortController().signal;

/** A pipeline of a live migration between two apps, of which the old one is never asked. */
function livePipeline(service: TamperedService): string {
  service.write('old.key', 'key');
  return service.write(
    'live.yaml',
    [
      'version: 1',
      'name: live',
      `${service.target} }`,
      'limits: { requestsPerMinute: 10000000, timeoutSeconds: 30 }',
      'sources: { export: { system: service, api: { appId: old, baseUrl: "http://127.0.0.1:9/v3", apiKey: { file: old.key } } } }',
    ].join('\n'),
  );
}

const message = (at: number, text = `text ${at}`): LiveRow => ({
  muid: `m-${at}`,
  sender: 'ann',
  receiver: 'g1',
  receiverType: 'group',
  sentAt: Math.floor(Date.now() / 1_000),
  type: 'text',
  data: { text },
});

const PEOPLE = {
  users: [{ uid: 'ann', name: 'Ann' }],
  groups: [{ guid: 'g1', name: 'G', type: 'private', owner: 'ann' }],
  members: [{ guid: 'g1', uid: 'ann', scope: 'admin' }],
} satisfies LaneWork['rows'];

const texts = async ({ service }: TamperedService): Promise<readonly string[]> =>
  (await Array.fromAsync(service.messages.list({ affix: 'append', limit: 100 })))
    .filter(({ category }) => category === 'message')
    .map(({ data }) => String(data?.text));

const isMessage = (path: string): boolean => path === '/messages' || path === '/data_import/messages';

test.each(['import', 'send'] as const)(
  'a service that is down ends a call of %s, and the next one writes it once',
  async (how) => {
    const clock = skippingClock();
    await using service = await tamperedService();
    await using writer = await writerHere(livePipeline(service), 'new', { ...realSystem, clock });
    await writer.write({ rows: PEOPLE, removals: [], how }, signal);
    const work: LaneWork = { rows: { messages: [message(1), message(2)] }, removals: [], how };
    // The first request takes effect, and no answer comes.
    let lost = 0;
    service.tamper(async ({ method, path }, forward) => {
      if (method !== 'GET' && isMessage(path) && lost++ === 0) await forward();
      return { status: 503, body: '' };
    });
    const begun = clock.elapsed();
    await expect(writer.write(work, signal)).rejects.toMatchObject({ code: 'SERVICE.OUTAGE' });
    expect(clock.elapsed() - begun).toBeLessThan(60_000);
    service.tamper((_request, forward) => forward());
    const outcomes = await writer.write(work, signal);
    expect(outcomes.map(({ key, outcome }) => `${key} ${outcome.status}`).sort()).toEqual([
      'm-1 created',
      'm-2 created',
    ]);
    expect((await texts(service)).toSorted()).toEqual(['text 1', 'text 2']);
    expect((await writer.write(work, signal)).map(({ outcome }) => outcome.status)).toEqual([
      'unchanged',
      'unchanged',
    ]);
  },
);

test('a signal ends a call in ten seconds, with all recorded that was accepted', async () => {
  const clock = skippingClock();
  await using service = await tamperedService();
  await using writer = await writerHere(livePipeline(service), 'new', { ...realSystem, clock });
  await writer.write({ rows: PEOPLE, removals: [], how: 'send' }, signal);
  const stop = new AbortController();
  let sent = 0;
  service.tamper(async ({ method, path }, forward) => {
    if (method === 'GET' || !isMessage(path) || ++sent === 1) return await forward();
    stop.abort(new Error('stopped'));
    return await new Promise(() => {});
  });
  const work: LaneWork = {
    rows: { messages: [1, 2, 3].map((at) => message(at)) },
    removals: [],
    how: 'send',
  };
  const begun = clock.elapsed();
  await expect(writer.write(work, stop.signal)).rejects.toThrow('stopped');
  expect(clock.elapsed() - begun).toBeLessThan(10_000);
  expect(writer.find('messages', 'm-1')).toMatchObject({ origin: 'created' });
  service.tamper((_request, forward) => forward());
  const outcomes = await writer.write(work, signal);
  expect(outcomes.map(({ key, outcome }) => `${key} ${outcome.status}`)).toEqual([
    'm-1 unchanged',
    'm-2 created',
    'm-3 created',
  ]);
  expect(await texts(service)).toEqual(['text 1', 'text 2', 'text 3']);
});

test('rows that the service or the check refuses have their problems, and others are written', async () => {
  await using service = await tamperedService();
  await using writer = await writerHere(livePipeline(service), 'new');
  const rows = {
    ...PEOPLE,
    messages: [message(1, ' '), { ...message(2), sender: 'nobody' }, message(3)],
  };
  const outcomes = await writer.write({ rows, removals: [], how: 'send' }, signal);
  const messages = outcomes.filter(({ entity }) => entity === 'messages');
  expect(
    messages.map(({ key, outcome }) => [
      key,
      'problems' in outcome ? outcome.problems[0]?.code : outcome.status,
    ]),
  ).toEqual([
    ['m-1', 'MESSAGE.TEXT_EMPTY'],
    ['m-2', 'REFERENCE.UNKNOWN'],
    ['m-3', 'created'],
  ]);
  // Once the person is there, the same row is written.
  const later = { users: [{ uid: 'nobody', name: 'N' }], members: [{ guid: 'g1', uid: 'nobody' }] };
  const again = await writer.write(
    { rows: { ...later, messages: [{ ...message(2), sender: 'nobody' }] }, removals: [], how: 'send' },
    signal,
  );
  expect(again.map(({ outcome }) => outcome.status)).toEqual(['created', 'created', 'created']);
});

test('a message that its author cannot send any more is imported', async () => {
  await using service = await tamperedService();
  await using writer = await writerHere(livePipeline(service), 'new');
  await writer.write({ rows: PEOPLE, removals: [], how: 'send' }, signal);
  const ben = { users: [{ uid: 'ben', name: 'Ben' }] };
  const poll = { ...message(2), type: 'poll', category: 'custom', data: { text: 'a poll' } };
  const rows = { ...ben, messages: [{ ...message(1), sender: 'ben' }, poll, message(3)] };
  const outcomes = await writer.write({ rows, removals: [], how: 'send' }, signal);
  expect(outcomes.map(({ key, outcome }) => `${key} ${outcome.status}`).sort()).toEqual([
    'ben created',
    'm-1 created',
    'm-2 created',
    'm-3 created',
  ]);
});

test('other files of a message are refused, and an address that is signed anew is none', async () => {
  await using service = await tamperedService();
  await using writer = await writerHere(livePipeline(service), 'new');
  await writer.write({ rows: PEOPLE, removals: [], how: 'send' }, signal);
  const withFile = (name: string, signature: string): LiveRow => ({
    ...message(1),
    sentAt: 1_780_000_000,
    type: 'image',
    data: {
      text: 'a caption',
      attachments: [
        { url: `https://a.example/${name}?s=${signature}`, name, mimeType: 'image/png', extension: 'png' },
      ],
    },
  });
  const written = async (row: LiveRow) =>
    (await writer.write({ rows: { messages: [row] }, removals: [], how: 'send' }, signal)).map(
      ({ outcome }) => ('problems' in outcome ? outcome.problems[0]?.code : outcome.status),
    );
  expect(await written(withFile('1.png', 'a'))).toEqual(['created']);
  expect(await written(withFile('1.png', 'b'))).toEqual(['unchanged']);
  expect(await written(withFile('2.png', 'b'))).toEqual(['SYNC.FIXED_FIELD']);
});
