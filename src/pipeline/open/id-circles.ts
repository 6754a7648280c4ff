import { referredNames } from '../../input/entities/entity.ts';
import type { IdMap } from './id-map.ts';

/** Ids of a circle that are named. */
const NAMED_MAX = 5;

/** A sentence for the first circle of each entity: ids that lead from one to the next and back. */
export const idCircles = (ids: IdMap): readonly string[] =>
  referredNames.flatMap((name) => {
    const circle = circleIn(ids[name]);
    if (!circle) return [];
    const more = circle.length > NAMED_MAX ? ['…'] : [];
    const shown = [...circle.slice(0, NAMED_MAX), ...more, circle[0]].join(' → ');
    return [
      `idMap: ${name} ${shown} is a circle; each id is taken once, so they change places: write only the ids that differ in the service`,
    ];
  });

function circleIn(ids: ReadonlyMap<string, string>): readonly string[] | undefined {
  const done = new Set<string>();
  for (const first of ids.keys()) {
    const path = new Set<string>();
    for (let at: string | undefined = first; at !== undefined && !done.has(at); at = ids.get(at)) {
      if (path.has(at)) {
        const circle = [...path];
        return circle.slice(circle.indexOf(at));
      }
      // An id that is the same in the service.
      if (ids.get(at) === at) break;
      path.add(at);
    }
    for (const each of path) done.add(each);
  }
  return undefined;
}
