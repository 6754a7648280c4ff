import type { StepState } from '../../delivery/checkpoint.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import type { EventOf } from './event-schema.ts';

/** Progress of a run. */
export type ProgressOfRun = EventOf<'progress'>;

/** Progress of one of its entities. */
export type EntityProgress = NonNullable<ProgressOfRun['entities'][EntityName]>;

/** Part of all that is done. */
export type Extent = Pick<ProgressOfRun, 'done' | 'total' | 'estimated' | 'percent'>;

/** Finds the progress of an entity, from its state alone. */
export function progressOf({ done, counts, expected }: StepState): Omit<EntityProgress, 'state'> {
  const { created, updated, exists, unchanged, rejected, blocked } = counts;
  const total = done ? counts.read : expected && Math.max(counts.read, expected.rows);
  return {
    ...extent(counts.read, total, !done && expected?.estimated !== false),
    landed: created + updated + exists + unchanged,
    rejected: rejected + blocked,
  };
}

/** Adds up the progress of several things; without a total if one has none. */
export function extentOf(parts: readonly Extent[]): Extent {
  const done = parts.reduce((sum, part) => sum + part.done, 0);
  const total = parts.every((part) => part.total !== undefined)
    ? parts.reduce((sum, part) => sum + (part.total ?? 0), 0)
    : undefined;
  return extent(
    done,
    total,
    parts.some(({ estimated }) => estimated),
  );
}

/** Percent are rounded down, so that 100 means all. */
const extent = (done: number, total: number | undefined, estimated: boolean): Extent => ({
  done,
  estimated,
  ...(total === undefined
    ? {}
    : { total, percent: total === 0 ? 100 : Math.floor((done / total) * 1_000) / 10 }),
});
