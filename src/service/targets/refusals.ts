import type { RowCode } from '../../errors/row-codes.ts';
import type { Data, Ref } from '../../input/entities/entity.ts';
import { isObject } from '../../input/entities/limits.ts';
import type { Doubt, Problem } from '../../input/rows/row.ts';

/** Code points of a status message. */
const STATUS_CHARS_MAX = 255;

const problem = (code: RowCode, field: string, value: unknown, message: string): Problem => ({
  code,
  field,
  ...(value === undefined ? {} : { value }),
  message,
});

/** Reads the users whom a call needs to be active from the fields of its row; a field without a value names nobody. */
export const actorsIn =
  (...fields: readonly string[]) =>
  (data: Data): readonly Ref[] =>
    fields.flatMap((field) => {
      const key = data[field];
      return typeof key === 'string' ? [{ entity: 'users', key, field }] : [];
    });

/** The problem of a valid user that the call to create one refuses, though the import API accepts it. */
export function refusedUser({ statusMessage }: Data): Problem | undefined {
  if (typeof statusMessage !== 'string' || [...statusMessage].length <= STATUS_CHARS_MAX) return undefined;
  const message = `longer than ${STATUS_CHARS_MAX} characters`;
  return problem('USER.STATUS_TOO_LONG', 'statusMessage', statusMessage, message);
}

/**
 * The problem of a valid message that the call to send one refuses: a message needs the content of its kind, in the types
 * that are documented. Imports are said to be restricted alike, in an older document, so there it is a doubt.
 */
export function refusedMessage({ category, type, data }: Data): Problem | undefined {
  const { attachments, url, customData, interactiveData, metadata } = (data ?? {}) as Data;
  if (metadata === null)
    return problem('ROW.FIELD_TYPE', 'metadata', 'null', 'metadata is null, not an object');
  const files: readonly unknown[] = Array.isArray(attachments) ? attachments : [];
  const sized = files.findIndex((each) => !isSize((each as Data)['size']));
  if (sized >= 0) {
    const size = (files[sized] as Data)['size'] ?? 'null';
    const message = `attachments[${sized}].size is not a number: leave it out, or write the bytes`;
    return problem('MESSAGE.ATTACHMENT_INVALID', 'attachments', size, message);
  }
  if (category === 'custom') {
    if (isObject(customData) && Object.keys(customData).length > 0) return undefined;
    const message = 'a custom message needs customData';
    return problem('MESSAGE.CUSTOM_DATA_MISSING', 'data.customData', customData, message);
  }
  if (category === 'interactive') {
    if (isObject(interactiveData)) return undefined;
    const message = 'an interactive message needs interactiveData';
    return problem('ROW.FIELD_MISSING', 'data.interactiveData', interactiveData, message);
  }
  if (customData === null)
    return problem('ROW.FIELD_TYPE', 'data.customData', 'null', 'customData is null, not an object');
  if (type === 'text' || (Array.isArray(attachments) && attachments.length > 0)) return undefined;
  if (typeof url === 'string' && URL.canParse(url)) return undefined;
  return problem('MESSAGE.FILE_MISSING', 'attachments', attachments, 'a media message needs attachments');
}

/** The most attachments of a message, and the most bytes of one: the published defaults of `file.count.max` and `file.size.max`. */
const FILES_MAX = 10;
const FILE_MB_MAX = 100;

/** The doubt about a message that the call to send one does not certainly refuse: settings of the app may allow more. */
export function doubtedFiles({ data, tags }: Data): Doubt | undefined {
  const { attachments } = (data ?? {}) as Data;
  const files: readonly unknown[] = Array.isArray(attachments) ? attachments : [];
  if (files.length > FILES_MAX)
    return { field: 'attachments', message: `${files.length} attachments, of ${FILES_MAX} by default` };
  const large = files.findIndex((each) => Number((each as Data)['size']) > FILE_MB_MAX * 2 ** 20);
  if (large >= 0)
    return { field: 'attachments', message: `attachments[${large}] is larger than ${FILE_MB_MAX} MB` };
  return doubtedLength({ tags });
}

/** UTF-16 units in which the service may count: of names of keys it says that an emoji is two. */
const UNITS_MAX = 100;

/** The doubt about a name or a tag of at most 100 characters that is longer in UTF-16 units. */
export function doubtedLength({ name, tags }: Data): Doubt | undefined {
  const isLong = (text: unknown): boolean => typeof text === 'string' && text.length > UNITS_MAX;
  if (isLong(name)) return { field: 'name', message: `more than ${UNITS_MAX} UTF-16 units` };
  if (!Array.isArray(tags) || !tags.some(isLong)) return undefined;
  return { field: 'tags', message: `a tag has more than ${UNITS_MAX} UTF-16 units` };
}

/** Documents have the size of a file as a number, and as a text of digits. */
const isSize = (size: unknown): boolean =>
  size === undefined ||
  (typeof size === 'number' && size >= 0) ||
  (typeof size === 'string' && /^\d{1,15}$/.test(size));
