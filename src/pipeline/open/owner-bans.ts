import { createHash } from 'node:crypto';
import type { Step } from '../../delivery/plan.ts';
import type { Data } from '../../input/entities/entity.ts';
import { changedMapping } from '../../input/rows/changed-mapping.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import { readRows } from '../../input/sources/read-rows.ts';

/** Owners that are held in memory, some 100 bytes each; the service judges the bans of further groups. */
const OWNERS_MAX = 500_000;
const OWNED: ReadonlySet<string> = new Set(['guid', 'owner']);

/** Steps whose bans of the owner of a group are wrong rows, as far as the source of the groups names owners. */
export async function withoutOwnerBans(
  steps: readonly Step[],
  signal: AbortSignal,
): Promise<readonly Step[]> {
  const groups = steps.find(({ entity }) => entity.name === 'groups');
  if (!groups || !steps.some(({ entity }) => entity.name === 'bans')) return steps;
  const owners = await ownersOf(groups, signal);
  const digest = createHash('sha256')
    .update(JSON.stringify([...owners].sort()))
    .digest('hex');
  return steps.map((step) =>
    step.entity.name === 'bans'
      ? { ...step, mappings: step.mappings.map((mapping) => mappingWithout(mapping, owners, digest)) }
      : step,
  );
}

/** The groups and their owners. */
async function ownersOf({ sources, mappings }: Step, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const owners = new Set<string>();
  const readers = mappings.map((mapping) => mapping.some(OWNED));
  for await (const rows of readRows(sources, undefined, signal))
    for (const { fault, leftOut, values, file } of rows) {
      const mapping = mappings[file];
      if (fault || leftOut !== undefined || mapping?.leftOut?.(values) !== undefined) continue;
      const key = keyOf(readers[file]?.(values) ?? {}, 'owner');
      if (key !== undefined && owners.size < OWNERS_MAX) owners.add(key);
    }
  return owners;
}

function keyOf(fields: Data, user: 'uid' | 'owner'): string | undefined {
  const { guid, [user]: uid } = fields;
  if (typeof guid !== 'string' || typeof uid !== 'string') return undefined;
  return `${guid} ${uid}`.toLowerCase();
}

function mappingWithout(mapping: Mapping, owners: ReadonlySet<string>, digest: string): Mapping {
  const judged = (found: ReturnType<Mapping>): ReturnType<Mapping> => {
    const key = keyOf(found.fields, 'uid');
    if (key === undefined || !owners.has(key)) return found;
    const problem = {
      code: 'BAN.OWNER' as const,
      field: 'uid',
      value: found.fields['uid'],
      message: 'the owner of a group cannot be banned',
    };
    return { ...found, problems: [...found.problems, problem] };
  };
  // Other owners give the same row another meaning.
  return changedMapping(mapping, judged, { meaning: [mapping.meaning, digest] });
}
