import { describe, expect, test } from 'vitest';
import type { ProgressOfRun } from '../../../src/report/events/extent.ts';
import { liveBlock, plainLine } from '../../../src/report/events/progress-lines.ts';
import { styleFor } from '../../../src/terminal/style.ts';
import { widthOf } from '../../../src/terminal/width.ts';

const NOW = new Date(2026, 10, 21, 12, 3, 0).getTime();
const at = (ms: number): string => new Date(NOW + ms).toISOString();
const clock = { now: () => NOW };

const done = (rows: number, rejected = 0) => ({
  state: 'done' as const,
  done: rows,
  total: rows,
  estimated: false,
  percent: 100,
  landed: rows - rejected,
  rejected,
});

const LIMIT = { allowedPerMinute: 60, rateClass: 'import', allowedBy: 'stated' } as const;

const progress = (rest: Partial<ProgressOfRun> = {}): ProgressOfRun => ({
  type: 'progress',
  done: 36_502,
  total: 1_013_682,
  estimated: true,
  percent: 3.6,
  entity: 'messages',
  rowsPerMinute: 2_998,
  requests: { sent: 730, retried: 14, left: 19_544, perMinute: 58.8, ...LIMIT },
  etaSeconds: 13_020,
  etaAt: at(13_020_000),
  entities: {
    users: done(4_112, 3),
    groups: done(310),
    members: done(6_940),
    messages: {
      state: 'running',
      done: 25_140,
      total: 1_002_320,
      estimated: true,
      percent: 2.5,
      landed: 25_140,
      rejected: 0,
    },
  },
  ...rest,
});

const block = (columns: number, rest: Partial<ProgressOfRun> = {}, colour = false): string[] =>
  liveBlock(progress(rest), { style: styleFor(colour), columns: () => columns, clock });

test('the whole run at a glance', () => {
  expect(`\n${block(120).join('\n')}`).toBe(`
  users     ━━━━━━━━━━━━━━━━━━━━  100 %  4 112/4 112  3 rejected  done
  groups    ━━━━━━━━━━━━━━━━━━━━  100 %  310/310  done
  members   ━━━━━━━━━━━━━━━━━━━━  100 %  6 940/6 940  done
  messages  ────────────────────    2 %  25 140/~1 002 320
  total     ────────────────────    3 %  36 502/~1 013 682
  ETA 3 h 37 m (15:40) · 2 998 rows/min · 58.8 of 60 import requests/min (set by the service) · 14 retried`);
});

const error = { at: at(-60_000), message: `the service answered 503 \u4f60\u597d ${'x'.repeat(200)}` };
const refused = { why: 'refused', until: at(41_000), stated: true, seconds: 41 } as const;

describe.each([120, 80, 60, 30, 1])('in a terminal of %i columns', (columns) => {
  test.each([false, true])('no line is longer, with colour: %s', (colour) => {
    const lines = block(columns, { lastError: error, waiting: refused }, colour);
    expect(lines).toHaveLength(8);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(Math.max(1, columns - 1));
  });
});

test('what matters most comes first, where there is little room', () => {
  expect(`\n${block(30).join('\n')}`).toBe(`
  users     100 %  4 112/4 1…
  groups    100 %  310/310  …
  members   100 %  6 940/6 9…
  messages    2 %  25 140/~1…
  total       3 %  36 502/~1…
  ETA 3 h 37 m (15:40) · 2 9…`);
});

test.each([
  [refused, 'waiting for the rate limit, 41 s (Retry-After until 12:03:41)'],
  [{ ...refused, stated: false }, 'waiting for the rate limit, 41 s (until 12:03:41)'],
  [{ why: 'limit', seconds: 1.2 }, 'waiting for the rate limit'],
  [
    { why: 'noAnswer', seconds: 14, attempt: 3, reason: 'no answer' },
    'service not answering for 14 s, retry 3: no answer',
  ],
  [
    { why: 'retry', seconds: 2, attempt: 2, reason: 'the service answered 503' },
    'retry 2: the service answered 503',
  ],
] as const)('says why it waits: %j', (waiting, text) => {
  expect(block(120, { waiting })).toContain(`  ${text}`);
  expect(plainLine(progress({ waiting }), clock)).toContain(`(${text})`);
});

test('shows the last error, and no figure that is not known yet', () => {
  expect(block(120, { lastError: { at: at(-60_000), message: 'reset\u001b[2J' } }).at(-1)).toBe(
    '  last error at 12:02:00: reset\\u001b[2J',
  );
  const {
    rowsPerMinute: _,
    etaSeconds: __,
    etaAt: ___,
    total: ____,
    percent: _____,
    ...unknown
  } = progress();
  const requests = { sent: 0, retried: 0 };
  const lines = liveBlock(
    { ...unknown, requests, entities: { users: { ...done(5), state: 'running' }, groups: done(0) } },
    { style: styleFor(false), columns: () => 80, clock },
  );
  expect(lines.slice(2)).toEqual(['  total            36 502 rows']);
});

test('a line of a log has the entity at work, all of the run, and what is left', () => {
  expect(plainLine(progress(), clock)).toBe(
    `${at(0)} messages 2% 25140/~1002320 total 3% 36502/~1013682 2998 rows/min 58.8/60 import requests/min (set by the service) eta=13020s rejected=3 retried=14`,
  );
});
