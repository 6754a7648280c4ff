import { type NoticeCode, noticeCodes } from './notice-codes.ts';

/**
 * Every code a row can be rejected with before it is sent, and what the user can do about it. Codes are stable: they
 * stand in reject files and reports. What the service itself refuses carries `SERVICE.` and the service's own code.
 */
export const rowCodes = {
  'ROW.FIELD_MISSING': 'fill the cell, or name its column in the pipeline: map: { <field>: <column> }',
  'ROW.FIELD_TYPE': 'write the value in the type that the field takes',
  'ROW.JSON_INVALID': 'write the cell as JSON, for example {"team":"red"}',
  'ROW.TIME_INVALID':
    'write epoch seconds or ISO 8601 with a zone, or declare the format: map: { <field>: { from: <column>, time: dd/MM/yyyy } }',
  'ROW.TIME_NO_ZONE':
    'declare the zone: map: { <field>: { from: <column>, time: iso, zone: Europe/Berlin } }',
  'ROW.VALUE_UNMAPPED':
    'add the value to the list in the pipeline: map: { <field>: { from: <column>, values: { old: new } } }',
  'ROW.TEXT_MALFORMED':
    'remove the NUL character or the half of a surrogate pair; the service cannot store it',
  'ROW.ENCODING_INVALID': 'save the file as UTF-8, or declare what it is: encoding: windows-1252',
  'ROW.TOO_LARGE': 'split or shorten the row; at most 1 MiB is read as one row',
  'ROW.DUPLICATE': 'keep one of the two rows; the same key stands earlier with other content',
  'CSV.QUOTE_UNCLOSED': 'close the quote, and double every quote inside a quoted cell',
  'CSV.QUOTE_STRAY': 'put the whole cell in quotes and double every quote inside it',
  'CSV.COLUMNS_MISMATCH':
    'give the row as many cells as the header has; quote a cell that holds the delimiter',
  'NDJSON.SYNTAX_INVALID': 'write one complete JSON object on one line',
  'NDJSON.NOT_OBJECT': 'write one JSON object on each line, no arrays and no bare values',
  'NDJSON.TOO_DEEP': 'nest at most 64 levels deep',
  'ID.INVALID':
    'use 1 to 100 of a-z 0-9 - _ (the service lower-cases ids), or build the id in the pipeline: map: { <field>: { template: "u-{id}" } }',
  'ID.PRECISION_LOST': 'write the id as a string; numbers beyond 9007199254740991 lose digits',
  'USER.NAME_TOO_LONG': 'shorten the name to 100 characters',
  'USER.URL_INVALID': 'use a complete http or https URL of at most 3000 characters',
  'USER.METADATA_TOO_LARGE': 'keep metadata under 5 KB of JSON',
  'USER.TAGS_INVALID': 'use at most 25 tags of at most 100 characters each',
  'GROUP.NAME_TOO_LONG': 'shorten the name to 100 characters',
  'GROUP.TYPE_INVALID':
    'use public, password or private; rename with map: { type: { from: <column>, values: { old: new } } }',
  'GROUP.PASSWORD_MISSING': 'give the group a password, or another type',
  'GROUP.PASSWORD_TOO_LONG': 'shorten the password to 100 characters',
  'GROUP.DESCRIPTION_TOO_LONG': 'shorten the description to 255 characters',
  'GROUP.URL_INVALID': 'use a complete http or https URL of at most 3000 characters',
  'GROUP.METADATA_TOO_LARGE': 'keep metadata under 5 KB of JSON',
  'GROUP.TAGS_INVALID': 'use at most 25 tags of at most 100 characters each',
  'MEMBER.SCOPE_INVALID':
    'use admin, moderator or participant; rename with map: { scope: { from: <column>, values: { old: new } } }',
  'MEMBER.JOINED_AT_INVALID': 'give a joinedAt that is not in the future',
  'MESSAGE.KEY_INVALID': 'give every message a muid of 1 to 255 characters without control characters',
  'MESSAGE.RECEIVER_TYPE_INVALID':
    'use user or group; rename with map: { receiverType: { from: <column>, values: { old: new } } }',
  'MESSAGE.CATEGORY_INVALID': 'use message or custom',
  'MESSAGE.TYPE_INVALID': 'use text, image, file, audio or video; a free type needs category custom',
  'MESSAGE.TEXT_EMPTY': 'give a text message some text, or leave the row out',
  'MESSAGE.DATA_TOO_LARGE': 'keep data (text, metadata, attachments together) under 10 KB of JSON',
  'MESSAGE.ATTACHMENT_INVALID': 'give every attachment url, name, mimeType and extension',
  'MESSAGE.TAGS_INVALID': 'use at most 25 tags of at most 100 characters each',
  'MESSAGE.TO_SELF': 'leave the row out; the service has no conversation of a user with itself',
  'MESSAGE.TOO_OLD': 'raise retention.messagesOlderThanDays, or set retention.policy to skip',
  'REFERENCE.UNKNOWN': 'add the missing row to its file, or set references: open to let the service decide',
  'REFERENCE.BLOCKED': 'correct the rejected row that this one refers to: a retry of the rejects brings both',
} as const satisfies Record<string, string>;

/** A code of the table above. */
export type RowCode = keyof typeof rowCodes;

/** What to do about a row's code; a code of the service gets the general advice. */
export function hintOf(code: string): string {
  if (Object.hasOwn(rowCodes, code)) return rowCodes[code as RowCode];
  if (Object.hasOwn(noticeCodes, code)) return noticeCodes[code as NoticeCode];
  return 'the service refused the row: correct what its message names, then retry the rejects';
}
