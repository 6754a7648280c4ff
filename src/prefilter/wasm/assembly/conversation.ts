// Writes the conversation of a message.
import { AFTER, TEXT_BEFORE, LENGTH, MEMBER, MEMBER_END } from './checks.ts';
import { copied } from './values.ts';

const BLANK: u32 = 0x20;

/** As conversation-bytes.ts writes it. */
export function conversationInto(sender: usize, receiver: usize, from: usize, toGroup: bool): usize {
  store<u8>(from, toGroup ? 0x67 : 0x75);
  store<u8>(from, BLANK, 1);
  if (toGroup) return idInto(receiver, from + 2);
  const isSenderFirst = isBefore(sender, receiver);
  const to = idInto(isSenderFirst ? sender : receiver, from + 2);
  store<u8>(to, BLANK);
  return idInto(isSenderFirst ? receiver : sender, to + 1);
}

@inline
function idStart(part: usize): usize {
  return <usize>load<u32>(part, MEMBER) + <usize>load<u32>(part + TEXT_BEFORE, LENGTH);
}

@inline
function idEnd(part: usize): usize {
  return <usize>load<u32>(part, MEMBER_END) - <usize>load<u32>(part + AFTER, LENGTH);
}

@inline
function idInto(part: usize, to: usize): usize {
  const start = idStart(part);
  return copied(start, idEnd(part) - start, to);
}

/** True if the first id is before the second in the order of their characters. */
function isBefore(first: usize, second: usize): bool {
  let a = idStart(first);
  let b = idStart(second);
  const aEnd = idEnd(first);
  const bEnd = idEnd(second);
  while (a < aEnd && b < bEnd) {
    const one: u32 = load<u8>(a++);
    const other: u32 = load<u8>(b++);
    if (one != other) return one < other;
  }
  return b < bEnd;
}
