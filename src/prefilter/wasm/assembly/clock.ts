// Reads times of declared formats, as clock-reader.ts does; clock-steps.ts writes the steps.

const DIGITS: u32 = 1;
const NAME: u32 = 2;
const LOWER: u32 = 0x20;
/** Places of the parts of a time. */
const YEAR: u32 = 0;
const MONTH: u32 = 1;
const DAY: u32 = 2;
const HOUR: u32 = 3;
const MINUTE: u32 = 4;
const SECOND: u32 = 5;
const SHORT_YEAR: u32 = 7;
/** Years of two digits up to this one are in this century. */
const LAST_SHORT_YEAR: i32 = 60;

/** The date of the text last read, which may be none, and the seconds of its day. */
export let year: i32 = 0;
export let month: i32 = 0;
export let day: i32 = 0;
export let secondOfDay: i32 = 0;

let hour: i32 = 0;
let minute: i32 = 0;
let second: i32 = 0;
/** 1: before noon, 2: after noon, 0: the hour is that of the day. */
let half: i32 = 0;
/** The address where reading goes on. */
let at: usize = 0;

/** True if a cell is in a format, and its parts are those of a time of day. */
export function readClock(from: usize, end: usize, steps: usize, count: u32): bool {
  hour = 0;
  minute = 0;
  second = 0;
  half = 0;
  at = from;
  const last = steps + (<usize>count << 2);
  for (let each = steps; each < last; each += 4) {
    if (at >= end) return false;
    const step = load<u32>(each);
    const kind = step >>> 24;
    if (kind == 0) {
      if (<u32>load<u8>(at) != step) return false;
      at++;
    } else if (kind == DIGITS ? !takesDigits(step, end) : kind == NAME ? !takesName(end) : !takesHalf(end))
      return false;
  }
  return at == end && isTimeOfDay();
}

@inline
function takesDigits(step: u32, end: usize): bool {
  const first = at;
  const last = min<usize>(end, first + <usize>(step & 0xff));
  let value: i32 = 0;
  for (; at < last; at++) {
    const digit = <u32>load<u8>(at) - 0x30;
    if (digit > 9) break;
    value = value * 10 + digit;
  }
  keep((step >>> 16) & 0xff, value);
  return at - first >= <usize>((step >>> 8) & 0xff);
}

@inline
function keep(part: u32, value: i32): void {
  if (part == YEAR) year = value;
  else if (part == MONTH) month = value;
  else if (part == DAY) day = value;
  else if (part == HOUR) hour = value;
  else if (part == MINUTE) minute = value;
  else if (part == SECOND) second = value;
  else if (part == SHORT_YEAR) year = value + (value > LAST_SHORT_YEAR ? 1900 : 2000);
}

function takesName(end: usize): bool {
  if (end - at < 3) return false;
  const first = <u32>load<u8>(at) | LOWER;
  const middle = <u32>load<u8>(at + 1) | LOWER;
  month = monthOf((first << 16) | (middle << 8) | <u32>load<u8>(at + 2) | LOWER);
  at += 3;
  return true;
}

/** The number of a month by the three letters of its name; 0 if it is none. */
function monthOf(word: u32): i32 {
  if (word == 0x6a616e) return 1;
  if (word == 0x666562) return 2;
  if (word == 0x6d6172) return 3;
  if (word == 0x617072) return 4;
  if (word == 0x6d6179) return 5;
  if (word == 0x6a756e) return 6;
  if (word == 0x6a756c) return 7;
  if (word == 0x617567) return 8;
  if (word == 0x736570) return 9;
  if (word == 0x6f6374) return 10;
  if (word == 0x6e6f76) return 11;
  if (word == 0x646563) return 12;
  return 0;
}

function takesHalf(end: usize): bool {
  if (end - at < 2) return false;
  const first = <u32>load<u8>(at) | LOWER;
  const letter = <u32>load<u8>(at + 1) | LOWER;
  half = first == 0x70 ? 2 : 1;
  at += 2;
  return (first == 0x61 || first == 0x70) && letter == 0x6d;
}

function isTimeOfDay(): bool {
  if (hour > 23 || minute > 59 || second > 59) return false;
  if (half > 0) {
    if (hour == 0 || hour > 12) return false;
    hour = (hour % 12) + (half == 2 ? 12 : 0);
  }
  secondOfDay = hour * 3_600 + minute * 60 + second;
  return true;
}
