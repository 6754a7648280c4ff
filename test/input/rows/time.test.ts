import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { isZone, parseTime } from '../../../src/input/rows/time.ts';

const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'UTC',
];
/** 2001-09-09 to 2100. */
const instants = fc.integer({ min: 1_000_000_000, max: 4_102_444_800 });
const code = (time: ReturnType<typeof parseTime>): string => ('code' in time ? time.code : `${time.seconds}`);

describe('parseTime', () => {
  test('reads the ISO 8601 times that luxon writes in any zone, with and without fractions', () => {
    const forms = fc.constantFrom(
      (at: DateTime) => at.toISO() as string,
      (at: DateTime) => at.toISO({ suppressMilliseconds: true }) as string,
      (at: DateTime) => (at.toISO() as string).replace('T', ' '),
      (at: DateTime) => at.toUTC().toISO() as string,
      (at: DateTime) => at.toFormat("yyyy-MM-dd'T'HH:mm:ss,SSSZZZ"),
    );
    fc.assert(
      fc.property(instants, fc.nat(999), fc.constantFrom(...ZONES), forms, (seconds, ms, zone, form) => {
        const written = form(DateTime.fromMillis(seconds * 1_000 + ms, { zone }));
        expect(parseTime(written)).toEqual({ seconds });
      }),
      { numRuns: 1_000 },
    );
  });

  test('reads a wall clock time in a declared zone like luxon', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES), (seconds, zone) => {
        const at = DateTime.fromSeconds(seconds, { zone });
        const local = at.toFormat('yyyy-MM-dd HH:mm:ss');
        // Of a time that comes twice, luxon takes the one that fits today's offset; ours is the first.
        const first = Math.min(...at.getPossibleOffsets().map((each) => each.toSeconds()));
        expect(parseTime(local, { time: 'iso', zone })).toEqual({ seconds: first });
        const declared = { time: 'dd/MM/yyyy HH:mm:ss', zone };
        expect(parseTime(at.toFormat('dd/MM/yyyy HH:mm:ss'), declared)).toEqual({
          seconds: first,
        });
        expect(parseTime(at.toFormat('dd/MM/yyyy HH:mm:ss ZZ'), { time: 'dd/MM/yyyy HH:mm:ss ZZ' })).toEqual({
          seconds,
        });
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ['Europe/Berlin', '2024-03-31 02:30:00', '2024-03-31 03:30:00'],
    ['America/New_York', '2024-03-10 02:15:00', '2024-03-10 03:15:00'],
    ['Australia/Lord_Howe', '2024-10-06 02:10:00', '2024-10-06 02:40:00'],
    ['America/Sao_Paulo', '2018-11-04 00:30:00', '2018-11-04 01:30:00'],
  ])('%s: %s is no time, the clocks skip it', (zone, skipped, after) => {
    expect(parseTime(skipped, { time: 'iso', zone })).toMatchObject({
      code: 'ROW.TIME_INVALID',
      message: expect.stringMatching(/skip/),
    });
    expect(parseTime(skipped, { time: 'yyyy-MM-dd HH:mm:ss', zone })).toMatchObject({
      code: 'ROW.TIME_INVALID',
    });
    expect(parseTime(after, { time: 'iso', zone })).toHaveProperty('seconds');
  });

  test.each<[string | number, object, string]>([
    ['1700000000', {}, '1700000000'],
    [1_700_000_000, {}, '1700000000'],
    ['1700000000.9', {}, '1700000000'],
    ['1700000000999', { time: 'ms' }, '1700000000'],
    ['1700000000999999', { time: 'us' }, '1700000000'],
    [' 1700000000 ', {}, '1700000000'],
    ['1700000000000', {}, 'ROW.TIME_INVALID'],
    ['-1', {}, 'ROW.TIME_INVALID'],
    ['0', {}, 'ROW.TIME_INVALID'],
    ['1e9', {}, 'ROW.TIME_INVALID'],
    ['0x10', {}, 'ROW.TIME_INVALID'],
    ['', {}, 'ROW.TIME_INVALID'],
    ['2024-02-30T00:00:00Z', {}, 'ROW.TIME_INVALID'],
    ['2023-02-29T00:00:00Z', {}, 'ROW.TIME_INVALID'],
    ['2024-13-01T00:00:00Z', {}, 'ROW.TIME_INVALID'],
    ['2024-01-01T24:00:00Z', {}, 'ROW.TIME_INVALID'],
    ['2024-01-01T00:60:00Z', {}, 'ROW.TIME_INVALID'],
    ['2024-01-01T00:00:00+15:00', {}, 'ROW.TIME_INVALID'],
    ['2024-01-01T00:00:00', {}, 'ROW.TIME_NO_ZONE'],
    ['2024-01-01', {}, 'ROW.TIME_NO_ZONE'],
    ['01/02/2024', { time: 'dd/MM/yyyy' }, 'ROW.TIME_NO_ZONE'],
    ['2024-01-02', { time: 'dd/MM/yyyy', zone: 'UTC' }, 'ROW.TIME_INVALID'],
    ['Tue, 02 Jan 2024', {}, 'ROW.TIME_INVALID'],
    ['2024-01-01T00:00:00z', {}, '1704067200'],
    ['2024-01-01T05:30:00+0530', {}, '1704067200'],
    ['2024-01-01T00:00Z', {}, '1704067200'],
  ])('%j with %j gives %s', (value, format, expected) => {
    expect(code(parseTime(value, format))).toBe(expected);
  });

  test('reads the usual form of a time as it reads the others, whatever its numbers are', () => {
    const two = (max: number) => fc.integer({ min: 0, max }).map((each) => String(each).padStart(2, '0'));
    const year = fc.constantFrom('0000', '1969', '1970', '2000', '2023', '2024', '2100', '9999');
    fc.assert(
      fc.property(
        year,
        two(13),
        two(32),
        two(25),
        two(61),
        two(61),
        (y, month, day, hour, minute, second) => {
          const written = `${y}-${month}-${day}T${hour}:${minute}:${second}`;
          expect(parseTime(`${written}Z`)).toEqual(parseTime(`${written}z`));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('accepts the zones of the IANA list and no others', () => {
    expect(ZONES.every(isZone)).toBe(true);
    expect(['Mars/Base', '', 'Europe', '+25:00'].some(isZone)).toBe(false);
  });
});
