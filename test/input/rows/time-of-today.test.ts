import { afterEach, expect, test, vi } from 'vitest';
import { formatFault } from '../../../src/input/rows/format-parts.ts';
import { parseTime } from '../../../src/input/rows/time.ts';

/** A time means the same whenever it is read. */

afterEach(() => void vi.useRealTimers());

/** In summer and winter of both halves of the earth, and on the days of the changes. */
const TODAYS = [
  '2026-01-15T12:00Z',
  '2026-03-29T00:30Z',
  '2026-07-15T12:00Z',
  '2026-10-25T00:30Z',
  '2030-12-31T23:59Z',
];

const FORMAT = 'dd.MM.yyyy HH:mm';

test.each([
  ['Europe/Berlin', '25.10.2026 02:50', '2026-10-25T00:50Z'],
  ['Europe/Berlin', '25.10.2026 02:10', '2026-10-25T00:10Z'],
  ['Europe/Berlin', '25.10.2026 03:05', '2026-10-25T02:05Z'],
  ['Europe/Berlin', '29.03.2026 02:30', undefined],
  ['America/New_York', '01.11.2026 01:30', '2026-11-01T05:30Z'],
  ['America/New_York', '08.03.2026 02:15', undefined],
  ['Australia/Lord_Howe', '05.04.2026 01:45', '2026-04-04T14:45Z'],
  ['Australia/Lord_Howe', '04.10.2026 02:10', undefined],
  ['Africa/Casablanca', '15.02.2026 02:30', '2026-02-15T01:30Z'],
  ['Pacific/Apia', '30.12.2011 12:00', undefined],
])('%s: %s is the first such time, in every season', (zone, written, instant) => {
  for (const today of TODAYS) {
    vi.useFakeTimers({ now: new Date(today), toFake: ['Date'] });
    const read = parseTime(written, { time: FORMAT, zone });
    const iso = parseTime(written.replace(/(\d+)\.(\d+)\.(\d+) /, '$3-$2-$1T'), { time: 'iso', zone });
    expect(iso).toEqual(read);
    if (instant === undefined) expect(read).toMatchObject({ code: 'ROW.TIME_INVALID' });
    else expect(read).toEqual({ seconds: Date.parse(instant) / 1_000 });
  }
});

test('a format without a year is refused: it would take that of today', () => {
  for (const format of ['HH:mm', 'dd.MM. HH:mm', 'd LLLL HH:mm', 'ccc HH:mm', "'yyyy' HH:mm"])
    expect(formatFault(format)).toMatch(/has no year/);
  for (const format of [
    'iso',
    's',
    'ms',
    'us',
    FORMAT,
    'yy-M-d',
    'd LLL yyyy',
    'X',
    'x',
    'DDD',
    'f',
    'kkkk-W-c',
    'yyyy ooo',
  ])
    expect(formatFault(format)).toBeUndefined();
});
