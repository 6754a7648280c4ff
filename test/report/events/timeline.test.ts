import { expect, test } from 'vitest';
import { Timeline } from '../../../src/report/events/timeline.ts';
import type { Clock } from '../../../src/system/clock.ts';

const rows = (count: number) => ({ type: 'committed', rows: { length: count } }) as never;

test('a run of any length keeps at most so many points, and not one row or refusal is lost', () => {
  let ms = 0;
  const timeline = new Timeline({ spanMs: 1_000, most: 8 }, { elapsed: () => ms } as Clock);
  for (let second = 0; second < 1_000; second++) {
    ms = second * 1_000;
    timeline.follow(rows(3));
    if (second % 10 === 0) timeline.follow({ type: 'retried', throttled: true, reason: '429', attempt: 1 });
    expect(timeline.points.length).toBeLessThanOrEqual(8);
    expect(timeline.points.length).toBe(Math.floor(ms / timeline.spanMs) + 1);
  }
  expect(timeline.spanMs).toBe(128_000);
  const sum = (what: 'rows' | 'throttled'): number =>
    timeline.points.reduce((all, point) => all + point[what], 0);
  expect([sum('rows'), sum('throttled')]).toEqual([3_000, 100]);
});

test('a pause is seen in every span that it touches, also in those without any event', () => {
  let ms = 0;
  const timeline = new Timeline({ spanMs: 1_000, most: 8 }, { elapsed: () => ms } as Clock);
  timeline.follow(rows(1));
  ms = 2_500;
  timeline.observe({ type: 'paused', why: 'paused', seconds: 0 });
  ms = 5_500;
  timeline.observe({ type: 'resumed', seconds: 3 });
  ms = 6_500;
  timeline.follow(rows(1));
  expect(timeline.points.map(({ paused }) => paused)).toEqual([false, false, true, true, true, true, false]);
});
