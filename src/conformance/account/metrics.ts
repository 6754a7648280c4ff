import type { Check } from '../check.ts';
import { must, refused } from '../expect.ts';
import { reads } from '../rows.ts';

const DAY_SECONDS = 86_400;
const MINUTE_MS = 60_000;

const isCount = (value: unknown): boolean => typeof value === 'number' && value >= 0;

/** Checks of how the app is used. */
export const metricChecks: readonly Check[] = [
  reads('the use of the app is counted in a range of time', ['getStats'], async ({ service }) => {
    const toDate = Math.floor(Date.now() / 1_000);
    const { metrics, time_range: range } = await service.metrics.usage({
      fromDate: toDate - DAY_SECONDS,
      toDate,
    });
    const { active_users: active, concurrent_users: concurrent, audio_minutes: audio } = metrics ?? {};
    for (const count of [active, concurrent, audio, metrics?.video_minutes, metrics?.recorded_minutes])
      must(isCount(count), `a metric is ${count}, not a count`);
    must((range?.fromDate ?? 0) < (range?.toDate ?? 0), 'the range of time in the answer has no length');
    await refused(service.metrics.usage({ fromDate: toDate, toDate: -1 }), 'ERR_BAD_REQUEST');
  }),

  reads('messages of the last hour are counted in points', ['getMessageStats'], async ({ service }) => {
    const { startTime = 0, endTime = 0, dataPoints = [] } = await service.metrics.messages();
    must(endTime - startTime >= 59 * MINUTE_MS, 'the points do not cover an hour');
    must(dataPoints.length > 0, 'there are no points');
    let previous = startTime;
    for (const point of dataPoints) {
      for (const count of [point.messagesSent, point.readReceipts, point.deliveryReceipts])
        must(isCount(count), `a point has ${count}, not a count`);
      must((point.startTime ?? 0) >= previous, 'the points are not in the order of time');
      previous = point.endTime ?? 0;
    }
  }),
];
