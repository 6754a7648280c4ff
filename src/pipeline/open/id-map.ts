import { RunError, type Where } from '../../errors/run-error.ts';
import type { PersonId } from '../../exports/export-rules.ts';
import { type ReferredName, referredNames } from '../../input/entities/entity.ts';
import { cellReader } from '../../input/rows/cell-reader.ts';
import { formatOf } from '../../input/sources/formats.ts';
import { unescapeFormula } from '../../input/sources/rejects-format.ts';
import type { Files } from '../../system/files.ts';
import { requiredColumn } from './lookup-tables.ts';

/** An app's own ids of users and groups, by the text in the source. */
export type OwnIdMap = Readonly<Record<ReferredName, ReadonlyMap<string, string>>>;

/** Content of the file of an `idMap`: ids by the text in the source, and by what people of an export are called. */
export type LoadedIdMap = { readonly ids: OwnIdMap; readonly people: readonly PersonId[] };

const COLUMNS = ['entity', 'source', 'id'] as const;
const BY = ['id', 'email', 'name'] as const;

/**
 * Loads the file of an `idMap`: a CSV file with the columns entity, source and id, and perhaps `by`.
 * @param isExport whether the pipeline has an export, whose users may be named by e-mail or name
 * @throws RunError `SOURCE.*`, `LOOKUP.KEY_REPEATED`, `LOOKUP.ROW_INVALID`
 */
export async function loadIdMap(path: string, files: Files, isExport: boolean): Promise<LoadedIdMap> {
  const known = [...COLUMNS, 'by'];
  const source = await formatOf(path, 'csv').open(path, 0, { files, known });
  const readers = COLUMNS.map((name) => requiredColumn(source, name, 'idMap'));
  const byOf = cellReader('by', source.columns);
  const ids: Record<ReferredName, Map<string, string>> = { users: new Map(), groups: new Map() };
  const people = new Map<string, PersonId>();
  for await (const chunk of source.read(undefined, new AbortController().signal))
    for (const { line, values, fault } of chunk) {
      const where = { file: path, line };
      if (fault) throw invalid(fault.message, where);
      const [entity = '', from = '', id = ''] = readers.map((read) =>
        unescapeFormula(String(read(values) ?? '')),
      );
      const by = byIn(String(byOf?.(values) ?? ''), entity, { isExport, where });
      const name = referredNames.find((one) => one === entity);
      if (!name)
        throw invalid(
          `the entity is ${JSON.stringify(entity)}, expected ${referredNames.join(' or ')}`,
          where,
        );
      if (!from || !id) throw invalid('a row needs a source and an id', where);
      const key = `${by} ${by === 'email' ? from.toLowerCase() : from}`;
      if (by === 'id' ? ids[name].has(from) : people.has(key))
        throw new RunError('LOOKUP.KEY_REPEATED', `idMap: ${JSON.stringify(from)} occurs twice`, { where });
      if (by === 'id') ids[name].set(from, id);
      else people.set(key, { by, source: from, id, where });
    }
  return { ids, people: [...people.values()] };
}

const invalid = (why: string, where: Where): RunError =>
  new RunError('LOOKUP.ROW_INVALID', `idMap: ${why}`, { where });

/** By what a row names somebody. */
function byIn(
  given: string,
  entity: string,
  { isExport, where }: { readonly isExport: boolean; readonly where: Where },
): (typeof BY)[number] {
  const by = BY.find((one) => one === (given || 'id'));
  if (!by) throw invalid(`by is ${JSON.stringify(given)}, expected ${BY.join(', ')}`, where);
  if (by !== 'id' && entity === 'groups')
    throw invalid(`by: ${by} is for users; groups are named by their id`, where);
  if (by !== 'id' && !isExport)
    throw invalid(
      `by: ${by} needs an export (sources.export), which says what its users are called; those of other sources are named as they stand there, by: id`,
      where,
    );
  return by;
}

/** Ids of a circle that are named. */
const NAMED_MAX = 5;

/** A sentence for the first circle of each entity: ids that lead from one to the next and back. */
export const idCircles = (ids: OwnIdMap): readonly string[] =>
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
