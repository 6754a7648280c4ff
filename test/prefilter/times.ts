import fc from 'fast-check';
import { DateTime } from 'luxon';

/** Formats that the screens read. */
export const FORMATS = [
  'yyyy-MM-dd HH:mm:ss',
  'yyyy-MM-dd HH:mm',
  "yyyy-MM-dd'T'HH:mm:ss",
  "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'",
  'dd.MM.yyyy HH:mm:ss',
  "dd.MM.yyyy 'um' HH:mm",
  'M/d/yyyy H:mm',
  'd/M/yy h:mm a',
  'dd-MMM-yy hh:mm:ss a',
  'MMM d, yyyy H:m:s',
  'yyyyMMddHHmmss',
  'yyMMddHHmm',
  'yyyyMMdd',
] as const;

/** With changes at different hours, half an hour, a skipped day, changes close to each other, and none. */
export const ZONES = [
  'utc',
  'Etc/GMT-14',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Caracas',
  'Asia/Kathmandu',
  'Asia/Gaza',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Antarctica/Troll',
  'Pacific/Apia',
  'Pacific/Chatham',
] as const;

/** Near changes of the clocks, leap days, and the bounds of what the service takes. */
export const instants = fc.oneof(
  fc.integer({ min: 990_000_000, max: 4_300_000_000 }),
  fc
    .tuple(
      fc.constantFrom(
        '2024-03-31T01:00:00Z',
        '2024-10-27T01:00:00Z',
        '2024-11-03T06:00:00Z',
        '2018-11-04T03:00:00Z',
        '2024-10-05T15:30:00Z',
        '2024-04-07T02:00:00Z',
        '2011-12-30T10:00:00Z',
        '2024-02-29T00:00:00Z',
        '2010-08-10T21:00:00Z',
        '2024-03-10T02:00:00Z',
        '2007-12-09T07:00:00Z',
        '2001-09-09T01:46:40Z',
        '2100-02-28T23:59:59Z',
        '2106-02-07T06:28:16Z',
        '2286-11-20T17:46:40Z',
      ),
      fc.integer({ min: -100_000, max: 100_000 }),
    )
    .map(([iso, seconds]) => Date.parse(iso) / 1_000 + seconds),
);
const extra = fc.constantFrom(
  '',
  '',
  '',
  '',
  '',
  '.5',
  '.000',
  ',25',
  '.1234567890',
  'Z',
  '+02:00',
  '-0330',
  ' ',
  'x',
);
/** What a digit or a letter may be instead. */
const damage = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 5 },
  fc.record({
    at: fc.nat(30),
    char: fc.constantFrom('0', '1', '2', '3', '5', '6', '9', '/', ':', ' ', 'P', 'a', '\u00a0'),
  }),
);

/** Cells of a column whose times are declared in a format; ISO 8601 if there is none. */
export const times = (format: string | undefined): fc.Arbitrary<string> =>
  fc
    .tuple(
      instants,
      fc.constantFrom("yyyy-MM-dd'T'HH:mm:ss", 'yyyy-MM-dd HH:mm:ss'),
      extra,
      damage,
      fc.boolean(),
    )
    .map(([seconds, iso, more, damaged, isSmall]) => {
      const isIso = format === undefined || format === 'iso';
      const at = DateTime.fromSeconds(seconds, { zone: 'utc', locale: 'en-US' });
      const text = at.toFormat(isIso ? iso : format) + (isIso ? more : more.trim() && '');
      const written = isSmall ? text.toLowerCase() : text;
      if (!damaged) return written;
      const place = damaged.at % (written.length + 1);
      return written.slice(0, place) + damaged.char + written.slice(place + 1);
    });
