import type { EntityName } from '../input/entities/entity.ts';
import type { Affixes, Rule } from './rules.ts';

/** Between the group and the user in the key of a member. */
export const MEMBER = Buffer.from('_member_');
/** Digits of the largest time. */
const TIME_DIGITS = 10;

/** The JSON that is written for one field: `"name":` and the value between these two. */
export type Part = {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly affixes: Affixes | undefined;
  /** Complete members by the words of the cell; the last one is the fallback. */
  readonly words: readonly { readonly cell: Uint8Array | undefined; readonly member: Uint8Array }[];
};

/** Bytes of the longest JSON of a record without those of its cells. */
export const constantBytesOf = (parts: readonly Part[]): number =>
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
