import type { Plan, Step } from '../../../delivery/plan.ts';
import type { Mapping } from '../../../input/rows/mapping.ts';
import type { KeyIndex } from '../../../keys/key-index.ts';
import type { ConversationProfile } from '../../../report/result/profile.ts';

/** Names are looked for up to this line of a file. */
const LINES_MAX = 200_000;

type Names = ReadonlyMap<string, string>;

/**
 * Adds the names of groups and users to the few conversations that are shown: their rows are read once more, because
 * nobody knows before which ones they are.
 */
export async function withConversationNames(
  list: readonly ConversationProfile[],
  { steps }: Plan,
  { groups, users }: Readonly<Record<'groups' | 'users', KeyIndex>>,
  signal: AbortSignal,
): Promise<readonly ConversationProfile[]> {
  const guids = list.flatMap(({ id }) => groupOf(id) ?? []);
  const uids = list.flatMap(({ id }) => usersOf(id) ?? []);
  const stepOf = (entity: 'groups' | 'users') => steps.find((step) => step.entity.name === entity);
  const ofGroups = await namesOf(guids, stepOf('groups'), groups, signal);
  const ofUsers = await namesOf(uids, stepOf('users'), users, signal);
  return list.map((each) => {
    const name = nameOf(each.id, ofGroups, ofUsers);
    return name === undefined ? each : { ...each, name };
  });
}

const groupOf = (id: string): string | undefined =>
  id.startsWith('group_') ? id.slice('group_'.length) : undefined;

/** The two users of a one-to-one conversation; undefined if it is none, or if an id hides where it ends. */
function usersOf(id: string): readonly string[] | undefined {
  if (groupOf(id) !== undefined) return undefined;
  const both = id.split('_user_');
  return both.length === 2 ? both : undefined;
}

function nameOf(id: string, groups: Names, users: Names): string | undefined {
  const guid = groupOf(id);
  if (guid !== undefined) return groups.get(guid);
  const both = usersOf(id) ?? [];
  return both.some((uid) => users.has(uid))
    ? both.map((uid) => users.get(uid) ?? uid).join(' – ')
    : undefined;
}

/** Reads the rows of these keys again, file by file, up to the last of them. */
async function namesOf(
  keys: readonly string[],
  step: Step | undefined,
  index: KeyIndex,
  signal: AbortSignal,
): Promise<Names> {
  const names = new Map<string, string>();
  const places = [...new Set(keys)].flatMap((key) => {
    const place = index.find(key);
    return place && place.line <= LINES_MAX ? [{ key, file: place.file, line: place.line }] : [];
  });
  for (const [file, wanted] of Map.groupBy(places, (place) => place.file)) {
    const source = step?.sources[file];
    const mapping = step?.mappings[file];
    if (!source || !mapping) continue;
    await readNames(source, mapping, new Map(wanted.map(({ line, key }) => [line, key])), names, signal);
  }
  return names;
}

async function readNames(
  source: Step['sources'][number],
  mapping: Mapping,
  keys: Map<number, string>,
  names: Map<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const read = mapping.some(new Set(['name']));
  for await (const rows of source.read(undefined, signal))
    for (const row of rows) {
      const key = keys.get(row.line);
      if (key === undefined) continue;
      const { name } = row.fault ? {} : read(row.values);
      if (typeof name === 'string' && name !== '') names.set(key, name);
      keys.delete(row.line);
      if (keys.size === 0) return;
    }
}
