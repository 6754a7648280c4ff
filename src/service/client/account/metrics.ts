import { endpoints } from '../../api/endpoints.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { arrayOf, fields, maybe, numeric, type ShapeOf, string } from '../field.ts';

const usageShape = fields({
  metrics: maybe(
    fields({
      audio_minutes: maybe(numeric),
      video_minutes: maybe(numeric),
      recorded_minutes: maybe(numeric),
      active_users: maybe(numeric),
      concurrent_users: maybe(numeric),
    }),
  ),
  /** Milliseconds since 1970. */
  time_range: maybe(fields({ fromDate: maybe(numeric), toDate: maybe(numeric) })),
});

/**
 * The usage of an app in a period. Unknown properties are kept.
 * @useDeclaredType
 */
export type Usage = Readonly<ShapeOf<typeof usageShape>>;

const times = { startTime: maybe(numeric), endTime: maybe(numeric) };

const messagesShape = fields({
  ...times,
  dataPoints: maybe(
    arrayOf(
      fields({
        ...times,
        messagesSent: maybe(numeric),
        readReceipts: maybe(numeric),
        deliveryReceipts: maybe(numeric),
      }),
    ),
  ),
  appId: maybe(string),
});

/**
 * Messages and receipts of the last hour. Times are milliseconds since 1970. Unknown properties are kept.
 * @useDeclaredType
 */
export type MessageMetrics = Readonly<ShapeOf<typeof messagesShape>>;

/** The first and the last time of a period as Unix times, both included. */
export type DateRange = { readonly fromDate: number; readonly toDate: number };

/** The use of an app. */
export const metrics = (call: Caller) => ({
  /** Gets active users, concurrent users and call minutes of a period. */
  usage: (range: DateRange, options?: AsApp): ApiPromise<Usage> =>
    call.data(endpoints.getStats, usageShape, { given: { range }, query: range }, options),

  /** Gets messages and receipts of the last hour, for every five minutes. */
  messages: (options?: AsApp): ApiPromise<MessageMetrics> =>
    call.data(endpoints.getMessageStats, messagesShape, {}, options),
});
