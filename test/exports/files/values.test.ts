import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instant } from '../../../src/exports/files/values.ts';

/** Some of them are no dates, or no times of day. */
const two = (max: number) => fc.integer({ min: 0, max }).map((each) => String(each).padStart(2, '0'));
const text = fc
  .tuple(
    fc.constantFrom('1969', '1970', '1999', '2024', '2026', '20x6'),
    fc.tuple(two(13), two(32), two(24), two(60), two(60)),
    fc.oneof(fc.constantFrom('', '.', '.1', '.000', '.1a'), fc.stringMatching(/^\.[0-9]{1,12}$/)),
    fc.constantFrom('Z', 'z', '+02:00', ''),
    fc.constantFrom('T', ' ', 't'),
  )
  .map(
    ([year, [month, day, hour, minute, second], fraction, zone, mark]) =>
      `${year}-${month}-${day}${mark}${hour}:${minute}:${second}${fraction}${zone}`,
  );

test('the zeros of some databases are no time', () => {
  expect(instant('0000-00-00T10:00:00Z')).toBeUndefined();
});

test('a time in the usual form is the one that Date reads, with all digits of its fraction', () => {
  let seen = 0;
  fc.assert(
    fc.property(text, (written) => {
      const found = /^(\d{4}-\d\d-\d\d)[T ]([\d:]{8})(?:\.(\d+))?(Z|[+-][\d:]{5})$/i.exec(written) ?? [];
      const [, day, clock, fraction = '', zone] = found;
      const whole = day === undefined ? Number.NaN : Date.parse(`${day}T${clock}${zone}`);
      const ms = whole + Number(`0.${fraction.slice(0, 9) || '0'}`) * 1000;
      const given = instant(written);
      if (!(whole > 0)) expect(given ?? 0).toBeLessThan(1000);
      else {
        expect(given).toBeCloseTo(ms, 3);
        seen++;
      }
    }),
    { numRuns: 2_000 },
  );
  expect(seen).toBeGreaterThan(100);
});

test('days of the same export follow one another', () => {
  const times = ['2026-01-28T23:59:59.999999999Z', '2026-01-29T00:00:00Z', '2026-01-28T00:00:00.5Z'];
  expect(times.map(instant)).toEqual([
    Date.UTC(2026, 0, 28, 23, 59, 59) + 999.999999,
    Date.UTC(2026, 0, 29),
    Date.UTC(2026, 0, 28) + 500,
  ]);
});
