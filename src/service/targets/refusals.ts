import type { RowCode } from '../../errors/row-codes.ts';
import type { Data, Ref } from '../../input/entities/entity.ts';
import { isObject } from '../../input/entities/limits.ts';
import type { Problem } from '../../input/rows/row.ts';

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
  const { attachments, url, customData, metadata } = (data ?? {}) as Data;
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
  if (customData === null)
    return problem('ROW.FIELD_TYPE', 'data.customData', 'null', 'customData is null, not an object');
  if (type === 'text' || (Array.isArray(attachments) && attachments.length > 0)) return undefined;
  if (typeof url === 'string' && URL.canParse(url)) return undefined;
  return problem('MESSAGE.FILE_MISSING', 'attachments', attachments, 'a media message needs attachments');
}

/** Documents have the size of a file as a number, and as a text of digits. */
const isSize = (size: unknown): boolean =>
  size === undefined ||
  (typeof size === 'number' && size >= 0) ||
  (typeof size === 'string' && /^\d{1,15}$/.test(size));
