import { z } from 'zod';
import type { RowCode } from '../../errors/row-codes.ts';
import { cut } from '../../terminal/printable.ts';
import { isRawNumber } from '../json/raw-number.ts';

/**
 * Schema pieces that several entities share. Numbers are the service's documented limits (its REST reference,
 * "Limits"). An issue's message is `<code> <text>`: the check splits it at the first space.
 */
export const issueText = (code: RowCode, text: string): string => `${code} ${text}`;

/** The error for an absent value, or for a value of another type. */
export const typed =
  (what: string) =>
  (issue: { input?: unknown }): string =>
    issue.input === undefined
      ? issueText('ROW.FIELD_MISSING', 'the field is required')
      : issueText('ROW.FIELD_TYPE', `expected ${what}`);

/** The error for a text that is right without the blanks around it, which nobody sees; for any other, `otherwise`. */
const blanksOr =
  (code: RowCode, otherwise: string, isRight: (text: string) => boolean) =>
  ({ input }: { input?: unknown }): string => {
    const text = typeof input === 'string' ? input : '';
    return issueText(code, text !== text.trim() && isRight(text.trim()) ? blanksAround(text) : otherwise);
  };

function blanksAround(text: string): string {
  if (text.trimEnd() === text) return 'it begins with a blank; as: trim removes it';
  if (text.trimStart() === text) return 'it ends with a blank; as: trim removes it';
  return 'it begins and ends with a blank; as: trim removes them';
}

/** The uid that acts for the app. */
export const APP_UID = 'app_system';

const ID = /^[A-Za-z0-9_-]{1,100}$/;

/**
 * A uid or guid: 1 to 100 of `a-z 0-9 - _`. It is lower-cased here, because the service lower-cases ids, but only after
 * the check: letters of other alphabets become `k` or `i`. The pattern also keeps every id safe in a URL path and in a
 * header.
 */
export const entityId = (): z.ZodType<string> =>
  z
    .string({ error: typed('text') })
    .regex(ID, {
      error: blanksOr('ID.INVALID', 'an id is 1 to 100 characters of a-z 0-9 - _', (text) => ID.test(text)),
    })
    .toLowerCase()
    .describe('id');

/** True if a text contains no NUL and no unpaired surrogate. */
export const wellFormed = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
export const MALFORMED = issueText(
  'ROW.TEXT_MALFORMED',
  'the text contains a NUL character or half of a surrogate pair',
);

/** Text of any length that the service can store. */
export const anyText = (): z.ZodType<string> =>
  z
    .string({ error: typed('text') })
    .refine(wellFormed, { error: MALFORMED })
    .describe('text');

/** A display name: at most 100 characters, not blank. */
export const name = (tooLong: RowCode): z.ZodType<string> =>
  text(100, tooLong)
    .refine((value) => value.trim() !== '', {
      error: issueText('ROW.FIELD_MISSING', 'the name is blank'),
    })
    .describe('text of at most 100 characters');

/** A muid may hold anything that is not a control character. */
const MUID = /^(?=.*\S)[^\p{Cc}\p{Cs}]{1,255}$/su;

/** The key of a message. */
export const muid = (): z.ZodType<string> =>
  z
    .string({ error: typed('text') })
    .regex(
      MUID,
      issueText(
        'MESSAGE.KEY_INVALID',
        'a muid is 1 to 255 characters without control characters, not all blank',
      ),
    )
    .describe('1 to 255 characters without control characters');

/** True if a text has at most `max` code points. */
const isWithin = (value: string, max: number): boolean => value.length <= max || [...value].length <= max;

/** Text that the service can store, with at most `charsMax` code points. */
export const text = (charsMax: number, tooLong: RowCode): z.ZodType<string> =>
  z
    .string({ error: typed('text') })
    .refine((value) => isWithin(value, charsMax), {
      error: issueText(tooLong, `longer than ${charsMax} characters`),
    })
    .refine(wellFormed, { error: MALFORMED })
    .describe(`text of at most ${charsMax} characters`);

const URL_CHARS_MAX = 3_000;

export const isUrl = (value: string): boolean =>
  /^https?:\/\//i.test(value) && URL.canParse(value) && wellFormed(value);

/** True if a text is a URL that the service stores. */
export const isShortUrl = (value: string): boolean => value.length <= URL_CHARS_MAX && isUrl(value);

/** An http or https URL; the service stores it by reference and never fetches it. */
export const url = (invalid: RowCode): z.ZodType<string> =>
  z
    .string({ error: typed('text') })
    .refine(isShortUrl, {
      error: issueText(invalid, `not a complete http or https URL of at most ${URL_CHARS_MAX} characters`),
    })
    .describe(`http or https URL of at most ${URL_CHARS_MAX} characters`);

/**
 * True if no text inside a JSON value contains NUL or unpaired surrogates, which the service cannot store.
 * `JSON.stringify` writes them as escapes. An escaped backslash before the `u` makes it plain text.
 */
export const storable = (json: string): boolean =>
  !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/i.test(json);

/** Bytes of a message's data as JSON. */
export const DATA_BYTES_MAX = 10 * 1024;

/** Bytes of the metadata of a user or a group as JSON. */
export const METADATA_BYTES_MAX = 5 * 1024;

/** A JSON object of bounded size. */
export const metadata = (tooLarge: RowCode): z.ZodType<object> =>
  z
    .custom<object>(isObject, { error: typed('a JSON object') })
    .superRefine((value, context) => {
      const json = JSON.stringify(value);
      if (Buffer.byteLength(json) > METADATA_BYTES_MAX)
        context.addIssue({ code: 'custom', message: issueText(tooLarge, 'more than 5 KB of JSON') });
      else if (!storable(json)) context.addIssue({ code: 'custom', message: MALFORMED });
    })
    .describe('JSON object of at most 5 KB');

export const TAGS_MAX = 25;
export const TAG_CHARS_MAX = 100;

/** Up to 25 tags of 1 to 100 characters. */
export const tags = (invalid: RowCode): z.ZodType<readonly string[]> =>
  z
    .custom<readonly string[]>(
      (value) =>
        Array.isArray(value) &&
        value.length <= TAGS_MAX &&
        value.every(
          (tag) =>
            typeof tag === 'string' && tag.length > 0 && isWithin(tag, TAG_CHARS_MAX) && wellFormed(tag),
        ),
      {
        error: () =>
          issueText(invalid, `not a list of at most ${TAGS_MAX} tags of 1 to ${TAG_CHARS_MAX} characters`),
      },
    )
    .describe(`up to ${TAGS_MAX} tags of 1 to ${TAG_CHARS_MAX} characters`);

/** Epoch seconds in the range that the service accepts: ten digits. */
export const seconds = (): z.ZodType<number> =>
  z
    .int({ error: typed('a time') })
    .min(
      1_000_000_000,
      issueText(
        'ROW.TIME_INVALID',
        'the time is before 2001-09-09: the service accepts only ten digits of epoch seconds',
      ),
    )
    .max(9_999_999_999, issueText('ROW.TIME_INVALID', 'the time is beyond ten digits of epoch seconds'))
    .describe('time');

/** One of a list of values, case-insensitive. */
export const enumOf = <const T extends readonly string[]>(
  values: T,
  invalid: RowCode,
): z.ZodType<T[number]> =>
  z
    .string({ error: typed('text') })
    .toLowerCase()
    .refine((value) => values.includes(value), {
      error: blanksOr(invalid, `not one of ${values.join(', ')}`, (text) => values.includes(text)),
    })
    .describe(`one of ${values.join(', ')}`);

/** True if a value is a JSON object. A whole number beyond 2^53 is kept as an object, but it is a number. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

/** Finds the fault in the files of a message, with element and member; undefined if there is none. */
export function attachmentsFault(files: unknown): string | undefined {
  if (!Array.isArray(files)) return `${kindOf(files)}, not a list of attachments`;
  const faults = files.flatMap((file, at) => attachmentFault(file, `attachments[${at}]`) ?? []);
  const [first, ...more] = faults;
  if (first === undefined || more.length === 0) return first;
  return `${first}; ${more.length} more of ${files.length} are wrong`;
}

/** Finds the fault in a file of a message; undefined if there is none. @param name of the file, for the sentence */
export function attachmentFault(file: unknown, name: string): string | undefined {
  if (!isObject(file)) return `${name} is ${kindOf(file)}, not an object`;
  const { url, ...named } = file as Readonly<Record<string, unknown>>;
  const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';
  if (isBlank(url)) return `${name} has no url`;
  if (typeof url !== 'string') return `${name}.url is ${kindOf(url)}, not text`;
  if (!isUrl(url)) return `${name}.url = ${JSON.stringify(cut(url, 80))} ${urlFault(url)}`;
  const members = ['name', 'mimeType', 'extension'];
  const missing = members.filter((member) => isBlank(named[member]));
  if (missing.length > 0) return `${name} has no ${missing.join(', no ')}`;
  for (const member of members) {
    const value = named[member];
    if (typeof value !== 'string') return `${name}.${member} is ${kindOf(value)}, not text`;
    if (value.trim() === '') return `${name}.${member} is blank`;
  }
  return undefined;
}

/** A scheme that names where a file lies, or holds the file. */
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

function urlFault(url: string): string {
  if (/^https?:/i.test(url)) return 'is not a complete address';
  if (SCHEME.test(url)) return 'is not on a web server; publish the file on one';
  return 'is a path; add the address before it to the map with  base:';
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  if (typeof value === 'string') return 'text';
  return typeof value === 'boolean' ? 'true or false' : 'a number';
}
