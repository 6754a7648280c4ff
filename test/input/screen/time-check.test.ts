import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';
import { expect, test } from 'vitest';
import { parseTime } from '../../../src/input/rows/time.ts';
import { clockFormat } from '../../../src/input/screen/clock-steps.ts';
import { TimeCheck, type TimeReading } from '../../../src/input/screen/time-check.ts';
import { timeForm } from '../../../src/input/screen/time-form.ts';
import { zoneDays } from '../../../src/input/screen/zone-days.ts';
import { FORMATS, instants, times, ZONES } from './times.ts';

const runs = Number(process.env['CHATFERRY_PROPERTY_RUNS'] ?? 2_000);
const check = new TimeCheck();

function read(written: string, reading: TimeReading): number | undefined {
  const bytes = Buffer.from(written);
  return check.read(bytes, 0, bytes.length, reading) ? check.seconds : undefined;
}

function readingOf(time: string | undefined, zone: string | undefined): TimeReading {
  const format = time === undefined ? 'auto' : time === 'iso' ? time : clockFormat(time);
  if (!format) return expect.fail(`${time} is not compiled`);
  return { format, zone: zone === undefined ? undefined : zoneDays(zone) };
}

const formats = fc.constantFrom(undefined, 'iso', ...FORMATS);
const zones = fc.constantFrom(undefined, ...ZONES);

test('a time that is read from bytes is the one that the row check reads, and as it is written', () => {
  let found = 0;
  fc.assert(
    fc.property(
      formats.chain((time) => fc.tuple(fc.constant(time), zones, times(time))),
      ([time, zone, written]) => {
        const seconds = read(written, readingOf(time, zone));
        if (seconds === undefined) return;
        found++;
        expect({ seconds }).toEqual(parseTime(written, { time, zone }));
        expect(check.form).toBe(timeForm(written));
        expect(check.cut).toBe((time ?? 'iso') === 'iso' && /\d[.,]\d*[1-9]/.test(written));
      },
    ),
    { numRuns: runs },
  );
  expect(found).toBeGreaterThan(runs / 4);
});

test('every time that a clock shows once is read', () => {
  const near = instants.filter((seconds) => seconds > 1_000_100_000 && seconds < 2_850_000_000);
  fc.assert(
    fc.property(fc.constantFrom(...FORMATS), fc.constantFrom(...ZONES), near, (time, zone, seconds) => {
      const at = DateTime.fromSeconds(seconds, { zone, locale: 'en-US' });
      fc.pre(at.getPossibleOffsets().length === 1);
      expect(read(at.toFormat("yyyy-MM-dd'T'HH:mm:ss"), readingOf('iso', zone))).toBe(seconds);
      const written = at.toFormat(time);
      const parsed = parseTime(written, { time, zone });
      const shown = 'seconds' in parsed && DateTime.fromSeconds(parsed.seconds, { zone });
      if (shown && shown.getPossibleOffsets().length === 1)
        expect(read(written, readingOf(time, zone))).toBe(shown.toSeconds());
    }),
    { numRuns: runs },
  );
});

test.each(ZONES)('in %s, only a time that the clocks show once has an offset', (name) => {
  const days = zoneDays(name);
  const zone = IANAZone.create(name);
  const ahead = (seconds: number): number => zone.offset(seconds * 1_000) * 60;
  for (let day = 13_000; day < 15_400; day++) {
    for (const second of [0, 5_400, 43_200, 86_399]) {
      const shown = day * 86_400 + second;
      const near = [-2, -1, 0, 1, 2].map((more) => ahead(shown + more * 43_200));
      const times = [...new Set(near)].filter((offset) => ahead(shown - offset) === offset);
      const offset = days.offsetAt(day, second);
      if (Number.isNaN(offset)) expect(times.length === 1 && new Set(near).size < 2).toBe(false);
      else expect([day, second, ...times]).toEqual([day, second, offset]);
    }
  }
});

test.each([
  'yyyy-MM-dd HH:mm ZZ',
  'dd. MMMM yyyy',
  'yyyy-MM-dd H:mm',
  'yyyyMdd',
  'yyyy-MM-dd ',
  'HH:mm',
  "yyyy-MM-dd ''HH",
  "h:mm a 'a.m.' dd/MM/yy",
  'dd\u00a0MM yyyy',
  'MM/MM/yyyy',
])('times of the format %j are left to the row check', (format) => {
  expect(clockFormat(format)).toBeUndefined();
});
