const BLANK = 0x20;
const QUOTE = 0x22;
const GROUP = 0x67;
const USERS = 0x75;

/** Where the ids of a message begin in its JSON, each up to the next quote. */
type MessageIds = { readonly senderAt: number; readonly receiverAt: number; readonly toGroup: boolean };

/**
 * Writes the conversation of a message behind its JSON, as `conversationOf` names it.
 * @returns the index after the last byte
 */
export function conversationInto(
  text: Uint8Array,
  at: number,
  { senderAt, receiverAt, toGroup }: MessageIds,
): number {
  text[at] = toGroup ? GROUP : USERS;
  text[at + 1] = BLANK;
  if (toGroup) return idInto(text, receiverAt, at + 2);
  const isSenderFirst = isBefore(text, senderAt, receiverAt);
  const end = idInto(text, isSenderFirst ? senderAt : receiverAt, at + 2);
  text[end] = BLANK;
  return idInto(text, isSenderFirst ? receiverAt : senderAt, end + 1);
}

function idInto(text: Uint8Array, from: number, at: number): number {
  let to = at;
  for (let each = from; text[each] !== QUOTE; each++) text[to++] = text[each] as number;
  return to;
}

/** Whether the first id is before the second in the order of their characters. */
function isBefore(text: Uint8Array, first: number, second: number): boolean {
  for (let at = 0; ; at++) {
    const a = text[first + at] as number;
    const b = text[second + at] as number;
    if (a === QUOTE || b === QUOTE) return b !== QUOTE;
    if (a !== b) return a < b;
  }
}
