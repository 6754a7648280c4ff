import { randomUUID } from 'node:crypto';
import { RECEIVER_TYPES, type ReceiverType } from '../stores/conversation-store.ts';
import * as field from '../wire/field.ts';
import { atLeast, SECONDS, TEXT } from '../wire/json-schema.ts';
import { type FieldReader, isObject, LIMITS } from '../wire/validation.ts';

/** The kinds of calls, how they are held, and how they end. */
export const CALL_TYPES = ['audio', 'video'] as const;
export const CALL_MODES = ['call', 'meet', 'presenter'] as const;
export const CALL_STATUSES = ['initiated', 'ongoing', 'ended', 'unanswered', 'rejected', 'canceled'] as const;

/** A part of a call that was recorded or written down, Unix seconds, and the address of the file. */
export type CallFile = { readonly url: string; readonly startTime: number; readonly endTime: number };

/** Properties of a call when it is added. Times are Unix seconds. */
export type NewCall = {
  readonly type: (typeof CALL_TYPES)[number];
  readonly mode: (typeof CALL_MODES)[number];
  readonly status: (typeof CALL_STATUSES)[number];
  readonly receiverType: ReceiverType;
  readonly receiver: string;
  readonly initiator: string;
  readonly initiatedAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly participants: readonly string[];
  readonly recordings: readonly CallFile[];
  readonly transcriptions: readonly CallFile[];
};

/** The minutes between start and end; 0 for a call that was not held or goes on. */
const minutesOf = ({ startedAt, endedAt }: NewCall): number =>
  startedAt === null || endedAt === null ? 0 : (endedAt - startedAt) / 60;

/** Seconds as `00:00:19`. */
function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

function participantsOf(call: NewCall) {
  const minutes = minutesOf(call);
  return call.participants.map((uid) => ({
    uid,
    deviceId: randomUUID(),
    isJoined: call.startedAt !== null,
    ...(call.startedAt !== null && { joinedAt: call.startedAt }),
    ...(call.endedAt !== null && { leftAt: call.endedAt }),
    mid: randomUUID(),
    state: call.status === 'ongoing' || call.status === 'initiated' ? 'ongoing' : call.status,
    totalAudioMinutes: call.type === 'audio' ? minutes : 0,
    totalVideoMinutes: call.type === 'video' ? minutes : 0,
    // Two pages of the documentation give it different names. That of the call itself is a clock.
    totalDuration: minutes,
    totalDurationInMinutes: minutes,
  }));
}

const recordingOf = ({ url, startTime, endTime }: CallFile) => ({
  rid: randomUUID(),
  duration: endTime - startTime,
  startTime,
  endTime,
  recording_url: url,
});

const transcriptionOf = (sessionId: string, { url, startTime, endTime }: CallFile) => ({
  roomName: sessionId,
  tid: randomUUID(),
  startTime,
  endTime,
  transcriptDate: new Date(endTime * 1000).toISOString(),
  transcriptUrl: url,
});

/** The record of a call as answers show it, with all of its transcriptions. */
export function callRecord(call: NewCall, region: string, appId: string) {
  const sessionId = `v1.${region}.${appId}.${randomUUID().replaceAll('-', '')}`;
  const minutes = minutesOf(call);
  const all = minutes * call.participants.length;
  const { type, mode, receiverType, receiver, initiator, status, initiatedAt, startedAt, endedAt } = call;
  return {
    sessionId,
    type,
    mode,
    receiverType,
    receiver,
    initiator,
    status,
    totalAudioMinutes: type === 'audio' ? all : 0,
    totalVideoMinutes: type === 'video' ? all : 0,
    totalDurationInMinutes: minutes,
    totalDuration: clock(minutes * 60),
    totalParticipants: call.participants.length,
    hasRecording: call.recordings.length > 0,
    hasTranscription: call.transcriptions.length > 0,
    initiatedAt,
    ...(startedAt !== null && { startedAt }),
    ...(endedAt !== null && { endedAt }),
    mid: randomUUID(),
    participants: participantsOf(call),
    recordings: call.recordings.map(recordingOf),
    transcriptions: call.transcriptions
      .toSorted((a, b) => b.startTime - a.startTime)
      .map((file) => transcriptionOf(sessionId, file)),
  };
}

/** The record of a call. */
export type CallRecord = ReturnType<typeof callRecord>;

/** Documented: the most participants of a call. */
const MAX_PARTICIPANTS = 50;
/** The most recordings or transcriptions of a call; not documented. */
const MAX_FILES = 100;

const FILE = atLeast({ url: TEXT, startTime: SECONDS, endTime: SECONDS });

function fileOf(value: unknown): CallFile | undefined {
  if (!isObject(value)) return undefined;
  const { url, startTime, endTime } = value;
  const isUrl = typeof url === 'string' && url.length <= LIMITS.url && URL.canParse(url);
  const isTime = (time: unknown): time is number => Number.isSafeInteger(time) && Number(time) < 1e10;
  if (!isUrl || !isTime(startTime) || !isTime(endTime) || endTime < startTime || startTime < 0)
    return undefined;
  return { url, startTime, endTime };
}

/** Recordings or transcriptions; empty when absent. */
const files = field.items(
  { min: 0, max: MAX_FILES, what: `at most ${MAX_FILES} objects of url, startTime and endTime` },
  FILE,
  fileOf,
);

function checkTimes(
  reader: FieldReader,
  { startedAt, endedAt }: { startedAt: number | null; endedAt: number | null },
): void {
  if (endedAt !== null && startedAt === null) {
    reader.problem('startedAt', 'The startedAt field is required with endedAt.');
  }
  if (endedAt !== null && startedAt !== null && endedAt < startedAt) {
    reader.problem('endedAt', 'The endedAt must not be before the startedAt.');
  }
}

/** The body of the call that adds a record. */
export const NEW_CALL = field.shape(
  {
    initiator: field.requiredId,
    receiver: field.requiredId,
    receiverType: field.oneOf(RECEIVER_TYPES),
    type: field.oneOf(CALL_TYPES),
    mode: field.oneOf(CALL_MODES),
    status: field.oneOf(CALL_STATUSES),
    initiatedAt: field.seconds,
    startedAt: field.seconds,
    endedAt: field.seconds,
    participants: field.ids(MAX_PARTICIPANTS),
    recordings: files,
    transcriptions: files,
  },
  checkTimes,
);
