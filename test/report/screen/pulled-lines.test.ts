import { expect, test } from 'vitest';
import { exportLines } from '../../../src/report/result/export-lines.ts';

test('a report of a night says that there are more messages than it has read', () => {
  const counts = { users: 2, conversations: 1, messages: 3, requests: 4, bytes: 0 };
  const pulled = { source: 'https://api.example.com', at: '2026-01-02T03:04:05.000Z', ...counts };
  const lines = (read: number) =>
    exportLines({
      system: 'sendbird',
      label: 'Sendbird',
      variant: 'records of the API',
      kinds: { messages: { read, imported: read, converted: 0, kept: 0, dropped: {} } },
      notes: [],
      pulled,
    })[1];
  expect(lines(3)).toMatch(/3 messages in 4 requests$/);
  expect(lines(9)).toMatch(/3 messages in 4 requests; the other messages were read before$/);
});
