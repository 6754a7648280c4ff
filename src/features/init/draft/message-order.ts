import { TimeFormCounter } from '../../../input/columns/time-evidence.ts';
import type { Table } from '../files/tables.ts';
import type { SourceOption } from '../text/pipeline-text.ts';

/** Conversations that are followed one by one. */
const CONVERSATIONS_MAX = 5_000;

type Order = { readonly rising: number; readonly falling: number };

/**
 * The order that the rows of messages need, so that each conversation is read oldest first.
 * @param conversation the columns that tell conversations apart
 * @returns undefined if they stand in that order
 */
export function orderOf(
  table: Table,
  sentAt: string | undefined,
  conversation: readonly string[],
): SourceOption | undefined {
  const order = table.columns.find(({ name }) => name === sentAt)?.order;
  if (sentAt === undefined || !order) return undefined;
  const { rising, falling } = order;
  const areInOrder = !filesOverlap(table, sentAt, conversation);
  if (falling === 0 && areInOrder) return undefined;
  const within = orderWithin(table, sentAt, conversation);
  // Of a long file only its beginning is known by conversation, but all of it as a whole.
  if (within.falling === 0 && falling > 0 && rising > 0 && areInOrder) return undefined;
  if (rising === 0 && falling > 0 && table.files.length === 1)
    return {
      key: 'order',
      value: 'newestFirst',
      why: `the newest row comes first: ${falling} times are earlier than the one before, none later`,
    };
  if (rising === 0 && falling > 0 && isOneFileEach(conversation))
    return { key: 'order', value: 'newestFirst', why: `each file begins with its newest row` };
  const why =
    falling === 0
      ? 'files of a conversation overlap, or are not named in the order of their times'
      : `${rising} times are later than the one before, ${falling} earlier`;
  return { key: 'order', value: 'byTime', why };
}

const isOneFileEach = (conversation: readonly string[]): boolean =>
  ['$file', '$files', '$path'].some((name) => conversation.includes(name));

function orderWithin({ sample }: Table, sentAt: string, conversation: readonly string[]): Order {
  const counters = new Map<string, TimeFormCounter>();
  for (const row of sample) {
    const cell = row[sentAt];
    if (cell === undefined) continue;
    const key = JSON.stringify(conversation.map((name) => row[name] ?? ''));
    let counter = counters.get(key);
    if (!counter) {
      if (counters.size >= CONVERSATIONS_MAX) break;
      counter = new TimeFormCounter();
      counters.set(key, counter);
    }
    counter.add(cell);
  }
  let [rising, falling] = [0, 0];
  for (const { order } of counters.values()) {
    rising += order.rising;
    falling += order.falling;
  }
  return { rising, falling };
}

/** True if a file, in the order of names, begins before the one before it ends, and both may have one conversation. */
export function filesOverlap({ files }: Table, sentAt: string, conversation: readonly string[]): boolean {
  if (files.length === 1 || isOneFileEach(conversation)) return false;
  const [key] = conversation;
  const last = new Map<string, string>();
  for (const { path, columns } of files) {
    const time = columns.find(({ name }) => name === sentAt)?.time;
    if (!time) continue;
    const group = columns.find(({ name }) => name === key);
    // One value in a file tells the conversation; several may be any.
    const [only] = group?.distinct.count === 1 ? (group.values ?? [path]) : [];
    const of = key === '$dir' || key === '$folders' ? path.replace(/[^/\\]+$/, '') : (only ?? '');
    const before = last.get(of);
    if (before !== undefined && time.first < before) return true;
    last.set(of, before !== undefined && before > time.last ? before : time.last);
  }
  return false;
}
