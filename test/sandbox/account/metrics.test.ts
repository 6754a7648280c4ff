import { expect, test } from 'vitest';
import { importRows, type Json, message, openPopulated } from '../sandbox-client.ts';

const NOW = 1_700_000_000;

test('a range of time shows who was active in it, in seconds and in milliseconds', async () => {
  await using opened = await openPopulated({ clock: () => NOW * 1000 });
  await importRows(opened, 'messages', {
    old: message('old', { sentAt: NOW - 90_000 }),
    fresh: message('fresh', { sender: 'bob', receiver: 'ann', sentAt: NOW - 50 }),
  });
  await opened.post('/messages/2/reactions/👍', undefined, { as: 'ann' });
  const active = async (from: number, to: number) =>
    (await opened.get(`/stats?fromDate=${from}&toDate=${to}`)).json.data.metrics.active_users;
  expect(await active(NOW - 90_000, NOW - 90_000)).toBe(1);
  expect(await active(NOW - 60, NOW)).toBe(2);
  expect(await active(NOW - 10, NOW)).toBe(1);
  expect(await active((NOW - 100_000) * 1000, NOW * 1000)).toBe(2);
  expect((await opened.get(`/stats?fromDate=${NOW - 60}&toDate=${NOW}`)).json.data).toEqual({
    metrics: {
      audio_minutes: 0,
      video_minutes: 0,
      recorded_minutes: 0,
      active_users: 2,
      concurrent_users: 0,
    },
    time_range: { fromDate: (NOW - 60) * 1000, toDate: NOW * 1000 },
  });
});

test('a range needs both ends, in their order', async () => {
  await using opened = await openPopulated();
  for (const [query, field] of [
    ['', 'fromDate'],
    ['fromDate=1', 'toDate'],
    ['fromDate=yesterday&toDate=2', 'fromDate'],
    ['fromDate=2&toDate=1', 'toDate'],
  ]) {
    const { status, json } = await opened.get(`/stats?${query}`);
    expect([query, status, Object.keys(json.error.details)]).toEqual([query, 400, [field]]);
  }
});

test('the last hour has twelve points with the messages sent, delivered and read in each', async () => {
  let now = NOW;
  await using opened = await openPopulated({ clock: () => now * 1000, appId: 'metered' });
  const send = () =>
    opened.post('/messages', { receiver: 'bob', receiverType: 'user', data: { text: 'x' } }, { as: 'ann' });
  const points = async () => (await opened.get('/stats/messages')).json.data.dataPoints as Json[];
  await send();
  now += 600;
  await send();
  await send();
  await opened.post('/users/ann/conversation/delivered', {}, { as: 'bob' });
  await opened.post('/users/ann/conversation/read', { messageId: '2' }, { as: 'bob' });
  // An edit writes an action message, which nobody has sent.
  await opened.put('/messages/1', { data: { text: 'y' } }, { as: 'ann' });
  const { data } = (await opened.get('/stats/messages')).json;
  expect([data.appId, data.startTime, data.endTime]).toEqual([
    'metered',
    String((now - 3600) * 1000),
    String(now * 1000),
  ]);
  expect(data.dataPoints).toHaveLength(12);
  expect(data.dataPoints[11]).toEqual({
    messagesSent: 2,
    readReceipts: 2,
    deliveryReceipts: 3,
    startTime: String((now - 300) * 1000),
    endTime: String(now * 1000),
  });
  expect(data.dataPoints.map((point: Json) => point.messagesSent)).toEqual([...Array(9).fill(0), 1, 0, 2]);
  now += 3001;
  expect((await points()).map((point) => point['messagesSent'])).toEqual([0, 2, ...Array(10).fill(0)]);
  now += 600;
  expect((await points()).every((point) => point['messagesSent'] === 0)).toBe(true);
});
