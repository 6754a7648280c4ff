import { cascades } from './cascades.ts';
import type { Ended, Harm } from './ended.ts';
import type { History } from './history.ts';
import type { Said } from './said.ts';
import type { Scenario } from './scenario.ts';
import type { Snapshot } from './service.ts';
import { ENTITIES, type EntityName, type Fields } from './values.ts';

/** No file has a row: an undo removes what is ours. */
const NOTHING: Said = {
  roles: new Map(),
  users: new Map(),
  groups: new Map(),
  members: new Map(),
  messages: new Map(),
};

/** How an undo may end: done, or with something that it cannot put back. */
const EXITS: ReadonlySet<number> = new Set([0, 4]);

/** An undo that has ended. */
type Undone = Pick<Ended, 'before' | 'after' | 'exitCode'> & Pick<Scenario, 'api'>;

/** What an undo must have put back and removed, and what it must have left. */
export function undoHarms(undone: Undone, history: History): readonly Harm[] {
  const { before, after, exitCode } = undone;
  if (!EXITS.has(exitCode)) return [{ kind: `undo ends with ${exitCode}`, what: '' }];
  const removable = cascades({ before, after, said: NOTHING }, history, 'delete');
  return ENTITIES.flatMap((entity) => [
    ...Array.from(before[entity].keys(), (key): readonly Harm[] => {
      const now = after[entity].get(key);
      const place = `${entity} ${key}`;
      const isOfOwner = entity === 'members' && history.isOfOwner(key);
      if (now === undefined)
        return removable.has(place) || isOfOwner || (entity === 'members' && isOutOfReach(key, undone))
          ? []
          : [{ kind: 'undo: a row of others is gone', what: place }];
      if (history.isRemade(entity, key)) return [];
      if (isOfOwner || (entity === 'members' && isBannedByOthers(key, undone, history))) return [];
      if (history.isOurs(entity, key)) return [{ kind: `undo: ${entity} that we created stay`, what: place }];
      return fieldHarms(entity, key, undone, history);
    }).flat(),
    ...Array.from(after[entity].keys())
      .filter((key) => !before[entity].has(key))
      .map((key) => ({ kind: 'undo: a row appears', what: `${entity} ${key}` })),
  ]);
}

function fieldHarms(entity: EntityName, key: string, undone: Undone, history: History): readonly Harm[] {
  const { before, after } = undone;
  const { touched } = history;
  const [old = {}, now = {}] = [before[entity].get(key), after[entity].get(key)];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const places = [...touched.keys()].filter((place) => place.startsWith(`${entity} ${key} `));
  const all = new Set([...fields, ...places.map((place) => place.slice(entity.length + key.length + 2))]);
  if (entity === 'members' && isOwnerAgain(key, undone)) return [];
  return [...all].flatMap((field): readonly Harm[] => {
    const known = touched.get(`${entity} ${key} ${field}`);
    const isMine = known !== undefined && old[field] === known.mine;
    const isRight = isMine
      ? now[field] === known.first ||
        (entity === 'members' && now[field] === old[field] && isOutOfReach(key, undone)) ||
        known.others.has(now[field]) ||
        (now[field] === old[field] && isForGood(entity, field, known.first, after)) ||
        (field === 'scope' && now[field] === 'admin' && history.isOfOwner(key)) ||
        (field === 'scope' && now['isBanned'] === 'true')
      : now[field] === old[field] ||
        (known?.written.has(old[field]) && now[field] === known.first) ||
        isPasswordOf(field, now) ||
        (field === 'role' && isRoleGone(old[field], undone)) ||
        (field === 'joinedAt' && hasJoinedAgain(key, undone));
    if (isRight) return [];
    const kind = isMine ? `undo: ${entity} keep our change` : `undo: ${entity}: a field of others is changed`;
    const first = isMine ? ` (before us: ${known.first})` : '';
    return [{ kind, what: `${entity} ${key} ${field}: ${old[field]} → ${now[field]}${first}` }];
  });
}

/** A ban of others outlasts the membership that was ours. */
const isBannedByOthers = (key: string, { before }: Undone, history: History): boolean =>
  before.members.get(key)?.['isBanned'] === 'true' && !history.hasBanned(key);

/** Nobody who was deactivated joins a group or is banned again: the undo says so, and keeps what it needs for the next one. */
const isOutOfReach = (key: string, { after, exitCode }: Undone): boolean =>
  exitCode === 4 && after.users.get(key.split(' ')[1] ?? '')?.['deactivatedAt'] !== undefined;

/** The service makes an admin of an owner, also of one who is put back. */
function isOwnerAgain(key: string, { before, after }: Undone): boolean {
  const [guid = '', uid] = key.split(' ');
  return after.groups.get(guid)?.['owner'] === uid && before.groups.get(guid)?.['owner'] !== uid;
}

/**
 * Who was banned joins again: through the import calls with the old time, or right after the group was created, which is the
 * first time that they take.
 */
function hasJoinedAgain(key: string, { before, after, api }: Undone): boolean {
  const [old, now] = [before.members.get(key), after.members.get(key)];
  if (old?.['isBanned'] !== 'true' || now?.['isBanned'] !== 'false') return false;
  const created = after.groups.get(key.split(' ')[0] ?? '')?.['created_at'];
  return api === 'rest' || Number(now['joinedAt']) === Number(created) + 1;
}

/** What is ours leaves also if others use it: who has a role that leaves gets the default one. */
const isRoleGone = (role: string | undefined, { before, after }: Undone): boolean =>
  role !== undefined && before.roles.has(role) && !after.roles.has(role);

/** A group that needs a password no more loses it. */
const isPasswordOf = (field: string, now: Fields): boolean =>
  field === 'password' && now['type'] !== 'password' && now[field] === undefined;

/** What no call can put back: the password of a group, which none shows, the type that needs it, and a field that none can empty. */
function isForGood(entity: EntityName, field: string, first = '', after: Snapshot): boolean {
  if (field === 'owner') return after.users.get(first)?.['deactivatedAt'] !== undefined;
  if (entity === 'groups' && field === 'password') return true;
  if (entity === 'groups' && field === 'type') return first === 'password';
  if (entity === 'members') return field === 'joinedAt';
  return field === 'statusMessage' && first === '';
}
