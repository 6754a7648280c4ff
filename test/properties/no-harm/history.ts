import type { Ended } from './ended.ts';
import type { Said, SaidRow } from './said.ts';
import type { Snapshot } from './service.ts';
import { ENTITIES, type EntityName } from './values.ts';

/** What became of a field of a row that was there before us. */
export type Touched = {
  /** Its value before our first change; undefined if it had none. */
  readonly first: string | undefined;
  /** What we wrote last. */
  mine: string | undefined;
  /** All that we wrote: who sets a field to one of these is not told from us. */
  readonly written: Set<string | undefined>;
  /** What others wrote between our changes: an undo may put back any of it. */
  readonly others: Set<string | undefined>;
};

/** By file and field: how many rows have a value. */
function countsOf(said: Said, isCounted: (row: SaidRow) => boolean): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const entity of ENTITIES)
    for (const { file, fields } of [...said[entity].values()].flat().filter(isCounted))
      for (const [field, value] of Object.entries(fields)) {
        const place = `${file} ${field}`;
        if (value !== '') counts.set(place, (counts.get(place) ?? 0) + 1);
      }
  return counts;
}

/** A member of metadata counts as a column if more rows had it. */
const FEW_MEMBERS = 3;

/** What earlier runs of a scenario have done. */
export class History {
  readonly #ours = new Set<string>();
  readonly #remade = new Set<string>();
  readonly #deactivated = new Set<string>();
  readonly #written = new Set<string>();
  readonly #arrived = new Set<string>();
  readonly #ofOwners = new Set<string>();
  readonly #banned = new Set<string>();
  /** Columns of tables with a value in the run before, as file and field. */
  #columns: ReadonlySet<string> = new Set();
  /** By file and field: the fewest rows of a run that had a value. */
  readonly #fewest = new Map<string, number>();
  /** By entity, key and field. */
  readonly touched = new Map<string, Touched>();

  /** Whether a run of ours created the row. */
  isOurs(entity: EntityName, key: string): boolean {
    return this.#ours.has(`${entity} ${key}`);
  }

  /** Whether the row was ours and may have been made anew by others. */
  isRemade(entity: EntityName, key: string): boolean {
    return this.#remade.has(`${entity} ${key}`);
  }

  /** Whether a run of ours deactivated the user because no file had it. */
  isDeactivatedByUs(key: string): boolean {
    return this.#deactivated.has(key);
  }

  /** Whether the files of any run so far filled the field of the row. */
  hasWritten(entity: EntityName, key: string, field: string): boolean {
    return this.#written.has(`${entity} ${key} ${field}`);
  }

  /** Whether any row in the files of any run so far had the member of metadata: a column of metadata owns it in all its rows. */
  ownsMember(entity: EntityName, field: string): boolean {
    return this.#written.has(`${entity} ${field}`);
  }

  /** Whether a row had this name after an earlier run: a row that its files do not change is not written again. */
  hadName(entity: EntityName, key: string, name: string): boolean {
    return this.#arrived.has(`${entity} ${key} ${name}`);
  }

  /** Whether a run of ours banned the member last. */
  hasBanned(key: string): boolean {
    return this.#banned.has(key);
  }

  /** Whether the user of a membership became the owner of a group that was there before by a run of ours. */
  isOfOwner(key: string): boolean {
    return this.#ofOwners.has(key);
  }

  /**
   * Whether so few rows of a file had the field in one of the runs that it counts as a value of those rows, not as a column
   * of the file. Only rows that are objects have such fields.
   */
  wasRare({ file, isObject }: SaidRow, field: string): boolean {
    const fewest = this.#fewest.get(`${file} ${field}`);
    return isObject && fewest !== undefined && fewest <= (field.includes('.') ? FEW_MEMBERS : 1);
  }

  /** The columns, as file and field, that the run before had with values and that these files have not. */
  lostColumns(said: Said): readonly string[] {
    const rows = ENTITIES.flatMap((entity) => [...said[entity].values()].flat());
    return [...this.#columns].filter((place) => {
      const [file, field = ''] = place.split(' ');
      const inFile = rows.filter((row) => row.file === file);
      return inFile.length > 0 && !inFile.some(({ fields }) => Object.hasOwn(fields, field));
    });
  }

  #count(said: Said): void {
    for (const [place, rows] of countsOf(said, () => true))
      this.#fewest.set(place, Math.min(rows, this.#fewest.get(place) ?? rows));
  }

  /** Before a run is judged. */
  read(said: Said): void {
    this.#count(said);
    for (const entity of ENTITIES)
      for (const [key, versions] of said[entity])
        for (const [field, value] of versions.flatMap(({ fields }) => Object.entries(fields)))
          if (value !== '') this.#written.add(`${entity} ${key} ${field}`).add(`${entity} ${field}`);
  }

  /** After a run is judged. */
  add(ended: Ended): void {
    const { before, after, said } = ended;
    this.#makeOwners(ended);
    this.#keepColumns(ended);
    this.#keepBans(ended);
    for (const entity of ENTITIES) {
      for (const [key, { name }] of after[entity]) this.#arrived.add(`${entity} ${key} ${name}`);
      for (const key of after[entity].keys())
        if (!before[entity].has(key)) {
          // A ban of an owner whom a run has set is that run's row.
          const isMade = entity === 'members' && this.isOfOwner(key);
          if (!isMade || after[entity].get(key)?.['isBanned'] === 'true') this.#ours.add(`${entity} ${key}`);
        } else if (!this.isOurs(entity, key)) this.#touch(entity, key, before, after);
      for (const key of before[entity].keys())
        if (!after[entity].has(key)) this.#ours.delete(`${entity} ${key}`);
    }
    for (const [key, { deactivatedAt }] of after.users)
      if (deactivatedAt === undefined) this.#deactivated.delete(key);
      else if (before.users.get(key)?.['deactivatedAt'] === undefined && !said.users.has(key))
        this.#deactivated.add(key);
  }

  /** What a run remembers that could not read all rows is not known from here. */
  #keepColumns({ said, exitCode, isRead }: Ended): void {
    if (exitCode !== 0 && exitCode !== 4) return;
    const columns = isRead ? [...countsOf(said, ({ isObject }) => !isObject).keys()] : [];
    this.#columns = new Set(columns.filter((place) => !place.includes(' metadata')));
  }

  #keepBans({ before, after }: Ended): void {
    for (const [key, { isBanned }] of after.members)
      if (isBanned !== 'true') this.#banned.delete(key);
      else if (before.members.get(key)?.['isBanned'] !== 'true') this.#banned.add(key);
  }

  /** The service makes an admin of a new owner, whether or not that is a member before. */
  #makeOwners({ before, after }: Ended): void {
    for (const key of after.members.keys()) {
      const [guid = '', uid] = key.split(' ');
      const isNew = after.groups.get(guid)?.['owner'] === uid && before.groups.get(guid)?.['owner'] !== uid;
      if (isNew && before.groups.has(guid) && !this.isOurs('groups', guid)) this.#ofOwners.add(key);
    }
  }

  #touch(entity: EntityName, key: string, before: Snapshot, after: Snapshot): void {
    const [old = {}, now = {}] = [before[entity].get(key), after[entity].get(key)];
    for (const field of new Set([...Object.keys(old), ...Object.keys(now)])) {
      if (old[field] === now[field]) continue;
      const place = `${entity} ${key} ${field}`;
      const known = this.touched.get(place);
      if (!known)
        this.touched.set(place, {
          first: old[field],
          mine: now[field],
          others: new Set(),
          written: new Set([now[field]]),
        });
      else {
        if (old[field] !== known.mine) known.others.add(old[field]);
        known.mine = now[field];
        known.written.add(now[field]);
      }
    }
  }

  /** Before a run: the app may have ended memberships of ours. Those that it makes anew nobody can tell from ours. */
  look(held: Snapshot): void {
    // Who lifts a ban of ours makes the membership that follows.
    for (const key of this.#banned)
      if (held.members.get(key)?.['isBanned'] === 'false') this.#remade.add(`members ${key}`);
    for (const place of this.#ours)
      if (place.startsWith('members ') && !held.members.has(place.slice('members '.length)))
        this.#remade.add(place);
  }
}
