// Writes what a run needs of a proved record: its JSON, its key, its conversation, its version, and its record in the ledger.
// The JSON is that of record-json.ts two folders above.
import {
  AFFIX_AFTER,
  AFFIX_BEFORE,
  AFTER,
  TEXT_BEFORE,
  FALLBACK,
  FOUND,
  ID,
  LENGTH,
  MEMBER,
  MEMBER_END,
  PART_BYTES,
  TIME,
  WORD,
} from './checks.ts';
import { conversationInto } from './conversation.ts';
import { FLAGS, IS_BANNED, KEY, SECONDS, TO_GROUP } from './facts.ts';
import { addBytes, beginFingerprint, fingerprintHi, fingerprintLo, SEED_A, SEED_B } from './hash.ts';
import { EMPTY, scratch } from './memory.ts';
import { sipHash, useSipKey } from './sip-hash.ts';
import { copied, digits, escapedInto, hasEscapes, loweredInto, slice, withoutEscape } from './values.ts';

/** Steps of a version, 16 bytes each: a part or 0, the text without it, and bytes of the member that are left out. */
const STEP_BYTES: usize = 16;
/** In a word of a check: the member that it becomes. */
const WORD_MEMBER: usize = 48;

/** A row of what was written, 64 bytes: see written.ts beside this folder. */
const TEXT_AT: usize = 0;
const JSON_AT: usize = 4;
const JSON_END: usize = 8;
const CONVERSATION_END: usize = 12;
const ORDER: usize = 16;
const KEY_LO: usize = 20;
const KEY_HI: usize = 24;
const CONTENT: usize = 28;
const FIXED: usize = 36;
const HAS_ESCAPES: usize = 44;
const LOG_AT: usize = 48;
const LOG_END: usize = 52;

const QUOTE: u32 = 0x22;
const COLON: u32 = 0x3a;
const COMMA: u32 = 0x2c;
const OPEN: u32 = 0x7b;
const CLOSE: u32 = 0x7d;
/** The longest key in JSON with its quotes and colon, the longest conversation, and a record of the ledger without them. */
const KEY_BYTES_MAX: usize = 520;
const CONVERSATION_BYTES_MAX: usize = 210;
const LOG_BYTES_MAX: usize = KEY_BYTES_MAX + CONVERSATION_BYTES_MAX + 40;
const HAS_CONVERSATION: u32 = 16;
const HAS_SENT_AT: u32 = 32;

/** The first part; 0 if nothing is written. */
export let parts: usize = 0;
let checks: usize = 0;
let partCount: usize = 0;
/** The parts of the key, one or two, and the text between them. */
let keyFirst: usize = 0;
let keySecond: usize = 0;
let joinText: usize = 0;
let joinBytes: usize = 0;
/** The parts of the ids of a conversation; 0 if rows have none. */
let sender: usize = 0;
let receiver: usize = 0;
/** The steps of both versions. */
let contentSteps: usize = 0;
let contentCount: usize = 0;
let fixedSteps: usize = 0;
let fixedCount: usize = 0;
/** Bytes of the longest JSON without those of the cells. */
let constantBytes: usize = 0;

/** @param plan 64 bytes: see write-plan.ts; 0 to write nothing */
export function useWriter(plan: usize, toChecks: usize): void {
  parts = 0;
  if (plan == 0) return;
  checks = toChecks;
  parts = load<u32>(plan);
  partCount = load<u32>(plan, 4);
  keyFirst = load<u32>(plan, 8);
  keySecond = load<u32>(plan, 12);
  joinText = load<u32>(plan, 16);
  joinBytes = load<u32>(plan, 20);
  sender = load<u32>(plan, 24);
  receiver = load<u32>(plan, 28);
  contentSteps = load<u32>(plan, 32);
  contentCount = load<u32>(plan, 36);
  fixedSteps = load<u32>(plan, 40);
  fixedCount = load<u32>(plan, 44);
  constantBytes = load<u32>(plan, 48);
  useSipKey(load<u32>(plan, 52));
}

/** The place where the next row is written, and what is subtracted from the addresses. */
export let text: usize = 0;
let textEnd: usize = 0;
let textBase: usize = 0;
export let log: usize = 0;
let logEnd: usize = 0;
let logBase: usize = 0;

export function useRoom(
  toText: usize,
  toTextEnd: usize,
  toTextBase: usize,
  toLog: usize,
  toLogEnd: usize,
  toLogBase: usize,
): void {
  text = toText;
  textEnd = toTextEnd;
  textBase = toTextBase;
  log = toLog;
  logEnd = toLogEnd;
  logBase = toLogBase;
}

/** True if there is room for a record of so many bytes. */
export function hasRoom(recordBytes: usize): bool {
  const most = constantBytes + 2 * recordBytes + KEY_BYTES_MAX + CONVERSATION_BYTES_MAX;
  return text + most <= textEnd && log + LOG_BYTES_MAX <= logEnd;
}

/** Writes the record that was just judged; the caller has asked for room. */
export function writeRow(facts: usize, row: usize): void {
  const start = text;
  store<u8>(start, QUOTE);
  withoutEscape();
  let at = valueInto(keyFirst, start + 1);
  store<u32>(row, load<u32>(facts, KEY), KEY_LO);
  store<u32>(row, load<u32>(facts, KEY + 4), KEY_HI);
  if (keySecond != 0) {
    at = copied(joinText, joinBytes, at);
    at = valueInto(keySecond, at);
    fingerprint(start + 1, at);
    store<u32>(row, keyLo, KEY_LO);
    store<u32>(row, keyHi, KEY_HI);
  }
  store<u32>(row, hasEscapes ? 1 : 0, HAS_ESCAPES);
  const keyEnd = at;
  store<u8>(at, QUOTE);
  store<u8>(at, COLON, 1);
  const jsonAt = at + 2;
  const jsonEnd = jsonInto(jsonAt);
  let end = jsonEnd;
  store<u32>(row, load<u32>(row, KEY_LO), ORDER);
  const flags = load<u32>(facts, FLAGS);
  if (sender != 0) {
    end = conversationInto(sender, receiver, jsonEnd, (flags & TO_GROUP) != 0);
    fingerprint(jsonEnd, end);
    store<u32>(row, keyLo, ORDER);
  }
  store<u32>(row, <u32>(start - textBase), TEXT_AT);
  store<u32>(row, <u32>(jsonAt - textBase), JSON_AT);
  store<u32>(row, <u32>(jsonEnd - textBase), JSON_END);
  store<u32>(row, <u32>(end - textBase), CONVERSATION_END);
  store<u32>(row, <u32>(log - logBase), LOG_AT);
  const content = version(contentSteps, contentCount);
  const fixed = version(fixedSteps, fixedCount);
  store<u64>(row, content, CONTENT);
  store<u64>(row, fixed, FIXED);
  writeIntent(facts, (flags & IS_BANNED) == 0, content, fixed, start + 1, keyEnd, jsonEnd, end);
  store<u32>(row, <u32>(log - logBase), LOG_END);
  text = end;
}

let keyLo: u32 = 0;
let keyHi: u32 = 0;

function fingerprint(from: usize, end: usize): void {
  beginFingerprint(SEED_A, SEED_B);
  let at = from;
  for (; at + 8 <= end; at += 8) addBytes(load<u64>(at), 8);
  if (at < end) addBytes(load<u64>(at), <u32>(end - at));
  keyLo = fingerprintLo();
  keyHi = fingerprintHi(keyLo);
}

@inline
function textOf(part: usize, place: usize, to: usize): usize {
  return copied(load<u32>(part + place), load<u32>(part + place, LENGTH), to);
}

@inline
function checkOf(part: usize): usize {
  return checks + (part - parts);
}

function jsonInto(from: usize): usize {
  let to = from;
  store<u8>(to++, OPEN);
  const last = parts + partCount * PART_BYTES;
  for (let part = parts; part < last; part += PART_BYTES) {
    const check = checkOf(part);
    const cell = <usize>load<u32>(check, 4);
    const isEmpty = cell == 0 || load<u32>(cell, 8) == EMPTY;
    store<u32>(part, 0, MEMBER);
    if (isEmpty && load<u32>(part + FALLBACK, LENGTH) == 0) continue;
    if (to > from + 1) store<u8>(to++, COMMA);
    store<u32>(part, <u32>to, MEMBER);
    if (isEmpty) to = textOf(part, FALLBACK, to);
    else if (load<u32>(check) == WORD) to = textOf(load<u32>(part, FOUND), WORD_MEMBER, to);
    else {
      to = textOf(part, TEXT_BEFORE, to);
      to = load<u32>(check) == TIME ? digits(load<u32>(part, FOUND), to) : valueInto(part, to);
      to = textOf(part, AFTER, to);
    }
    store<u32>(part, <u32>to, MEMBER_END);
  }
  store<u8>(to++, CLOSE);
  return to;
}

/** The value of a cell as the content of a JSON string. */
function valueInto(part: usize, to: usize): usize {
  const check = checkOf(part);
  const cell = <usize>load<u32>(check, 4);
  const from = <usize>load<u32>(cell);
  const end = <usize>load<u32>(cell, 4);
  if (load<u32>(check) != ID) return escapedInto(from, end, load<u32>(cell, 8), to);
  let out = to;
  if (load<u32>(part + AFFIX_BEFORE, LENGTH) != 0) out = textOf(part, AFFIX_BEFORE, out);
  out = loweredInto(from, end, out);
  return load<u32>(part + AFFIX_AFTER, LENGTH) == 0 ? out : textOf(part, AFFIX_AFTER, out);
}

/** The digest of a part of the row, whose JSON is put together from the members. */
function version(steps: usize, count: usize): u64 {
  let to = scratch;
  store<u8>(to++, OPEN);
  const last = steps + count * STEP_BYTES;
  for (let step = steps; step < last; step += STEP_BYTES) {
    const part = <usize>load<u32>(step);
    const member: usize = part == 0 ? 0 : load<u32>(part, MEMBER);
    const length = <usize>load<u32>(step, 8);
    if (member == 0 && length == 0) continue;
    if (to > scratch + 1) store<u8>(to++, COMMA);
    if (member == 0) {
      to = copied(load<u32>(step, 4), length, to);
      continue;
    }
    const from: usize = member + load<u16>(step, 12);
    to = copied(from, <usize>load<u32>(part, MEMBER_END) - <usize>load<u16>(step, 14) - from, to);
  }
  store<u8>(to++, CLOSE);
  return sipHash(scratch, to) & 0xffff_ffff_ffff;
}

/** The record of the row in the ledger before it is sent, as `writeBytes` writes it. */
@inline
function writeIntent(
  facts: usize,
  isActive: bool,
  content: u64,
  fixed: u64,
  key: usize,
  keyEnd: usize,
  conversation: usize,
  conversationEnd: usize,
): void {
  let to = log;
  const hasConversation = conversationEnd > conversation;
  store<u8>(to, (isActive ? 1 : 0) | (hasConversation ? HAS_CONVERSATION | HAS_SENT_AT : 0));
  store<u64>(to, content, 1);
  store<u64>(to, fixed, 7);
  to = slice(key, keyEnd, to + 13);
  if (hasConversation) {
    to = slice(conversation, conversationEnd, to);
    store<f64>(to, <f64>load<u32>(facts, SECONDS));
    to += 8;
  }
  log = to;
}
