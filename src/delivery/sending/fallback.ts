import type { Data, Item } from '../../input/entities/entity.ts';
import type { JudgeDeps } from '../../input/rows/judge.ts';
import { TextNumbers } from '../../keys/fingerprint-map.ts';
import { type Plan, type Step, stepsOf } from '../plan.ts';
import { eachJudgedAlone } from './judged-alone.ts';
import { isChange } from './verdicts.ts';

/** Fills in fields that rows lack, for their requests alone: what the rows say stays what the ledger keeps. */
export type Complete = (items: readonly Item[]) => Promise<readonly Item[]>;

/**
 * Adds to the rows of a step what they lack; undefined if nothing is added.
 * @param groupType the type of groups that are created without one
 */
export function completeOf(
  step: Step,
  plan: Plan,
  groupType: string,
  keys: JudgeDeps['keys'],
  signal: AbortSignal,
): Complete | undefined {
  const { entity, route } = step;
  if (entity.name === 'groups' && route.carries.has('type'))
    return async (items) =>
      items.map((item) => (lacks(item, 'type') ? withField(item, 'type', groupType) : item));
  return fromReferred(step, plan, keys, signal);
}

/** True if a row that is created lacks a field. A change never gets one that the row does not have. */
const lacks = (item: Item, field: string): boolean => item.data[field] === undefined && !isChange(item);

function withField(item: Item, field: string, value: unknown): Item {
  const data: Data = { ...item.data, [field]: value };
  return { ...item, data, json: JSON.stringify(data) };
}

/**
 * Gives rows of a step a field from the rows they refer to; undefined if the entity has no such field, if the target
 * does not carry it, or if the pipeline has no such rows. Those are read when the first row lacks the field, so that
 * nothing is read for rows that have it.
 */
function fromReferred(
  { entity, route }: Step,
  plan: Plan,
  keys: JudgeDeps['keys'],
  signal: AbortSignal,
): Complete | undefined {
  const { fallback } = entity;
  const referred = stepsOf(plan, fallback?.from.entity);
  if (!fallback || referred.length === 0 || !route.carries.has(fallback.field)) return undefined;
  const { field, from } = fallback;
  let read: Promise<ValueOf> | undefined;
  return async (items) => {
    if (!items.some((item) => lacks(item, field))) return items;
    read ??= valuesOf(referred, from.field, plan, keys, signal);
    const found = await read;
    return items.map((item) => {
      const value = found(String(item.data[from.by]));
      return value === undefined || !lacks(item, field) ? item : withField(item, field, value + from.plus);
    });
  };
}

type ValueOf = (key: string) => number | undefined;

/** A time in the past of the valid rows of steps that have it, by key. Of rows with one key the first counts. */
async function valuesOf(
  steps: readonly Step[],
  field: string,
  plan: Plan,
  keys: JudgeDeps['keys'],
  signal: AbortSignal,
): Promise<ValueOf> {
  // Some 20 bytes a row, fewer than the keys of these rows take; no valid time is 0.
  const values = new TextNumbers();
  await eachJudgedAlone(steps, plan, keys, signal, ({ key, data }) => {
    const value = data?.[field];
    if (key === undefined || typeof value !== 'number' || value >= plan.now - 1) return;
    if (values.get(key) === 0) values.set(key, value);
  });
  return (key) => values.get(key) || undefined;
}
