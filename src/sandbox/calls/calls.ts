import { checkExists } from '../app/receivers.ts';
import { type ApiRoute, type Call, type PathCall, routeOf } from '../app/route.ts';
import { listPage } from '../storage/list-page.ts';
import { RECEIVER_TYPES } from '../stores/conversation-store.ts';
import { type AnswerSchema, one, paged } from '../wire/answer-schema.ts';
import { ApiError } from '../wire/api-error.ts';
import { Filter } from '../wire/filter.ts';
import { atLeast, listOf, SECONDS, TEXT } from '../wire/json-schema.ts';
import { pageOfWhole } from '../wire/pagination.ts';
import * as param from '../wire/param.ts';
import { normalId } from '../wire/validation.ts';
import {
  CALL_MODES,
  CALL_STATUSES,
  CALL_TYPES,
  type CallRecord,
  callRecord,
  NEW_CALL,
} from './call-record.ts';

const route = routeOf({ base: 'calls', tag: 'Calls' });
const YES_NO = param.oneOf(['true', 'false']);

const QUERY = {
  ...param.PAGE,
  type: param.oneOf(CALL_TYPES),
  mode: param.oneOf(CALL_MODES),
  participantsCount: param.number(0, 1000),
  startedAt: param.time,
  endedAt: param.time,
  status: param.oneOf(CALL_STATUSES),
  receiverType: param.oneOf(RECEIVER_TYPES),
  hasRecording: YES_NO,
  hasTranscription: YES_NO,
  uid: param.text,
} as const;

/** Documented: a record shows the newest five transcriptions. */
const SHOWN_TRANSCRIPTIONS = 5;

/** A stored record as answers show it. */
function shown(record: string, more = {}): string {
  const call = JSON.parse(record) as CallRecord;
  const transcriptions = call.transcriptions.slice(0, SHOWN_TRANSCRIPTIONS);
  return JSON.stringify({ ...call, ...more, transcriptions });
}

const member = (name: string): string => `json_extract(record, '$.${name}')`;

/** Restricts a list to calls that a user started, received or took part in. */
function limitToUser(filter: Filter, uid: string): void {
  const took = `SELECT 1 FROM json_each(record, '$.participants') WHERE json_extract(value, '$.uid') = ?`;
  filter.where(
    `(${member('initiator')} = ? OR (${member('receiverType')} = 'user' AND ${member('receiver')} = ?)
      OR EXISTS (${took}))`,
    uid,
    uid,
    uid,
  );
}

function filterOf({ actor, query }: Pick<Call<param.ParamValues<typeof QUERY>>, 'actor' | 'query'>): Filter {
  const filter = new Filter();
  for (const name of ['type', 'mode', 'status', 'receiverType'] as const) {
    if (query[name] !== undefined) filter.where(`${member(name)} = ?`, query[name]);
  }
  for (const name of ['hasRecording', 'hasTranscription'] as const) {
    if (query[name] !== undefined) filter.where(`${member(name)} = ?`, query[name] === 'true' ? 1 : 0);
  }
  if (query.participantsCount !== undefined) {
    filter.where(`${member('totalParticipants')} = ?`, query.participantsCount);
  }
  if (query.startedAt !== undefined) filter.where(`${member('startedAt')} >= ?`, query.startedAt);
  if (query.endedAt !== undefined) filter.where(`${member('endedAt')} <= ?`, query.endedAt);
  if (query.uid !== undefined) limitToUser(filter, normalId(query.uid) ?? '');
  if (actor) limitToUser(filter, actor.uid);
  return filter;
}

/** The stored record of the session in the path. With an acting user, it must have been its call. */
function recordInPath({ app, params, actor }: PathCall & Pick<Call, 'actor'>): string {
  const sessionId = params['sessionId'] ?? '';
  const filter = new Filter('session_id = ?', sessionId);
  if (actor) limitToUser(filter, actor.uid);
  const sql = `SELECT record FROM call_records${filter.sql}`;
  const record = app.db.value<string>(sql, ...filter.params);
  if (record !== undefined) return record;
  throw new ApiError('ERR_CALL_SESSION_NOT_FOUND', `The call session ${sessionId} does not exist.`);
}

const TRANSCRIPTIONS: AnswerSchema = {
  data: listOf(
    atLeast({ roomName: TEXT, tid: TEXT, startTime: SECONDS, endTime: SECONDS, transcriptUrl: TEXT }),
  ),
  meta: 'page',
};

/** The calls about call records. */
export const callRoutes: readonly ApiRoute[] = [
  route('GET /calls', {
    summary:
      'List call records, newest first: all of the app, or those of the acting user. `startedAt` is the earliest ' +
      'start, `endedAt` the latest end',
    behalf: 'optional',
    query: QUERY,
    answers: paged('Call'),
    answer: (call) => {
      const { sql, params } = filterOf(call);
      const list = {
        columns: 'record',
        from: `call_records${sql}`,
        order: 'initiated_at DESC, seq DESC',
        params,
      };
      return listPage(call.app.db, call.query, list, ({ record }: { record: string }) => shown(record));
    },
  }),
  route('GET /calls/{sessionId}', {
    summary: 'Get a call record, with its newest five transcriptions',
    behalf: 'optional',
    answers: one('Call'),
    // Documented of a single call, and always empty: nothing here gives it either.
    answer: (call) => ({ data: shown(recordInPath(call), { metaData: [], tags: [] }) }),
  }),
  route('GET /calls/{sessionId}/transcriptions', {
    summary: 'List the transcriptions of a call, newest first',
    behalf: 'optional',
    query: param.PAGE,
    answers: TRANSCRIPTIONS,
    answer: (call) => {
      const { transcriptions } = JSON.parse(recordInPath(call)) as CallRecord;
      return pageOfWhole(transcriptions, call.query, (one) => JSON.stringify(one));
    },
  }),
  route('POST /calls', {
    summary:
      'Add a call record. Only the sandbox has this call: on the service, records come from calls between clients',
    body: NEW_CALL,
    answers: one('Call'),
    answer: ({ app, apps, body }) => {
      const { initiator, receiver, participants } = body;
      const receiverType = body.receiverType ?? 'user';
      const everyone = receiverType === 'user' ? [initiator, receiver] : [initiator];
      for (const uid of [...everyone, ...participants]) checkExists(app, 'user', uid);
      if (receiverType === 'group') checkExists(app, 'group', receiver);
      const call = {
        ...body,
        receiverType,
        type: body.type ?? 'audio',
        mode: body.mode ?? 'call',
        status: body.status ?? 'ended',
        initiatedAt: body.initiatedAt ?? body.startedAt ?? app.now(),
        participants: participants.length > 0 ? participants : everyone,
      } as const;
      const appId = apps.idOf(app);
      const region = apps.list().find((entry) => entry.appId === appId)?.region ?? 'us';
      const record = callRecord(call, region, appId);
      const sql = 'INSERT INTO call_records (session_id, initiated_at, record) VALUES (?, ?, ?)';
      app.db.run(sql, record.sessionId, record.initiatedAt, JSON.stringify(record));
      return { data: shown(JSON.stringify(record)) };
    },
  }),
];
