import type { Resource } from '../entry.ts';

const POINT = {
  messagesSent: 'integer',
  readReceipts: 'integer',
  deliveryReceipts: 'integer',
  startTime: 'milliseconds|digits',
  endTime: 'milliseconds|digits',
} as const;

export const metrics: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'GET /stats',
      source: 'N usage-metrics',
      slip: 'The dates of the query are unix timestamps, those of the example answer milliseconds: the answer is judged as the example.',
      examples: [
        {
          query: { fromDate: 1_700_000_000, toDate: 1_700_086_400 },
          answer: {
            data: {
              metrics: {
                audio_minutes: 'number',
                video_minutes: 'number',
                recorded_minutes: 'number',
                active_users: 'integer',
                concurrent_users: 'integer',
              },
              time_range: { fromDate: 'milliseconds', toDate: 'milliseconds' },
            },
          },
        },
      ],
      refusals: [
        { query: { fromDate: 1_700_000_000 }, code: 'ERR_BAD_REQUEST' },
        { query: { toDate: 1_700_000_000 }, code: 'ERR_BAD_REQUEST' },
        { query: { fromDate: 'yesterday', toDate: 'today' }, code: 'ERR_BAD_REQUEST' },
      ],
    },
    {
      call: 'GET /stats/messages',
      source: 'U 6',
      examples: [
        {
          answer: {
            data: {
              startTime: 'milliseconds|digits',
              endTime: 'milliseconds|digits',
              dataPoints: [POINT],
              appId: 'string',
            },
          },
        },
      ],
    },
  ],
};
