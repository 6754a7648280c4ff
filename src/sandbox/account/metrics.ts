import type { App } from '../app/app.ts';
import { type ApiRoute, routeOf } from '../app/route.ts';
import { SYSTEM_USER } from '../stores/user-store.ts';
import { invalid } from '../wire/api-error.ts';
import { exact, INTEGER, NUMBER, TEXT } from '../wire/json-schema.ts';
import * as param from '../wire/param.ts';

const route = routeOf({ tag: 'Metrics' });

/** From here on a number is milliseconds. Both units appear in the documentation. */
const MILLISECONDS_FROM = 100_000_000_000;

/** Unix time in seconds or milliseconds, as seconds. */
const secondsOf = (time: number): number => (time < MILLISECONDS_FROM ? time : Math.floor(time / 1000));

/** The users who sent a message, gave a reaction or were active otherwise. Parameters: from and to, both included. */
const ACTIVE_USERS = `users WHERE uid IN (
  SELECT sender FROM messages WHERE sent_at BETWEEN ?1 AND ?2 AND category <> 'action'
  UNION SELECT uid FROM reactions WHERE reacted_at BETWEEN ?1 AND ?2
  UNION SELECT uid FROM users WHERE last_active_at BETWEEN ?1 AND ?2) AND uid <> '${SYSTEM_USER.uid}'`;

/** The minutes of calls that started in a range, and of their recordings. */
function minutesOfCalls({ db }: App, from: number, to: number) {
  return db.get<Readonly<Record<string, number>>>(
    `SELECT total(record ->> 'totalAudioMinutes') AS audio_minutes,
       total(record ->> 'totalVideoMinutes') AS video_minutes,
       total((SELECT sum(value ->> 'duration') FROM json_each(record, '$.recordings'))) / 60 AS recorded_minutes
     FROM call_records WHERE record ->> 'startedAt' BETWEEN ? AND ?`,
    from,
    to,
  );
}

const DATE = param.required(param.number(0, 9_999_999_999_999));

/** The last hour in points of five minutes, as in the documented example. */
const POINTS = 12;
const POINT_SECONDS = 300;

/** Counts the messages with a time in each point that begins after `start`. The time is a column of `messages`. */
function countByPoint(app: App, column: 'sent_at' | 'read_at' | 'delivered_at', start: number): number[] {
  const rows = app.db.all<{ point: number; total: number }>(
    `SELECT CAST((${column} - ?1 - 1) / ${POINT_SECONDS} AS INTEGER) AS point, count(*) AS total FROM messages
     WHERE ${column} > ?1 AND ${column} <= ?1 + ${POINTS * POINT_SECONDS} AND category <> 'action' GROUP BY point`,
    start,
  );
  const counts = Array.from({ length: POINTS }, () => 0);
  for (const { point, total } of rows) counts[point] = total;
  return counts;
}

/** Every documented example writes these times as text. */
const milliseconds = (seconds: number): string => String(seconds * 1000);

const DATA_POINT = {
  messagesSent: INTEGER,
  readReceipts: INTEGER,
  deliveryReceipts: INTEGER,
  startTime: TEXT,
  endTime: TEXT,
};

/** The calls about the use of the app. */
export const metricRoutes: readonly ApiRoute[] = [
  route('GET /stats', {
    summary:
      'The use of the app between two times, in seconds or milliseconds. Active users and the minutes of the ' +
      'call records are counted; concurrent users are always 0 here',
    query: { fromDate: DATE, toDate: DATE },
    answers: {
      data: exact({
        metrics: exact({
          audio_minutes: NUMBER,
          video_minutes: NUMBER,
          recorded_minutes: NUMBER,
          active_users: INTEGER,
          concurrent_users: INTEGER,
        }),
        time_range: exact({ fromDate: INTEGER, toDate: INTEGER }),
      }),
    },
    answer: ({ app, query: { fromDate, toDate } }) => {
      const [from, to] = [secondsOf(fromDate), secondsOf(toDate)];
      if (to < from) throw invalid({ toDate: ['The toDate must not be before the fromDate.'] });
      const metrics = {
        ...minutesOfCalls(app, from, to),
        active_users: app.db.count(ACTIVE_USERS, from, to),
        concurrent_users: 0,
      };
      return { data: JSON.stringify({ metrics, time_range: { fromDate: from * 1000, toDate: to * 1000 } }) };
    },
  }),
  route('GET /stats/messages', {
    summary: 'Messages and receipts of the last hour, in points of five minutes',
    answers: {
      data: exact({
        startTime: TEXT,
        endTime: TEXT,
        dataPoints: { type: 'array', minItems: POINTS, maxItems: POINTS, items: exact(DATA_POINT) },
        appId: TEXT,
      }),
    },
    answer: ({ app, apps }) => {
      const end = app.now();
      const start = end - POINTS * POINT_SECONDS;
      const sent = countByPoint(app, 'sent_at', start);
      // Receipts have no index, so that imports stay fast: both counts read the whole table.
      const read = countByPoint(app, 'read_at', start);
      const delivered = countByPoint(app, 'delivered_at', start);
      const dataPoints = sent.map((messagesSent, point) => ({
        messagesSent,
        readReceipts: read[point],
        deliveryReceipts: delivered[point],
        startTime: milliseconds(start + point * POINT_SECONDS),
        endTime: milliseconds(start + (point + 1) * POINT_SECONDS),
      }));
      const times = { startTime: milliseconds(start), endTime: milliseconds(end) };
      return { data: JSON.stringify({ ...times, dataPoints, appId: apps.idOf(app) }) };
    },
  }),
];
