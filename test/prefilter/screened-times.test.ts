import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';
import { expect, test } from 'vitest';
import { entities } from '../../src/input/entities/entities.ts';
import { compileMapping } from '../../src/input/rows/mapping.ts';
import { parseTime } from '../../src/input/rows/time.ts';
import { CsvRows } from '../../src/input/sources/csv/csv-rows.ts';
import { clockFormat } from '../../src/prefilter/clock-steps.ts';
import { Facts, TALLY_TIMES, TALLY_WORDS, timeForm } from '../../src/prefilter/facts.ts';
import { rulesOf } from '../../src/prefilter/rules.ts';
import { openThread, type ScreenThread, WasmScreen } from '../../src/prefilter/wasm/wasm-screen.ts';
import { zoneDays } from '../../src/prefilter/zone-days.ts';
import { sized } from '../support/long-form.ts';
import { FORMATS, instants, times, ZONES } from './times.ts';

const runs = Number(process.env['CHATFERRY_PROPERTY_RUNS'] ?? 2_000);
/** Two, because one knows no more than eight zones. */
const threads = [openThread(1), openThread(1)] as readonly ScreenThread[];
const { users } = entities;
const names = ['uid', 'name', 'createdAt'];

type Read = { readonly seconds: number; readonly isCut: boolean; readonly form: number };

/** What the screen reads in a cell with a time; undefined if it leaves the record. */
function read(written: string, time: string | undefined, zone: string | undefined): Read | undefined {
  const { mapping } = compileMapping(users, { createdAt: { from: 'createdAt', time, zone } }, names);
  const facts = new Facts();
  let form = -1;
  let found: Read | undefined;
  const thread = threads[(ZONES as readonly unknown[]).indexOf(zone) % 2] ?? threads[0];
  const blocks = new WasmScreen(thread as ScreenThread, facts, {
    names,
    plan: () => ({ entity: 'users', rules: rulesOf(users, mapping, names) ?? [], carries: new Set(names) }),
    accept: () => {
      found = { seconds: facts.seconds, isCut: facts.cutField >= 0, form };
      return true;
    },
    count: (_, tally) => {
      form = [...tally.subarray(2 * TALLY_WORDS + TALLY_TIMES, 3 * TALLY_WORDS)].indexOf(1);
    },
  });
  const dialect = { delimiter: ',', columns: names.length, encoding: 'utf-8', file: 0 };
  const parser = new CsvRows(dialect, { byte: 0, line: 1, row: 0 });
  parser.push(Buffer.from(`ann,Ann,"${written}"\n`), { blocks, row: () => {} });
  return found;
}

const formats = fc.constantFrom(undefined, 'iso', ...FORMATS);
const zones = fc.constantFrom(undefined, ...ZONES);

test('a time that the screen reads is the one that the row check reads, and as it is written', () => {
  let found = 0;
  fc.assert(
    fc.property(
      formats.chain((time) => fc.tuple(fc.constant(time), zones, times(time))),
      ([time, zone, written]) => {
        const screened = read(written, time, zone);
        if (screened === undefined) return;
        found++;
        const { seconds, isCut, form } = screened;
        expect({ seconds }).toEqual(parseTime(written, { time, zone }));
        expect(form).toBe(timeForm(written));
        expect(isCut).toBe((time ?? 'iso') === 'iso' && /\d[.,]\d*[1-9]/.test(written));
      },
    ),
    { numRuns: runs },
  );
  expect(found).toBeGreaterThan(runs / 4);
});

/** Seconds of a day and of the two around it, in which the clocks of a zone change or not. */
const areClocksSteady = (name: string, seconds: number): boolean => {
  const zone = IANAZone.create(name);
  const near = [-3, -2, -1, 0, 1, 2, 3].map((days) => zone.offset((seconds + days * 86_400) * 1_000));
  return new Set(near).size === 1;
};

test('every time is read on a day around which the clocks do not change', () => {
  const near = instants.filter((seconds) => seconds > 1_000_300_000 && seconds < 2_850_000_000);
  fc.assert(
    fc.property(fc.constantFrom(...FORMATS), fc.constantFrom(...ZONES), near, (time, zone, seconds) => {
      fc.pre(areClocksSteady(zone, seconds));
      const at = DateTime.fromSeconds(seconds, { zone, locale: 'en-US' });
      expect(read(at.toFormat("yyyy-MM-dd'T'HH:mm:ss"), 'iso', zone)?.seconds).toBe(seconds);
      const written = at.toFormat(time);
      const parsed = parseTime(written, { time, zone });
      if ('seconds' in parsed && parsed.seconds > 1_000_300_000)
        expect(read(written, time, zone)?.seconds).toBe(parsed.seconds);
    }),
    { numRuns: runs },
  );
});

/** As assembly/times.ts reads them. */
const FIRST_DAY = 11_573;
const CHANGES = 255;
const offsetOf = (value: number): number => (value - 100) * 900;

test.each(ZONES)('in %s, only a day without a change of the clocks has an offset', (name) => {
  const days = zoneDays(name);
  const zone = IANAZone.create(name);
  const ahead = (seconds: number): number => zone.offset(seconds * 1_000) * 60;
  for (let day = 13_000; day < 15_400; day += sized(3, 1)) {
    if (days.values[day - FIRST_DAY] === 0) days.learn(day - FIRST_DAY);
    const value = days.values[day - FIRST_DAY] as number;
    const shown = [0, 5_400, 43_200, 86_399].map((second) => day * 86_400 + second);
    const near = shown.flatMap((second) => [-2, -1, 0, 1, 2].map((more) => ahead(second + more * 43_200)));
    const isSteady = new Set(near).size === 1;
    if (value !== CHANGES) expect([day, isSteady, ...new Set(near)]).toEqual([day, true, offsetOf(value)]);
    else expect([day, isSteady && areClocksSteady(name, day * 86_400 + 43_200)]).toEqual([day, false]);
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
