import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { TimeFormCounter } from '../../../src/input/columns/time-evidence.ts';
import { parseTime } from '../../../src/input/rows/time.ts';

function evidenceOf(cells: readonly string[]) {
  const counter = new TimeFormCounter();
  for (const cell of cells) counter.add(cell);
  return counter.evidence;
}

describe('a format is found that reads the times of a column', () => {
  test.each([
    [['04-Mar-24 08:02 a.m.', '14-Mar-24 05:52 p.m.'], 'dd-MMM-yy hh:mm a'],
    [['3/14/24, 9:05 PM', '12/1/24, 11:05 AM'], 'M/d/yy, h:mm a'],
    [['Tue, 3 Mar 2020 10:00:05', 'Thu, 12 Mar 2020 09:00:00'], 'ccc, d MMM yyyy HH:mm:ss'],
    [['March 3, 2020', 'April 14, 2020'], 'MMMM d, yyyy'],
    [['3. März 2020 10:00', '14. Mai 2020 09:30', '1. Dezember 2020 08:00'], 'd. MMMM yyyy HH:mm'],
    [['3 mars 2020', '14 août 2020', '1 décembre 2020'], 'd MMMM yyyy'],
    [['3 de mayo de 2020', '14 de diciembre de 2020'], "d 'de' MMMM 'de' yyyy"],
    [['May 3, 2020', 'March 14, 2020'], 'MMMM d, yyyy'],
    [['2024/03/14 10:05', '2024/12/01 09:00'], 'yyyy/MM/dd HH:mm'],
    [['1.2.2024 9:05', '10.12.2024 19:05', '31.12.2024 0:00'], 'd.M.yyyy H:mm'],
    [['14.03.2024 10:05:06.123', '01.02.2024 00:00:00.000'], 'dd.MM.yyyy HH:mm:ss.u'],
  ])('%j: %s', (cells, time) => {
    const evidence = evidenceOf(cells);
    expect(evidence).toMatchObject({ time, zoned: false });
    for (const cell of cells) expect(parseTime(cell, { time, zone: 'utc' })).toHaveProperty('seconds');
  });

  test('a date with an offset needs no zone', () => {
    const evidence = evidenceOf(['14/03/2024 10:05 +02:00', '15/03/2024 10:05 +02:00']);
    expect(evidence).toMatchObject({ zoned: true });
    expect(parseTime('14/03/2024 10:05 +02:00', { time: evidence?.time })).toHaveProperty('seconds');
  });

  test('if nothing shows whether the day or the month comes first, both formats are named', () => {
    expect(evidenceOf(['01/02/2024', '03/04/2024'])).toMatchObject({
      ambiguous: true,
      time: 'dd/MM/yyyy',
      monthFirst: 'MM/dd/yyyy',
    });
  });

  test('words, versions and sums are no times', () => {
    for (const cells of [['May', 'June'], ['1.2.3', '1.10.0'], ['Mar 5'], ['10:30'], ['12 apples 2024']])
      expect(evidenceOf(cells)).toBeUndefined();
  });

  test('whatever format a system writes, the times are the ones that it meant', () => {
    const formats = fc.constantFrom(
      'dd-MMM-yy hh:mm a',
      'd/M/yyyy H:mm:ss',
      'MMM d, yyyy HH:mm',
      'dd.MM.yy HH:mm',
    );
    const seconds = fc.array(fc.integer({ min: 1_000_000_000, max: 1_900_000_000 }), {
      minLength: 40,
      maxLength: 60,
    });
    fc.assert(
      fc.property(formats, seconds, (format, times) => {
        const cells = times.map((each) =>
          DateTime.fromSeconds(each, { zone: 'utc', locale: 'en-US' }).toFormat(format),
        );
        const evidence = evidenceOf(cells);
        if (!evidence || evidence.ambiguous) return;
        const expected = times.map((each) => (format.includes('ss') ? each : each - (each % 60)));
        const read = cells.map((cell) => parseTime(cell, { time: evidence.time, zone: 'utc' }));
        expect(read).toEqual(expected.map((each) => ({ seconds: each })));
      }),
      { numRuns: 50 },
    );
  });

  test('rising and falling times are counted', () => {
    const counter = new TimeFormCounter();
    for (const cell of ['3', '2', '2', '5'].map((day) => `2024-01-0${day}T00:00:00Z`)) counter.add(cell);
    expect(counter.order).toEqual({ rising: 1, falling: 1 });
  });
});
