import type { Plan } from '../../delivery/plan.ts';
import { entities } from '../../input/entities/entities.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import type { Mapping, MappingContext } from '../../input/rows/mapping.ts';
import { rowsSource } from '../../input/sources/rows-source.ts';
import type { Source } from '../../input/sources/source.ts';
import type { Route } from '../../service/targets/target.ts';
import { type Forgotten, withoutForgotten } from '../forgotten.ts';
import { withKept } from '../open/kept-rows.ts';
import { oneOf } from '../open/one-of.ts';
import { mapSource } from '../open/open-files.ts';
import { withoutOwnerBans } from '../open/owner-bans.ts';
import { planNotes } from '../open/plan-notes.ts';
import { planOf } from '../open-plan.ts';
import { openStep } from '../open-step.ts';
import type { Pipeline } from '../pipeline.ts';

/** Rows in the plain columns of their entity. */
export type PlainRows = Readonly<Partial<Record<EntityName, readonly Readonly<Record<string, unknown>>[]>>>;

export type PlanOfRowsOptions = {
  readonly routes: Readonly<Record<EntityName, Route>>;
  /** The current time for ages, milliseconds since 1970. */
  readonly nowMs: number;
  /** People whose rows are left out. */
  readonly forgotten: Forgotten | undefined;
  readonly signal: AbortSignal;
};

/**
 * Makes a plan of rows that are in memory, with the rules of a pipeline: nothing is opened, and its sources are not read.
 * @throws RunError `STATE.FORGETTING`
 */
export async function planOfRows(
  pipeline: Pipeline,
  rows: PlainRows,
  { routes, nowMs, forgotten, signal }: PlanOfRowsOptions,
): Promise<Plan> {
  const { policies, sync } = pipeline;
  const notes = planNotes();
  const steps = entityNames.flatMap((name) => {
    const list = rows[name] ?? [];
    if (list.length === 0) return [];
    const source = rowsSource(list, name);
    const context = { source: name, wholeRows: sync?.fields === 'all' };
    const mapping = mappingOf(name, list, source, context);
    const opened = { source, mapping, name, origin: { index: 0, cells: {} } };
    return [openStep(name, { sources: [opened], paths: [] }, { routes, strict: false, policies }, notes)];
  });
  const known = withoutForgotten(steps, forgotten, notes);
  const taken = await withoutOwnerBans(await withKept(known, known, policies, signal), signal);
  return planOf(pipeline, taken, notes, { nowMs });
}

/** The mapping of rows: each owns the fields that it has as members, and one with null there says that it is empty. */
function mappingOf(
  name: EntityName,
  rows: PlainRows[EntityName] & {},
  source: Source,
  context: MappingContext,
): Mapping {
  const entity = entities[name];
  const membersOf = (row: object): readonly string[] =>
    Object.keys(entity.fields).filter((field) => Object.hasOwn(row, field));
  const kinds = new Map<string, number>();
  const mappings: Mapping[] = [];
  // Each row is asked for several times.
  const places = new Map<object, number>();
  for (const row of rows) {
    const own = membersOf(row);
    const kind = own.join(' ');
    const place = kinds.get(kind) ?? mappings.length;
    places.set(row, place);
    if (place < mappings.length) continue;
    kinds.set(kind, place);
    const map = Object.fromEntries(own.map((field) => [field, field]));
    mappings.push(mapSource(entity, map, source, name, context).mapping);
  }
  return oneOf(mappings, (values) => places.get(values) ?? kinds.get(membersOf(values).join(' ')));
}
