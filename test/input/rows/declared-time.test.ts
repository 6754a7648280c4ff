import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { parseTime } from '../../../src/input/rows/time.ts';

const iso = (written: string, time: string): string => {
  const parsed = parseTime(written, { time, zone: 'UTC' });
  return 'code' in parsed ? parsed.code : new Date(parsed.seconds * 1_000).toISOString().slice(0, 16);
};

describe('times in a declared format', () => {
  test.each([
    ['31-Dec-21 11:05 PM', 'dd-MMM-yy hh:mm a', '2021-12-31T23:05'],
    ['31-DEC-21 11:05 p.m.', 'dd-MMM-yy hh:mm a', '2021-12-31T23:05'],
    ['1/2/2024 3:04 p. m.', 'd/M/yyyy h:mm a', '2024-02-01T15:04'],
    ['1/2/2024 3:04 p.m.', 'd/M/yyyy h:mm a.m.', '2024-02-01T15:04'],
    ['1/2/2024 12:04 a.m.', 'd/M/yyyy h:mm a', '2024-02-01T00:04'],
    ['1/2/2024 12:04\u202fPM', 'd/M/yyyy h:mm a', '2024-02-01T12:04'],
    ['1/2/2024 13:04 PM', 'd/M/yyyy h:mm a', '2024-02-01T13:04'],
    ['3 Sept 2020', 'd MMM yyyy', '2020-09-03T00:00'],
    ['March 3, 2020', 'MMMM d, yyyy', '2020-03-03T00:00'],
    ['Tue, 3 Mar 2020 10:00', 'ccc, d MMM yyyy HH:mm', '2020-03-03T10:00'],
    ['3. März 2020', 'd. MMMM yyyy', '2020-03-03T00:00'],
    ['3 août 2020', 'd MMMM yyyy', '2020-08-03T00:00'],
    ['3 mayo 2020', 'd MMMM yyyy', '2020-05-03T00:00'],
    ['03.12.2020 um 10:00', "dd.MM.yyyy 'um' HH:mm", '2020-12-03T10:00'],
    ['20200301 101112', 'yyyyMMdd HHmmss', '2020-03-01T10:11'],
    ['3/31/61', 'M/d/yy', 'ROW.TIME_INVALID'],
    ['31/02/2024', 'dd/MM/yyyy', 'ROW.TIME_INVALID'],
    ['2020-01-01 24:00', 'yyyy-MM-dd HH:mm', '2020-01-02T00:00'],
    ['2020-01-01 24:01', 'yyyy-MM-dd HH:mm', 'ROW.TIME_INVALID'],
    ['', 'dd/MM/yyyy', 'ROW.TIME_INVALID'],
    ['x', "'", 'ROW.TIME_INVALID'],
  ])('%j in %s is %s', (written, format, expected) => {
    expect(iso(written, format)).toBe(expected);
  });

  test('are read as luxon reads them, on any day of any zone', () => {
    const formats = fc.constantFrom(
      'dd-MMM-yy hh:mm a',
      'd/M/yyyy H:mm:ss',
      'yyyy-MM-dd HH:mm:ss.SSS',
      'MMM d yyyy h:mm:ss a',
      'MMMM d, yyyy HH:mm',
      'ccc dd.MM.yy HH:mm',
    );
    const zones = fc.constantFrom(
      'Europe/Berlin',
      'America/New_York',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
      'America/Sao_Paulo',
      'utc',
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000_000_000, max: 2_800_000_000 }),
        formats,
        zones,
        (seconds, time, zone) => {
          const written = DateTime.fromSeconds(seconds, { zone }).setLocale('en-US').toFormat(time);
          const expected = DateTime.fromFormat(written, time, { zone, locale: 'en-US' });
          // Of a time that comes twice, luxon takes the one that fits today's offset; ours is the first.
          const first = Math.min(...expected.getPossibleOffsets().map((each) => each.toSeconds()));
          expect(parseTime(written, { time, zone })).toEqual({ seconds: Math.floor(first) });
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test('that are broken are refused as luxon refuses them', () => {
    const piece = fc.constantFrom(
      '1',
      '12',
      '31',
      '0',
      '99',
      '2024',
      '/',
      '-',
      ' ',
      ':',
      'Feb',
      'PM',
      'am',
      'x',
    );
    const formats = fc.constantFrom('d/M/yyyy', 'dd-MMM-yy h:mm a', 'd M yy', 'HH:mm d/M/yyyy');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), formats, (pieces, time) => {
        const written = pieces.join('').trim();
        const expected = DateTime.fromFormat(written, time, { zone: 'utc', locale: 'en-US' });
        const parsed = parseTime(written, { time, zone: 'utc' });
        expect('seconds' in parsed).toBe(expected.isValid && expected.toSeconds() >= 1);
      }),
      { numRuns: 3_000 },
    );
  });
});
