import type { EntityName } from '../../input/entities/entity.ts';
import { PRIME_A, PRIME_B, SEED_A, SEED_B } from '../../keys/fingerprint64.ts';
import { IS_BANNED, KEY, OTHER, SECONDS, TO_GROUP, USER } from '../facts.ts';
import { type Affixes, bytesMaxOf, type Rule, type TimeReading, type Word } from '../rules.ts';
import { idClass } from './areas.ts';
import { type PlanArea, Texts } from './texts.ts';
import { jsonPartOf, type WriteRules, writeWritePlan } from './write-plan.ts';

/** A plan in memory: the address of its checks, their number, and the fields that every record loses. */
export type WrittenPlan = {
  readonly checks: number;
  readonly count: number;
  readonly lost: number;
  /** The address of what is needed to write records; 0 if they are not. */
  readonly writer: number;
};

const CHECK_WORDS = 16;
const WORD_BYTES = 64;
const WORD_TEXT = 16;
const WORD_MEMBER = 48;
/** Bytes of a word that are kept; a record with a longer one is checked as a row. */
const WORD_TEXT_MAX = 32;
const NOTHING = new Uint8Array();
const KINDS = { id: 1, key: 2, text: 3, url: 4, time: 5, word: 6, never: 7, json: 8, tags: 9 } as const;
const READINGS = { auto: 0, iso: 1, s: 2, ms: 3, us: 4 } as const;
const DECLARED = 5;
/** Kinds of values that an empty field gets. */
const FALLBACKS = { none: 0, word: 1, sentAt: 2 } as const;

/**
 * Writes the rules of an entity's records as a plan for assembly/plan.ts: a list of checks, each with the cell, the kind,
 * the place of the fact and the longest value.
 * @returns undefined if there is no room for it
 */
export function writePlan(
  entity: EntityName,
  rules: readonly Rule[],
  carries: ReadonlySet<string>,
  area: PlanArea,
  write?: WriteRules,
): WrittenPlan | undefined {
  // A member that no cell has is not written.
  if (write && rules.some(({ isSentAt }) => isSentAt)) return undefined;
  const texts = new Texts(area, area.at + rules.length * CHECK_WORDS * 4);
  const ordered = inOrder(write ? rules.map(withoutJson) : rules);
  const writer = write ? writeWritePlan(write, ordered, texts) : 0;
  for (const [slot, rule] of ordered.entries()) {
    const { field, index, column, cellRule, required, fallback } = rule;
    const place = (PLACES[entity]?.[field] ?? NOWHERE) * 4;
    const cell = column < 0 ? 0 : area.cells + column * 16;
    const check = [
      column < 0 ? 0 : KINDS[cellRule.kind],
      cell,
      place,
      index,
      bytesMaxOf(cellRule),
      required ? 1 : 0,
      rule.isSentAt ? FALLBACKS.sentAt : fallback ? FALLBACKS.word : FALLBACKS.none,
      fallback?.lo ?? 0,
      fallback?.hi ?? 0,
      fallback ? flagOf(entity, field, fallback.value) : 0,
      lostBit(rule, carries),
    ];
    const own = ownPart(entity, rule, texts);
    area.words.set([...check, ...own], area.at / 4 + slot * CHECK_WORDS);
  }
  if (texts.end > area.at + area.length) return undefined;
  return { checks: area.at, count: rules.length, lost: alwaysLost(rules, carries), writer };
}

/** JSON is not written as bytes: a record that has it is sent as a row. */
const withoutJson = (rule: Rule): Rule =>
  rule.cellRule.kind === 'json' || rule.cellRule.kind === 'tags'
    ? { ...rule, cellRule: { kind: 'never' } }
    : rule;

/**
 * Puts rules in order: what is never proved comes first, because it ends a check; it is no part of a record's
 * content.
 */
const inOrder = (rules: readonly Rule[]): readonly Rule[] =>
  rules.toSorted((one, other) => Number(isNever(other)) - Number(isNever(one)));

const isNever = ({ column, cellRule }: Rule): boolean => column >= 0 && cellRule.kind === 'never';

/** The last words of a check: what its kind needs. */
function ownPart(entity: EntityName, rule: Rule, texts: Texts): number[] {
  const { field, cellRule } = rule;
  switch (cellRule.kind) {
    case 'id':
      return idPart(cellRule.affixes, texts);
    case 'word': {
      const { words } = jsonPartOf(entity, rule);
      const kept = cellRule.words.flatMap((word, index) => {
        const { member = NOTHING } = words[index] ?? {};
        return word.bytes.length > WORD_TEXT_MAX
          ? []
          : [{ word, member: texts.add(member), length: member.length }];
      });
      const at = texts.end;
      for (const { word, member, length } of kept)
        texts.add(wordBytes(word, flagOf(entity, field, word.value), [member, length]));
      return [at, kept.length, 0, 0, 0];
    }
    case 'time':
      return timePart(cellRule.reading, texts);
    default:
      return [0, 0, 0, 0, 0];
  }
}

function timePart({ format, zone }: TimeReading, texts: Texts): number[] {
  const days = zone ? texts.addressOf(zone) : 0;
  if (typeof format === 'string') return [READINGS[format], 0, 0, days, 0];
  const { steps, form } = format;
  const at = texts.add(new Uint8Array(steps.buffer, steps.byteOffset, steps.byteLength));
  return [DECLARED, at, steps.length, days, form];
}

function idPart(affixes: Affixes | undefined, texts: Texts): number[] {
  const { before = NOTHING, after = NOTHING } = affixes ?? {};
  const [a, b] = sumsOf(before);
  const found = [...before, ...after].reduce((bits, byte) => bits | (idClass[byte] as number), 0);
  return [texts.add(after), after.length, a, b, found];
}

/** The running sums of a fingerprint after some bytes. */
function sumsOf(bytes: Uint8Array): [number, number] {
  let a = SEED_A;
  let b = SEED_B;
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, PRIME_A);
    b = Math.imul(b ^ byte, PRIME_B);
  }
  return [a, b];
}

/** Length, fingerprint and flags, the text, and the member that it becomes. */
function wordBytes({ bytes, lo, hi }: Word, flag: number, member: readonly [number, number]): Uint8Array {
  const word = Buffer.alloc(WORD_BYTES);
  for (const [index, value] of [bytes.length, lo, hi, flag].entries()) word.writeUInt32LE(value, index * 4);
  word.set(bytes, WORD_TEXT);
  for (const [index, value] of member.entries()) word.writeUInt32LE(value, WORD_MEMBER + index * 4);
  return word;
}

/** The place of a field that fills no fact. */
const NOWHERE = 16;

const PLACES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  users: { uid: KEY, createdAt: SECONDS },
  groups: { guid: KEY, owner: USER, createdAt: SECONDS },
  members: { guid: OTHER, uid: USER, joinedAt: SECONDS },
  messages: { muid: KEY, sender: USER, receiver: OTHER, sentAt: SECONDS },
};

/** The flag that a word stands for; 0 if it stands for none. */
function flagOf(entity: string, field: string, word: string): number {
  if (entity === 'messages' && field === 'receiverType' && word === 'group') return TO_GROUP;
  return entity === 'members' && field === 'isBanned' && word === 'true' ? IS_BANNED : 0;
}

/** The bit of a field that an API cannot carry; 0 if it can. A message's text and metadata are sent as part of its data. */
const lostBit = ({ field, index }: Rule, carries: ReadonlySet<string>): number =>
  carries.has(field) || (IN_DATA.has(field) && carries.has('data')) ? 0 : 1 << index;

const IN_DATA: ReadonlySet<string> = new Set(['text', 'metadata']);

/** The bits of such fields that every record has. */
const alwaysLost = (rules: readonly Rule[], carries: ReadonlySet<string>): number =>
  rules.reduce((bits, rule) => bits | (rule.fallback === undefined ? 0 : lostBit(rule, carries)), 0);
