import type { Example, Resource, Step } from '../entry.ts';
import { PAGES } from '../shapes.ts';

const PARTICIPANT = {
  uid: 'string',
  totalAudioMinutes: 'number',
  totalVideoMinutes: 'number',
  isJoined: 'boolean',
  state: 'ongoing|ended|unanswered|rejected',
  totalDuration: 'number',
  'deviceId?': 'string',
  'joinedAt?': 'seconds',
  'leftAt?': 'seconds',
  'mid?': 'string',
} as const;

const CALL = {
  sessionId: 'string',
  totalAudioMinutes: 'number',
  totalVideoMinutes: 'number',
  totalDuration: 'string',
  hasRecording: 'boolean',
  hasTranscription: 'boolean',
  initiatedAt: 'seconds',
  initiator: 'string',
  mode: 'call|meet|presenter',
  receiver: 'string',
  receiverType: 'user|group',
  status: 'initiated|ongoing|ended|unanswered|rejected|canceled',
  totalDurationInMinutes: 'number',
  totalParticipants: 'integer',
  type: 'audio|video',
  'mid?': 'string',
  'startedAt?': 'seconds',
  'endedAt?': 'seconds',
  'participants?': [PARTICIPANT],
  'recordings?': ['object'],
  'transcriptions?': ['object'],
} as const;

const SECOND = 1_700_000_000;

/** No documented call makes the record of a call; this one is the sandbox's own. */
const ended: Step = {
  call: 'POST /calls',
  body: {
    initiator: 'ann',
    receiver: 'bob',
    type: 'audio',
    mode: 'call',
    status: 'ended',
    initiatedAt: SECOND,
    startedAt: SECOND + 12,
    endedAt: SECOND + 31,
    transcriptions: [{ url: 'https://example.com/t.json', startTime: SECOND + 12, endTime: SECOND + 31 }],
  },
  keep: { call: 'data.sessionId' },
};

const rejected: Step = {
  call: 'POST /calls',
  body: { initiator: 'cid', receiver: 'dan', type: 'video', status: 'rejected', initiatedAt: SECOND + 60 },
};

const path = { sessionId: '{call}' } as const;

const LIST = { data: [CALL], meta: { pagination: { ...PAGES.pagination } } } as const;

/** A filter with how many of the two records it leaves. */
const filtered = (query: Readonly<Record<string, string | number | boolean>>, count: number): Example => ({
  given: [ended, rejected],
  query,
  count,
  answer: LIST,
});

export const calls: Resource = {
  at: 'calls',
  entries: [
    {
      call: 'GET /calls',
      source: 'K list-calls',
      slip: 'The schema has whole minutes and a number as `totalDuration`, the example fractions and "00:00:19": the example is followed.',
      onBehalfOf: 'optional',
      examples: [
        filtered({}, 2),
        filtered({ type: 'audio' }, 1),
        filtered({ mode: 'meet' }, 0),
        filtered({ status: 'ended' }, 1),
        filtered({ status: 'unanswered' }, 0),
        filtered({ receiverType: 'user' }, 2),
        filtered({ participantsCount: 2 }, 2),
        filtered({ participantsCount: 5 }, 0),
        filtered({ hasRecording: true }, 0),
        filtered({ hasTranscription: true }, 1),
        filtered({ uid: 'ann' }, 1),
        { ...filtered({}, 2), as: 'ann', count: 1 },
      ],
    },
    {
      call: 'GET /calls/{sessionId}',
      source: 'K retrieve-call-details',
      onBehalfOf: 'optional',
      examples: [
        {
          given: [ended],
          path,
          answer: {
            data: {
              ...CALL,
              status: 'ended',
              startedAt: 'seconds',
              endedAt: 'seconds',
              totalDuration: '00:00:19',
              participants: [PARTICIPANT],
              metaData: 'array',
              tags: 'array',
              transcriptions: ['object'],
            },
          },
        },
      ],
      refusals: [{ path: { sessionId: 'v1.us.none.1' }, code: 'ERR_CALL_SESSION_NOT_FOUND', source: 'KE' }],
    },
    {
      call: 'GET /calls/{sessionId}/transcriptions',
      source: 'K retrieve-call-transcriptions',
      onBehalfOf: 'optional',
      examples: [
        {
          given: [ended],
          path,
          query: { page: 1, perPage: 10 },
          count: 1,
          answer: {
            data: [
              {
                roomName: 'string',
                'mid?': 'string',
                tid: 'string',
                startTime: 'seconds',
                endTime: 'seconds',
                transcriptDate: 'string',
                transcriptUrl: 'string',
              },
            ],
            meta: PAGES,
          },
        },
      ],
      refusals: [{ path: { sessionId: 'v1.us.none.1' }, code: 'ERR_CALL_SESSION_NOT_FOUND', source: 'KE' }],
    },
  ],
};
