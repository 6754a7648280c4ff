import type { Resource } from '../entry.ts';
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

const LIST = { data: [CALL], meta: { pagination: { ...PAGES.pagination } } } as const;

/** No documented call makes a call record: the lists are judged as they are, mostly empty. */
export const calls: Resource = {
  at: 'calls',
  entries: [
    {
      call: 'GET /calls',
      source: 'K list-calls',
      slip: 'The schema has whole minutes and a number as `totalDuration`, the example fractions and "00:00:19": the example is followed.',
      onBehalfOf: 'optional',
      examples: [
        { count: 0, answer: LIST },
        {
          query: { type: 'audio', mode: 'call', status: 'ended', receiverType: 'user', participantsCount: 2 },
          count: 0,
          answer: LIST,
        },
        {
          as: 'ann',
          query: { startedAt: 1, endedAt: 2, hasRecording: false, hasTranscription: false, uid: 'ann' },
          count: 0,
          answer: LIST,
        },
      ],
    },
    {
      call: 'GET /calls/{sessionId}',
      unmakeable: 'no documented call makes the record of a call',
      source: 'K retrieve-call-details',
      examples: [{ path: { sessionId: 'v1.us.app.1' }, answer: { data: CALL } }],
      refusals: [{ path: { sessionId: 'v1.us.none.1' }, code: 'ERR_CALL_SESSION_NOT_FOUND', source: 'KE' }],
    },
    {
      call: 'GET /calls/{sessionId}/transcriptions',
      unmakeable: 'no documented call makes the record of a call',
      source: 'K retrieve-call-transcriptions',
      examples: [
        {
          path: { sessionId: 'v1.us.app.1' },
          query: { page: 1, perPage: 10 },
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
