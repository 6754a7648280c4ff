import type { Step } from '../../delivery/plan.ts';
import { conversationOf } from '../../input/entities/conversation.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import type { Values } from '../../input/rows/row.ts';
import { comesTwice } from '../../input/rows/time.ts';
import { readRows } from '../../input/sources/read-rows.ts';

/** Rows that are looked at: enough to see how an export is sorted. */
const ROWS_MAX = 5_000;
/** Fewer are enough if so many messages in a row are later than those before them: to look at a row takes as long as to check ten. */
const ROWS_MIN = 1_000;
const RISES_ENOUGH = 200;

/**
 * Looks at the first messages for an export that is not sorted by time: the service keeps the order of arrival, and what
 * has been sent cannot be sorted again.
 * @param isTurned whether the pipeline reads files from their last row
 * @returns a sentence about it; undefined if they stand in order, or in a sync, which adds to what is there
 */
export async function orderCaution(
  { sources, mappings, entity }: Step,
  isTurned: boolean,
  signal: AbortSignal,
): Promise<string | undefined> {
  const field = entity.timeField;
  if (entity.name !== 'messages' || field === undefined) return undefined;
  const latest = new Map<string, number>();
  const seen = new Set<unknown>();
  let [rows, rises, falls, twice] = [0, 0, 0, 0];
  for await (const chunk of readRows(sources, undefined, signal)) {
    for (const { file, values, fault, leftOut } of chunk) {
      const mapping = mappings[file];
      if (fault || leftOut !== undefined || !mapping || mapping.leftOut?.(values) !== undefined) continue;
      const { fields } = mapping(values);
      const time = fields[field];
      const { muid, receiver } = fields;
      // Of a row that overlapping exports repeat, only the first is sent.
      if (typeof time !== 'number' || receiver === undefined || seen.has(muid)) continue;
      if (muid !== undefined) seen.add(muid);
      const conversation = conversationOf(fields);
      const before = latest.get(conversation);
      if (before !== undefined && time > before) rises++;
      if (before !== undefined && time < before) {
        if (isTwice(field, time, mapping, values)) twice++;
        else falls++;
      }
      latest.set(conversation, time);
    }
    rows += chunk.length;
    if (rows >= ROWS_MAX || (rows >= ROWS_MIN && falls === 0 && rises >= RISES_ENOUGH)) break;
  }
  if (falls === 0) return undefined;
  if (rises === 0)
    return `sources.messages: the newest messages come first, and the service keeps the order in which they arrive; to reverse them:  ${isTurned ? 'remove ' : ''}order: newestFirst`;
  const share = Math.round((100 * falls) / (falls + rises));
  if (share < 1) return undefined;
  return `sources.messages: ${share} % of the first messages are older than the one before them in their conversation, and the service keeps the order in which they arrive; to sort them${twice > 0 ? TWICE : ''}:  order: byTime`;
}

const TWICE = ', after you add the offset from UTC to the times of the hour that the clocks show twice';

/** True if the order of the file says more than the time of a row, because the clocks show it twice. */
function isTwice(field: string, time: number, mapping: Mapping, values: Values): boolean {
  const source = mapping.fields.find((each) => each.field === field)?.source;
  const format = typeof source === 'object' && 'from' in source ? source : {};
  return comesTwice(mapping.cell(values, field), time, format);
}
