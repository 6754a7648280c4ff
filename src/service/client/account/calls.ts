import { endpoints } from '../../api/endpoints.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Caller, MayAct } from '../caller.ts';
import { arrayOf, epoch, fields, flag, id, maybe, numeric, type ShapeOf, string } from '../field.ts';
import { type PageQuery, pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';

const transcriptionShape = fields({
  tid: id,
  roomName: maybe(string),
  startTime: maybe(numeric),
  endTime: maybe(numeric),
  /** ISO 8601. */
  transcriptDate: maybe(string),
  transcriptUrl: maybe(string),
});

/**
 * The text of a call, or of a part of it. Unknown properties are kept.
 * @useDeclaredType
 */
export type Transcription = Readonly<ShapeOf<typeof transcriptionShape>>;

const transcriptionRow = { shape: transcriptionShape, idOf: ({ tid }: Transcription): string => tid };

const shape = fields({
  sessionId: string,
  /** `audio` or `video`. */
  type: maybe(string),
  /** `call`, `meet` or `presenter`. */
  mode: maybe(string),
  /** `initiated`, `ongoing`, `ended`, `unanswered`, `rejected` or `canceled`. */
  status: maybe(string),
  receiverType: maybe(string),
  receiver: maybe(string),
  initiator: maybe(string),
  initiatedAt: maybe(epoch),
  startedAt: maybe(epoch),
  endedAt: maybe(epoch),
  totalAudioMinutes: maybe(numeric),
  totalVideoMinutes: maybe(numeric),
  totalDurationInMinutes: maybe(numeric),
  totalParticipants: maybe(numeric),
  hasRecording: maybe(flag),
  hasTranscription: maybe(flag),
  participants: maybe(arrayOf(fields({ uid: maybe(string) }))),
  recordings: maybe(arrayOf(fields({ rid: maybe(id), recording_url: maybe(string) }))),
  /** The newest five transcriptions. */
  transcriptions: maybe(arrayOf(transcriptionShape)),
});

/**
 * The record of a call. Only the session id is always present. Unknown properties are kept.
 * @useDeclaredType
 */
export type CallRecord = Readonly<ShapeOf<typeof shape>>;

export type CallQuery = PageQuery & {
  readonly type?: 'audio' | 'video';
  readonly mode?: 'call' | 'meet' | 'presenter';
  readonly status?: string;
  readonly receiverType?: 'user' | 'group';
  readonly participantsCount?: number;
  /** Seconds since 1970. */
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly hasRecording?: boolean;
  readonly hasTranscription?: boolean;
  readonly uid?: string;
};

/** Records of audio and video calls. */
export const calls = (call: Caller) => ({
  list: (query: CallQuery = {}, options?: MayAct): Listing<CallRecord> =>
    pagedList(call, endpoints.listCalls, { shape, idOf: ({ sessionId }) => sessionId, query, options }),

  get: (sessionId: string, options?: MayAct): ApiPromise<CallRecord> =>
    call.data(endpoints.getCall, shape, { params: { sessionId } }, options),

  /** Lists the transcriptions of a call. The service makes them after the call has ended. */
  transcriptions: (sessionId: string, query: PageQuery = {}, options?: MayAct): Listing<Transcription> =>
    pagedList(call, endpoints.listTranscriptions, {
      ...transcriptionRow,
      params: { sessionId },
      query,
      options,
    }),
});
