import { cascades } from './cascades.ts';
import type { Ended, Harm } from './ended.ts';
import type { History } from './history.ts';
import type { SaidRow } from './said.ts';
import type { Scenario } from './scenario.ts';
import { ENTITIES, type EntityName, type Fields, isSensitive } from './values.ts';

/** What a run must not have done, by what the service held before and after it and what the files said. */
export function harmsOf(run: Ended, history: History, { onMissing, globs }: Scenario): readonly Harm[] {
  const removed = cascades(run, history, onMissing);
  return ENTITIES.flatMap((entity) => [
    ...Array.from(run.before[entity], ([key, before]): readonly Harm[] => {
      const after = run.after[entity].get(key);
      if (after)
        return changedHarms({ entity, key: saidKey(key), before, after, run, history, onMissing, globs });
      return removed.has(`${entity} ${key}`) ? [] : [{ kind: 'a row is gone', what: `${entity} ${key}` }];
    }).flat(),
    ...Array.from(run.after[entity], ([key, after]): readonly Harm[] =>
      run.before[entity].has(key) ? [] : createdHarms(entity, key, after, run),
    ).flat(),
  ]);
}

/** The key that files have for a message that the service has twice. */
const saidKey = (key: string): string => key.replace(' again', '');

type Changed = {
  readonly entity: EntityName;
  readonly key: string;
  readonly before: Fields;
  readonly after: Fields;
  readonly run: Ended;
  readonly history: History;
  readonly onMissing: Scenario['onMissing'];
  /** Whether files may be one source: what one of them lacks another may have. */
  readonly globs: boolean;
};

/** Of several versions of the row that which explains most, else the last one. */
function changedHarms(row: Changed): readonly Harm[] {
  const { entity, key, run } = row;
  const versions = run.said[entity].get(key) ?? [undefined];
  return least(versions.toReversed().map((said) => harmsBy(row, said)));
}

const least = (all: readonly (readonly Harm[])[]): readonly Harm[] =>
  all.toSorted((a, b) => a.length - b.length)[0] ?? [];

function harmsBy(row: Changed, said: SaidRow | undefined): readonly Harm[] {
  const { entity, key, before, after, run } = row;
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const harms = fields.flatMap((field): readonly Harm[] => {
    if (before[field] === after[field]) return [];
    const kind = isSensitive(entity, field) ? sensitiveHarm(row, field, said) : plainHarm(row, field, said);
    if (kind === undefined) return [];
    const word = said ? (said.fields[field] ?? 'not mapped') : 'no such row';
    return [
      {
        kind,
        what: `${entity} ${key} ${field}: ${before[field]} → ${after[field]} (the files say: ${word})`,
      },
    ];
  });
  const name = said?.fields['name'];
  const isDue = run.exitCode === 0 && name && after['deactivatedAt'] === undefined;
  if (isDue && after['name'] !== name && !row.history.hadName(entity, key, name))
    harms.push({ kind: 'a name does not arrive', what: `${entity} ${key}: ${after['name']}, not ${name}` });
  return harms;
}

/** Why a field that grants no rights should not have changed so. */
function plainHarm(row: Changed, field: string, said: SaidRow | undefined): string | undefined {
  const { entity, key, after, history, globs } = row;
  const value = said?.fields[field];
  if (value === undefined) {
    const wasWritten = history.hasWritten(entity, key, field);
    const isGone = said !== undefined && after[field] === undefined;
    if (isGone && said.wholeMetadata && isMember(field) && history.ownsMember(entity, field))
      return undefined;
    if (isGone && wasWritten && (globs || history.wasRare(said, field))) return undefined;
    if (entity === 'members' && isConsequence(row, field)) return undefined;
    if (said === undefined) return `${entity}: a row of no file is changed`;
    return after[field] === undefined
      ? `${entity}: an unmapped field is emptied`
      : `${entity}: an unmapped field is changed`;
  }
  if (after[field] === undefined)
    return value === '' ? undefined : `${entity}: a field is emptied that the file fills`;
  return after[field] === value ? undefined : `${entity}: a field has a value that nobody gave it`;
}

const isMember = (field: string): boolean => field.startsWith('metadata.');

/** A ban that the file lifts, and a new owner, make a membership anew: with its own time. */
const isConsequence = ({ key, before, after, run }: Changed, field: string): boolean =>
  field === 'joinedAt' &&
  (isSaidOwner(key, run) || (before['isBanned'] !== after['isBanned'] && isUnbanSaid(key, run)));

function isUnbanSaid(key: string, run: Ended): boolean {
  return says(run, 'members', key, 'isBanned', 'false') || isSaidOwner(key, run);
}

/** The service makes the owner of a group its admin. */
const isSaidOwner = (key: string, run: Ended): boolean => {
  const [guid = '', uid = ''] = key.split(' ');
  return says(run, 'groups', guid, 'owner', uid);
};

const says = ({ said }: Ended, entity: EntityName, key: string, field: string, value: string): boolean =>
  said[entity].get(key)?.some(({ fields }) => fields[field] === value) ?? false;

const RANKS: Readonly<Record<string, readonly string[]>> = {
  type: ['private', 'password', 'public'],
  scope: ['participant', 'moderator', 'admin'],
};

/** Why a field that grants or takes rights should not have changed so: no file says the new value in words. */
function sensitiveHarm(row: Changed, field: string, said: SaidRow | undefined): string | undefined {
  const { entity, before, after } = row;
  const value = said?.fields[field];
  if ((value !== undefined && value !== '' && after[field] === value) || isExcused(row, field, said))
    return undefined;
  const why =
    said === undefined ? 'a row of no file' : value === undefined ? 'unmapped' : `file: ${value || 'empty'}`;
  const rank = (fields: Fields): number => RANKS[field]?.indexOf(fields[field] ?? '') ?? 0;
  const isOpened =
    rank(after) > rank(before) ||
    field === 'password' ||
    (field === 'isBanned' && after[field] === 'false') ||
    (field === 'deactivatedAt' && after[field] === undefined);
  return `${entity}: ${field} is ${isOpened ? 'opened' : 'changed'} without a word (${why})`;
}

/** What follows from another value that the files say, or from `onMissing`. */
function isExcused(
  { key, before, after, run, history, onMissing }: Changed,
  field: string,
  said: SaidRow | undefined,
): boolean {
  const lacksPassword = after['type'] !== 'password' && after[field] === undefined;
  // The password of a group that needs none opens nothing.
  if (field === 'password')
    return lacksPassword && (before['type'] !== 'password' || said?.fields['type'] === after['type']);
  if (field === 'scope' && after[field] === 'admin') return isSaidOwner(key, run);
  if (field === 'isBanned' && after[field] === 'false') return isUnbanSaid(key, run);
  // A membership that is made anew has the scope that the file says, else the lowest.
  if (field === 'scope' && before['isBanned'] === 'true' && isUnbanSaid(key, run))
    return after[field] === 'participant';
  if (field === 'deactivatedAt' && onMissing === 'deactivate')
    return after[field] === undefined
      ? said !== undefined && history.isDeactivatedByUs(key)
      : said === undefined && history.isOurs('users', key);
  return field === 'role' && onMissing === 'delete' && !run.after.roles.has(before['role'] ?? '');
}

/** A new row has what its source says, and the closest value where it says nothing. */
const CLOSEST: Readonly<Partial<Record<EntityName, Fields>>> = {
  users: { role: 'default' },
  groups: { type: 'private' },
  members: { scope: 'participant', isBanned: 'false' },
};

function createdHarms(entity: EntityName, key: string, after: Fields, run: Ended): readonly Harm[] {
  if (entity === 'members' && isSaidOwner(key, run)) return [];
  const versions = run.said[entity].get(saidKey(key));
  if (!versions) return [{ kind: `${entity}: a row appears that no file has`, what: `${entity} ${key}` }];
  return least(
    versions.toReversed().map(({ fields: said }) =>
      Object.entries(CLOSEST[entity] ?? {}).flatMap(([field, closest]) => {
        // A ban by the ordinary API has no scope.
        const isBan = field === 'scope' && after['isBanned'] === 'true';
        if (after[field] === (said[field] || closest) || (isBan && after[field] === closest)) return [];
        const what = `${entity} ${key} ${field}: ${after[field]} (the file says: ${said[field] ?? 'not mapped'})`;
        return [{ kind: `${entity}: created with another ${field} than the closest`, what }];
      }),
    ),
  );
}
