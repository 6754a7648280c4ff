import { RECEIVER_TYPES } from '../stores/conversation-store.ts';
import * as field from '../wire/field.ts';
import { type FieldReader, isObject, LIMITS } from '../wire/validation.ts';
import { CALL_MODES, CALL_STATUSES, CALL_TYPES, type CallFile } from './call-record.ts';

/** Documented: the most participants of a call. */
const MAX_PARTICIPANTS = 50;
/** The most recordings or transcriptions of a call; not documented. */
const MAX_FILES = 100;

const FILE = {
  type: 'object',
  required: ['url', 'startTime', 'endTime'],
  properties: {
    url: { type: 'string' },
    startTime: { type: 'integer', description: 'Unix seconds' },
    endTime: { type: 'integer', description: 'Unix seconds' },
  },
};

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
const files: field.Field<readonly CallFile[]> = {
  schema: { type: 'array', maxItems: MAX_FILES, items: FILE },
  read: (reader, name) => {
    if (!reader.has(name)) return [];
    const value = reader.value(name);
    const given: readonly unknown[] = Array.isArray(value) ? value : [undefined];
    const read = given.slice(0, MAX_FILES).map(fileOf);
    if (given.length > MAX_FILES || read.includes(undefined)) {
      reader.problem(name, `The ${name} must be at most ${MAX_FILES} objects of url, startTime and endTime.`);
    }
    return read.filter((file) => file !== undefined);
  },
};

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
