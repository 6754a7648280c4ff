import { RunError } from '../../errors/run-error.ts';
import { type ReferredName, referredNames } from '../../input/entities/entity.ts';
import { formatOf } from '../../input/sources/formats.ts';
import type { Files } from '../../system/files.ts';
import { requiredColumn } from './lookup-tables.ts';

/** An app's own ids of users and groups, by the text in the source. */
export type IdMap = Readonly<Record<ReferredName, ReadonlyMap<string, string>>>;

const COLUMNS = ['entity', 'source', 'id'] as const;

/**
 * Loads the file of an `idMap`: a CSV file with the columns entity, source and id.
 * @throws RunError `SOURCE.*`, `LOOKUP.KEY_REPEATED`, `LOOKUP.ROW_INVALID`
 */
export async function loadIdMap(path: string, files: Files | undefined): Promise<IdMap> {
  const source = await formatOf(path, 'csv').open(path, 0, { ...(files ? { files } : {}), known: COLUMNS });
  const [entityOf, sourceOf, idOf] = COLUMNS.map((name) => requiredColumn(source, name, 'idMap'));
  const ids: Record<ReferredName, Map<string, string>> = { users: new Map(), groups: new Map() };
  for await (const chunk of source.read(undefined, new AbortController().signal))
    for (const { line, values, fault } of chunk) {
      const where = { file: path, line };
      const invalid = (why: string): RunError =>
        new RunError('LOOKUP.ROW_INVALID', `idMap: ${why}`, { where });
      if (fault) throw invalid(fault.message);
      const [entity, from, id] = [entityOf, sourceOf, idOf].map((read) => String(read?.(values) ?? ''));
      const name = referredNames.find((one) => one === entity);
      if (!name)
        throw invalid(`the entity is ${JSON.stringify(entity)}, expected ${referredNames.join(' or ')}`);
      if (!from || !id) throw invalid('a row needs a source and an id');
      if (ids[name].has(from))
        throw new RunError('LOOKUP.KEY_REPEATED', `idMap: ${JSON.stringify(from)} stands twice`, { where });
      ids[name].set(from, id);
    }
  return ids;
}
