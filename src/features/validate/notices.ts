import { shown as cut, type ProblemGroup, type Sample } from '../../delivery/tally.ts';
import type { NoticeCode } from '../../errors/notice-codes.ts';
import type { PlaceOf } from '../../input/rows/place.ts';
import type { RowPlace } from '../../input/rows/row.ts';
import type { Shown } from './shown.ts';

const MESSAGES: Readonly<Record<NoticeCode, string>> = {
  'ROW.REPEATED': 'the same row appears at',
  'ROW.DIGITS_LOST': 'a fraction has more digits than a number holds: it is sent rounded',
  'ID.LOWER_CASED': 'the service will store this id in lower case',
  'ID.CASE_DIFFERS': 'differs only in capital letters from another one, and has another id',
  'TEXT.CONTROL_CHARACTER':
    'the text contains a control character or a character that changes the writing direction',
  'TIME.AMBIGUOUS': 'the clocks of the zone show this time twice on that day; the first is used',
  'TIME.FRACTION_CUT': 'the fraction of a second is cut off',
  'MEMBER.GROUP_TOO_LARGE': 'the group has more members than the service allows',
  'MESSAGE.IN_FUTURE': 'sent in the future',
  'MESSAGE.OUT_OF_ORDER': 'sent before an earlier row of the same conversation',
  'MESSAGE.SAME_SECOND': 'sent in the same second as the row before it in the conversation',
  'MESSAGE.SENDER_NOT_MEMBER': 'the sender is not a member of the group',
  'MESSAGE.SENDER_REFUSED': 'the service refuses the message: the sender is not a member of the group',
  'MESSAGE.MENTION_UNKNOWN':
    'the text mentions somebody who is not in the service then: it gets their name instead',
  'MESSAGE.CONTENT_DOUBTFUL': 'the call to send such a message refuses it, and imports may as well',
  'MESSAGE.PARENT_UNKNOWN': 'the message that this one replies to is not in the files, or left out',
  'MESSAGE.PARENT_UNUSABLE':
    'the message replies to itself, to a reply to it, or to a message of another conversation',
  'MESSAGE.BEFORE_PARENT': 'sent before the message that it replies to',
};

/** Notices by code: how many rows have one, and a few samples. */
export class Notices {
  readonly groups: Record<string, ProblemGroup> = {};
  readonly #placeOf: PlaceOf;
  readonly #samplesMax: number;

  /**
   * @param placeOf where a row came from
   * @param samplesMax examples kept per code
   */
  constructor(placeOf: PlaceOf, samplesMax: number) {
    this.#placeOf = placeOf;
    this.#samplesMax = samplesMax;
  }

  /** Counts a row and keeps a sample if there is room; `field` is the one to check, `more` is appended to the message. */
  add(code: NoticeCode, place: RowPlace, shown: Shown, field: string | undefined, more = ''): void {
    if (this.count(code)) this.sample(code, place, shown, field, more);
  }

  /** Keeps a sample of a row that was counted. */
  sample(code: NoticeCode, place: RowPlace, shown: Shown, field: string | undefined, more = ''): void {
    const value = field === undefined ? undefined : shown.cell(field);
    const { name, line, byte } = this.#placeOf(place.file, place.line, place.byte);
    this.groups[code]?.samples.push({
      file: name,
      line,
      ...(byte === undefined ? {} : { byte }),
      key: cut(shown.key()),
      ...(field === undefined ? {} : { field }),
      ...(value === undefined ? {} : { value: cut(value) }),
      message: MESSAGES[code] + more,
    });
  }

  /** Counts a row; true if there is room for a sample of it. */
  count(code: NoticeCode): boolean {
    const group = this.groups[code] ?? { count: 0, samples: [] };
    this.groups[code] = group;
    group.count++;
    return group.samples.length < this.#samplesMax;
  }

  /** Subtracts a row that turned out to be a repeat of an earlier row. */
  remove(code: NoticeCode, place: RowPlace): void {
    const group = this.groups[code];
    if (!group) return;
    group.count--;
    const { name, line, byte } = this.#placeOf(place.file, place.line, place.byte);
    const isIt = (sample: Sample): boolean =>
      sample.file === name && sample.line === line && sample.byte === byte;
    group.samples = group.samples.filter((sample) => !isIt(sample));
    if (group.count === 0) delete this.groups[code];
  }
}
