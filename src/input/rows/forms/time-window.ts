import type { Entity } from '../../entities/entity.ts';
import type { Values } from '../row.ts';
import { parseTime } from '../time.ts';

/** The field that `since`, `until` and an order by time look at. */
export const timeFieldOf = ({ timeField }: Pick<Entity, 'timeField'>): string => timeField ?? 'createdAt';

/** A time of a pipeline file in epoch seconds; undefined if it is none. A time without a zone is UTC. */
export function pipelineTime(text: string): number | undefined {
  const parsed = parseTime(text, { zone: 'utc' });
  return 'seconds' in parsed ? parsed.seconds : undefined;
}

/**
 * Tests whether a row's time lies in a window: from `since` on, before `until`. A row without a readable time does: what
 * is wrong with it is said later.
 */
export function timeWindow(
  since: string | undefined,
  until: string | undefined,
  read: ((values: Values) => unknown) | undefined,
): ((values: Values) => boolean) | undefined {
  if ((since === undefined && until === undefined) || !read) return undefined;
  const from = (since === undefined ? undefined : pipelineTime(since)) ?? Number.NEGATIVE_INFINITY;
  const end = (until === undefined ? undefined : pipelineTime(until)) ?? Number.POSITIVE_INFINITY;
  return (values) => {
    const time = read(values);
    return typeof time !== 'number' || (time >= from && time < end);
  };
}
