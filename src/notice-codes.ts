/**
 * What a row that lands all the same should be looked at for. A notice never changes a row's outcome; `--strict` makes
 * it fail the validation. Codes are as stable as those of `row-codes.ts`.
 */
export const noticeCodes = {
  'ROW.REPEATED': 'nothing to do: the row stands twice with the same cells and lands once',
  'ID.LOWER_CASED': 'use the lower-case id in your app as well: the service lower-cases every id',
  'TEXT.CONTROL_CHARACTER':
    'remove the character if nobody needs it; the service stores it and most apps show it badly',
  'TIME.AMBIGUOUS':
    'write the time with its offset from UTC: when the clocks go back the same time of day comes twice, the first is taken',
  'TIME.FRACTION_CUT':
    'nothing to do: the service stores whole seconds, order within a second is the order of the file',
  'MEMBER.GROUP_TOO_LARGE': 'split the group: the service takes at most 100,000 members of one',
  'MESSAGE.IN_FUTURE': 'check the unit and the zone of the time: the message was sent after now',
  'MESSAGE.OUT_OF_ORDER':
    'sort the file by time: messages of a conversation get their ids in the order of the file',
  'MESSAGE.SAME_SECOND': 'nothing to do: messages of one second keep the order of the file',
  'MESSAGE.SENDER_NOT_MEMBER': 'add the membership to members, or leave it: history may outlive it',
  'MESSAGE.PARENT_UNKNOWN': 'add the message that this one replies to; the reply lands without it',
  'MESSAGE.BEFORE_PARENT': 'check the times: the reply was sent before the message that it replies to',
} as const satisfies Record<string, string>;

/** A code of the table above. */
export type NoticeCode = keyof typeof noticeCodes;
