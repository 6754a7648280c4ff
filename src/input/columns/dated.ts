/** A date with or without a time of day, as one cell writes it. */
export type Dated = {
  /** Parts of a luxon format, in order; `A` and `B` are the two numbers that are day and month or month and day. */
  readonly parts: readonly DatedPart[];
  /** The two numbers; undefined if the month has a name or the year stands first. */
  readonly pair?: readonly [number, number];
  readonly zoned: boolean;
  /** Epoch seconds, a time without a zone read as UTC; undefined if there is no such date. */
  readonly seconds: (dayFirst: boolean) => number | undefined;
};

/** A token of a format, or text between tokens; `width` is the number of its digits, 0 if it has none. */
export type DatedPart = { readonly token: string; readonly width: number };

/** Names of the months in English, German, French, Spanish, Portuguese, Italian and Dutch, short and long. */
const MONTHS_BY_NUMBER = [
  'Jan(?:uary|uar|uari|eiro)?|Janv(?:ier)?|Ene(?:ro)?|Gen(?:naio)?',
  'Feb(?:ruary|ruar|ruari|rero|braio)?|Févr(?:ier)?|Fev(?:ereiro)?',
  'Mar(?:ch|s|zo|ço)?|März?|Maart|Mrt',
  'Apr(?:il|ile)?|Avr(?:il)?|Abr(?:il)?',
  'May(?:o)?|Mai(?:o)?|Mag(?:gio)?|Mei',
  'Jun(?:e|i|io|ho)?|Juin|Giu(?:gno)?',
  'Jul(?:y|i|io|ho)?|Juil(?:let)?|Lug(?:lio)?',
  'Aug(?:ust|ustus)?|Août|Ago(?:sto)?',
  'Sept?(?:ember|embre|tiembre|iembre|tembre)?|Set(?:embro|tembre)?',
  'O[ck]t(?:ober|obre|ubre)?|Out(?:ubro)?|Ott(?:obre)?',
  'Nov(?:ember|embre|iembre|embro)?',
  'De[cz](?:ember|embro)?|Déc(?:embre)?|Dic(?:iembre|embre)?',
];
const MONTHS = `(?:${MONTHS_BY_NUMBER.join('|')})\\.?`;
const MONTH_PATTERNS = MONTHS_BY_NUMBER.map((names) => new RegExp(`^(?:${names})\\.?$`, 'i'));
const WEEKDAYS =
  'Mon(?:day)?|Tue(?:s(?:day)?)?|Wed(?:nesday)?|Thu(?:rs(?:day)?)?|Fri(?:day)?|Sat(?:urday)?|Sun(?:day)?';
const TIME =
  '(?:(?<join>,? | at |T)(?<hour>\\d\\d?):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:\\.(?<fraction>\\d{1,9}))?)?(?:(?<space>[ \\u00a0\\u202f]?)(?<half>[ap]\\.? ?m\\.?))?(?:(?<gap> ?)(?<offset>Z|[+-]\\d\\d:?\\d\\d))?)?';

/** Dates by their order. */
const PATTERNS = [
  '(?<year>\\d{4})(?<mark>[./])(?<month>\\d\\d?)(?<mark2>[./])(?<day>\\d\\d?)',
  '(?<a>\\d\\d?)(?<mark>[./-])(?<b>\\d\\d?)(?<mark2>[./-])(?<year>\\d{4}|\\d\\d)',
  `(?<day>\\d\\d?)(?<mark>[ ./-]{1,2}| de )(?<name>${MONTHS})(?<mark2>[ ,/-]{1,2}| de )(?<year>\\d{4}|\\d\\d)`,
  `(?<name>${MONTHS})(?<mark>[ .]{1,2})(?<day>\\d\\d?)(?<mark2>,? )(?<year>\\d{4})`,
].map((date) => new RegExp(`^(?:(?<weekday>${WEEKDAYS})(?<comma>,? ))?${date}${TIME}$`, 'i'));

/** Cells that cannot be dates are told by this, which costs little. */
const MAYBE = /^[\p{L}\d](?=.*\d)[\p{L}\d ,.:/+\u00a0\u202f-]{5,38}$/u;

type Groups = Readonly<Record<string, string | undefined>>;

/** Reads a cell as a date in figures or with the name of a month; undefined if it is none. */
export function datedOf(cell: string): Dated | undefined {
  if (!MAYBE.test(cell)) return undefined;
  for (const pattern of PATTERNS) {
    const found = pattern.exec(cell)?.groups as Groups | undefined;
    if (found)
      return {
        parts: partsOf(found),
        ...(found['a'] === undefined ? {} : { pair: [Number(found['a']), Number(found['b'])] }),
        zoned: found['offset'] !== undefined,
        seconds: (dayFirst) => secondsOf(found, dayFirst),
      };
  }
  return undefined;
}

/** Each group as a part of a format, in the order in which the pattern names them. */
const PARTS: Readonly<Record<string, (text: string) => DatedPart>> = {
  weekday: (text) => ({ token: text.length > 5 ? 'cccc' : 'ccc', width: 0 }),
  year: (text) => ({ token: text.length === 4 ? 'yyyy' : 'yy', width: 0 }),
  month: (text) => ({ token: 'M', width: text.length }),
  day: (text) => ({ token: 'd', width: text.length }),
  a: (text) => ({ token: 'A', width: text.length }),
  b: (text) => ({ token: 'B', width: text.length }),
  // Short or long: the longest of the column tells, because May is both.
  name: (text) => ({ token: 'N', width: text.replace(/\.$/, '').length }),
  hour: (text) => ({ token: 'H', width: text.length }),
  minute: () => ({ token: ':mm', width: 0 }),
  second: () => ({ token: ':ss', width: 0 }),
  fraction: () => ({ token: '.u', width: 0 }),
  half: () => ({ token: 'a', width: 0 }),
  offset: (text) => ({ token: text.includes(':') || /z/i.test(text) ? 'ZZ' : 'ZZZ', width: 0 }),
};

function partsOf(found: Groups): DatedPart[] {
  const parts = Object.entries(found).flatMap(([group, text]) =>
    text === undefined ? [] : [PARTS[group]?.(text) ?? { token: quoted(text), width: 0 }],
  );
  const halves = found['half'] !== undefined;
  return halves ? parts.map((part) => (part.token === 'H' ? { ...part, token: 'h' } : part)) : parts;
}

/** Text of a format in which letters stand for themselves. */
const quoted = (text: string): string => text.replaceAll(/[A-Za-z]+/g, (letters) => `'${letters}'`);

function secondsOf(found: Groups, dayFirst: boolean): number | undefined {
  const { a, b, name } = found;
  const [day, month] =
    a === undefined
      ? [Number(found['day']), monthOf(found['month'], name)]
      : [Number(dayFirst ? a : b), Number(dayFirst ? b : a)];
  const written = Number(found['year']);
  const year = written > 99 ? written : written + (written > 60 ? 1_900 : 2_000);
  const time = [hourOf(found), Number(found['minute'] ?? 0), Number(found['second'] ?? 0)] as const;
  const ms = Date.UTC(year, month - 1, day, ...time);
  if (month > 12 || month < 1 || new Date(ms).getUTCMonth() !== month - 1) return undefined;
  return ms / 1_000 - offsetSeconds(found['offset']);
}

const monthOf = (figure: string | undefined, name = ''): number =>
  figure === undefined ? MONTH_PATTERNS.findIndex((pattern) => pattern.test(name)) + 1 : Number(figure);

function hourOf({ hour, half }: Groups): number {
  const figure = Number(hour ?? 0);
  if (half === undefined) return figure;
  return (figure % 12) + (/^p/i.test(half) ? 12 : 0);
}

function offsetSeconds(offset: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(offset ?? '') ?? [];
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 3_600 + Number(minutes) * 60);
}
