import type { Entity, EntityName, PartStep } from '../../input/entities/entity.ts';
import type { Affixes, Rule } from '../rules.ts';
import type { Texts } from './texts.ts';

const PART_WORDS = 16;
const PLAN_WORDS = 16;
const STEP_WORDS = 4;

/** Rules for what is made of the records of a file besides facts. */
export type WriteRules = {
  readonly entity: Entity;
  /** The key of the versions, 16 bytes. */
  readonly sipKey: Buffer;
};

/**
 * Writes what assembly/write.ts needs to write records: for each check a part of the JSON, the parts of the key and of the
 * conversation, and the steps of both versions.
 * @returns the address of the plan
 */
export function writeWritePlan({ entity, sipKey }: WriteRules, rules: readonly Rule[], texts: Texts): number {
  const parts = rules.map((rule) => jsonPartOf(entity.name, rule));
  const toParts = texts.add(wordBytes(parts.flatMap((part) => partWords(part, texts))));
  const slotOf = (field: string | undefined): number => rules.findIndex((rule) => rule.field === field);
  const placeOf = (slot: number): number => (slot < 0 ? 0 : toParts + slot * PART_WORDS * 4);
  const [keyFirst = 0, keySecond = 0] = entity.keyFields.map((field) => placeOf(slotOf(field)));
  const isMessage = entity.goesWith === 'conversation';
  const stepsOf = (steps: readonly PartStep[] = []): number[] => {
    const words = steps.flatMap(({ field, within, otherwise = '' }) => {
      // What stands for the member if the row has none.
      const text = Buffer.from(otherwise);
      // Bytes at the beginning and at the end of the member that are left out.
      const [before, after] = within === undefined ? [0, 0] : [`"${within}":{`.length, 1];
      return [placeOf(slotOf(field)), texts.add(text), text.length, before | (after << 16)];
    });
    return [texts.add(wordBytes(words)), words.length / STEP_WORDS];
  };
  const plan = [
    toParts,
    parts.length,
    keyFirst,
    keySecond,
    texts.add(MEMBER),
    MEMBER.length,
    ...(isMessage ? [placeOf(slotOf('sender')), placeOf(slotOf('receiver'))] : [0, 0]),
    ...stepsOf(entity.partSteps?.content),
    ...stepsOf(entity.partSteps?.fixed),
    constantBytesOf(parts),
    texts.add(sipKey),
  ];
  return texts.add(wordBytes([...plan, ...new Array<number>(PLAN_WORDS - plan.length).fill(0)]));
}

/** Address and length of each text of a part; the last words are for what is found in a record. */
function partWords({ before, after, affixes, words }: Part, texts: Texts): number[] {
  const fallback = words.find(({ cell }) => cell === undefined)?.member;
  const written = [before, after, affixes?.before, affixes?.after, fallback].flatMap((text) =>
    text ? [texts.add(text), text.length] : [0, 0],
  );
  return [...written, ...new Array<number>(PART_WORDS - written.length).fill(0)];
}

function wordBytes(words: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(words.length * 4);
  for (const [index, word] of words.entries()) bytes.writeUInt32LE(word, index * 4);
  return bytes;
}

/** Between the group and the user in the key of a member. */
const MEMBER = Buffer.from('_member_');
/** Digits of the largest time. */
const TIME_DIGITS = 10;

/** The JSON that is written for one field: `"name":` and the value between these two. */
type Part = {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly affixes: Affixes | undefined;
  /** Complete members by the words of the cell; the last one is the fallback. */
  readonly words: readonly { readonly cell: Uint8Array | undefined; readonly member: Uint8Array }[];
};

/** Bytes of the longest JSON of a record without those of its cells. */
const constantBytesOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + bytesOf(part), 2);

/** The JSON that is written for the field of a rule. */
export function jsonPartOf(entity: EntityName, { field, cellRule, fallback }: Rule): Part {
  // A message's text is a member of its data.
  const inData = entity === 'messages' && field === 'text';
  const opened = inData ? '"data":{"text":' : `${JSON.stringify(field)}:`;
  const quoted = cellRule.kind !== 'time';
  const member = (value: string): Uint8Array =>
    Buffer.from(`${opened}${field === 'isBanned' ? value : JSON.stringify(value)}`);
  const words = cellRule.kind === 'word' ? cellRule.words : [];
  return {
    before: Buffer.from(quoted ? `${opened}"` : opened),
    after: Buffer.from(`${quoted ? '"' : ''}${inData ? '}' : ''}`),
    affixes: cellRule.kind === 'id' ? cellRule.affixes : undefined,
    words: [
      ...words.map(({ bytes, value }) => ({ cell: bytes, member: member(value) })),
      ...(fallback ? [{ cell: undefined, member: member(fallback.value) }] : []),
    ],
  };
}

/** The bytes of a part without those of the cell. */
function bytesOf({ before, after, affixes, words }: Part): number {
  const longestWord = Math.max(0, ...words.map(({ member }) => member.length));
  const affixed = affixes ? affixes.before.length + affixes.after.length : 0;
  return Math.max(before.length + after.length + affixed + TIME_DIGITS, longestWord) + 1;
}
