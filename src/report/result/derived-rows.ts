import type { Plan } from '../../delivery/plan.ts';
import { type EntityName, referredNames } from '../../input/entities/entity.ts';
import type { Report } from './report.ts';

/** The rows of a plan that were made of other rows, and the export that it reads, as a part of its report. */
export function derivedPart({ steps, exported }: Plan): Pick<Report, 'derived' | 'export'> {
  const found = steps.flatMap(({ entity, derived }) =>
    derived === undefined ? [] : [[entity.name, derived] as const],
  );
  return {
    ...(found.length === 0 ? {} : { derived: Object.fromEntries(found) }),
    ...(exported ? { export: exported } : {}),
  };
}

/** The entities that rows of a plan refer to although no source has them, so that nobody knows whether they are there. */
export function uncheckedEntities({ steps, closed }: Plan): readonly EntityName[] {
  const read = new Set(steps.map(({ entity }) => entity.name));
  // Whether messages need groups is not known before they are read.
  const needed = { users: read.has('members') || read.has('messages'), groups: read.has('members') };
  return referredNames.filter((name) => needed[name] && !closed.has(name) && !read.has(name));
}
