import { withoutMarks } from '../phrases/marks.ts';

/**
 * Words of languages for the half of the day, or the part of it, without dots and blanks, in lower case. Words that name both
 * halves are not here: a time with such a word is none.
 */
const BEFORE_NOON =
  'am a قظ ص πμ de dop fm öö pd sa ap проб 上午 午前 凌晨 早上 清晨 오전 पूर्वाह्न পূর্বাহ্ন முற்பகல் vorm pg';
const AFTER_NOON =
  'pm p بظ م μμ du odp em ös md ch ip слоб 下午 午後 晚上 傍晚 오후 अपराह्न অপরাহ্ণ பிற்பகல் nachm ptg';

const plain = (word: string): string => withoutMarks(word).replaceAll(/[.\s]/g, '').toLowerCase();
const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const MORNING = setOf(BEFORE_NOON);
const EVENING = setOf(AFTER_NOON);

/** Which half of the day a word means; undefined for any other word. */
export function halfOf(word: string): 'am' | 'pm' | undefined {
  const found = plain(word);
  return MORNING.has(found) ? 'am' : EVENING.has(found) ? 'pm' : undefined;
}

/** The hour of 24 for one of 12; undefined for one that there is not. Some locales write 00 and 13 in spite of the half. */
export function hourOf(hour: number, half: 'am' | 'pm' | undefined): number | undefined {
  if (hour > 23) return undefined;
  if (half === undefined) return hour;
  if (half === 'am') return hour === 12 ? 0 : hour > 12 ? undefined : hour;
  return hour < 12 ? hour + 12 : hour;
}
