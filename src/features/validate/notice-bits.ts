import { shown as cut, type ProblemGroup, type Sample } from '../../delivery/tally/tally.ts';
import type { NoticeCode } from '../../errors/notice-codes.ts';
import { fieldNames } from '../../input/entities/content-hash.ts';
import type { Entity } from '../../input/entities/entity.ts';
import { DIGITS_LOST } from '../../input/json/rounded-numbers.ts';
import { MENTIONS_LOST } from '../../input/rows/markup/mentions.ts';
import type { PlaceOf } from '../../input/rows/place.ts';
import type { Doubt, RowPlace } from '../../input/rows/row.ts';
import type { Facts } from '../../prefilter/facts.ts';
import type { Shown } from './shown.ts';

const WAS_UPPER = 1;
const WAS_CUT = 2;
const AMBIGUOUS = 4;
const CONTROL = 8;
const OUT_OF_ORDER = 16;
const SAME_SECOND = 32;
const IN_FUTURE = 64;
const NOT_MEMBER = 128;
const GROUP_TOO_LARGE = 256;
/** The same bit: members have no field that takes a fraction. */
const NUMBER_ROUNDED = GROUP_TOO_LARGE;
const SENDER_REFUSED = 512;
const MENTION_UNKNOWN = 1024;
const CONTENT_DOUBTFUL = 2048;
/**
 * From this bit on, one bit per field of the entity: set if the field has a value that the API cannot carry. `parentId`, the
 * 20th field of a message, is another name of one before it, so 31 bits are enough.
 */
const LOST_SHIFT = 12;
/** No notice, and no field of a member: the row is a ban. */
const BANNED = 2 ** 30;

type NoticeRule = readonly [
  mark: number,
  code: NoticeCode,
  field: (entity: Entity, shown: Shown, facts: Facts) => string | undefined,
];

const upper: NoticeRule[2] = ({ fields }, shown) =>
  Object.keys(fields).find(
    (field) => fields[field] === 'id' && /[A-Z]/.test(String(shown.cell(field) ?? '')),
  );
const controlled: NoticeRule[2] = ({ fields }, shown) =>
  Object.keys(fields).find((field) => CONTROL_CHARACTER.test(String(shown.cell(field) ?? '')));

/** A control character other than tab and line ends, or a character that changes the writing direction. */
export const CONTROL_CHARACTER =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern has to find them
  /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const NOTICE_RULES: readonly NoticeRule[] = [
  [WAS_UPPER, 'ID.LOWER_CASED', upper],
  [WAS_CUT, 'TIME.FRACTION_CUT', (entity, _shown, { cutField }) => fieldNames(entity)[cutField]],
  [AMBIGUOUS, 'TIME.AMBIGUOUS', (entity, _shown, { ambiguousField }) => fieldNames(entity)[ambiguousField]],
  [CONTROL, 'TEXT.CONTROL_CHARACTER', controlled],
  [OUT_OF_ORDER, 'MESSAGE.OUT_OF_ORDER', () => 'sentAt'],
  [SAME_SECOND, 'MESSAGE.SAME_SECOND', () => 'sentAt'],
  [IN_FUTURE, 'MESSAGE.IN_FUTURE', () => 'sentAt'],
  [NOT_MEMBER, 'MESSAGE.SENDER_NOT_MEMBER', () => 'sender'],
  [SENDER_REFUSED, 'MESSAGE.SENDER_REFUSED', () => 'sender'],
  [MENTION_UNKNOWN, 'MESSAGE.MENTION_UNKNOWN', () => 'text'],
  [CONTENT_DOUBTFUL, 'MESSAGE.CONTENT_DOUBTFUL', (_entity, { doubt }) => doubt?.field],
  [GROUP_TOO_LARGE, 'MEMBER.GROUP_TOO_LARGE', () => 'guid'],
];

const rounded: NoticeRule = [
  NUMBER_ROUNDED,
  'ROW.DIGITS_LOST',
  (_entity, shown) => ['metadata', 'data'].find((field) => shown.cell(field) !== undefined),
];
const MESSAGE_RULES = NOTICE_RULES.map((rule) => (rule[0] === NUMBER_ROUNDED ? rounded : rule));
/** The same bit: what is doubtful about other rows is the length of a text. */
const long: NoticeRule = [CONTENT_DOUBTFUL, 'TEXT.LENGTH_DOUBTFUL', (_entity, { doubt }) => doubt?.field];
const OTHER_RULES = MESSAGE_RULES.map((rule) => (rule[0] === CONTENT_DOUBTFUL ? long : rule));
const rulesOf = ({ name }: Entity): readonly NoticeRule[] => {
  if (name === 'messages') return MESSAGE_RULES;
  return name === 'members' ? NOTICE_RULES : OTHER_RULES;
};

/** The notices of a valid row that follow from the row alone, and the fields that cannot be carried, as bits. */
export const marks = Object.assign(
  ({ wasUpper, cutField, ambiguousField, hasControl, lost }: Facts): number =>
    (lost << LOST_SHIFT) |
    (wasUpper ? WAS_UPPER : 0) |
    (cutField < 0 ? 0 : WAS_CUT) |
    (ambiguousField < 0 ? 0 : AMBIGUOUS) |
    (hasControl ? CONTROL : 0),
  {
    outOfOrder: OUT_OF_ORDER,
    sameSecond: SAME_SECOND,
    inFuture: IN_FUTURE,
    notMember: NOT_MEMBER,
    senderRefused: SENDER_REFUSED,
    mentionUnknown: MENTION_UNKNOWN,
    /** Notices that only a row shows that was checked as one. */
    ofRow: (notCarried: readonly string[] | undefined, doubt: Doubt | undefined): number =>
      (notCarried?.includes(MENTIONS_LOST) ? MENTION_UNKNOWN : 0) |
      (notCarried?.includes(DIGITS_LOST) ? NUMBER_ROUNDED : 0) |
      (doubt ? CONTENT_DOUBTFUL : 0),
    groupTooLarge: GROUP_TOO_LARGE,
    banned: BANNED,
  },
);

/** Counts a notice for every mark of a row. */
export function countMarks(
  notices: Notices,
  found: number,
  facts: Facts,
  shown: Shown,
  entity: Entity,
): void {
  if ((found & ((1 << LOST_SHIFT) - 1)) === 0) return;
  for (const [mark, code, field] of rulesOf(entity))
    if (found & mark && notices.count(code))
      notices.sample(code, facts, shown, field(entity, shown, facts), moreOf(mark, shown));
}

const moreOf = (mark: number, { doubt }: Shown): string =>
  mark === CONTENT_DOUBTFUL && doubt ? `: ${doubt.message}` : '';

/** Subtracts the notices of a row that `countMarks` counted. */
export function removeMarks(
  notices: Notices,
  found: number,
  place: { readonly file: number; readonly line: number; readonly byte: number },
  entity: Entity,
): void {
  for (const [mark, code] of rulesOf(entity)) if (found & mark) notices.remove(code, place);
}

/** The notices that a row, which no screen took, is counted as having lost besides fields. */
export const lostElse = (entity: Entity, found: number): readonly string[] => [
  ...(found & MENTION_UNKNOWN ? [MENTIONS_LOST] : []),
  ...(found & NUMBER_ROUNDED && entity.name !== 'members' ? [DIGITS_LOST] : []),
];

/** The fields of a row that the API cannot carry, from its marks. */
export function lostFields(entity: Entity, found: number): readonly string[] {
  if (found >>> LOST_SHIFT === 0) return [];
  return fieldNames(entity).filter((_, index) => (found >>> LOST_SHIFT) & (1 << index));
}

const MESSAGES: Readonly<Record<NoticeCode, string>> = {
  'ROW.REPEATED': 'the same row appears at',
  'ROW.DIGITS_LOST': 'a fraction has more digits than a number can hold; it is sent rounded',
  'ID.LOWER_CASED': 'the service will store this id in lower case',
  'ID.CASE_DIFFERS': 'differs only in capital letters from another one, but has another id',
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
    'the text mentions a user who will not be in the service; the mention becomes a name',
  'TEXT.LENGTH_DOUBTFUL': 'the service may count more characters than it takes',
  'MESSAGE.CONTENT_DOUBTFUL': 'the service may refuse such a message',
  'MESSAGE.PARENT_UNKNOWN': 'the message that this one replies to is not in the files, or is skipped',
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
