import { KeySet } from '../../keys/key-table.ts';
import type { RecordPlace, SourceMember } from '../neutral.ts';
import type { Fate } from '../tally.ts';
import type { ExportTable } from './export-table.ts';
import type { GroupRows } from './group-rows.ts';
import { readyColumns, readyIds } from './ids.ts';
import type { ListedMembers } from './member-lists.ts';
import type { People } from './people.ts';

export const MEMBER_COLUMNS = ['guid', 'uid', 'scope', 'joinedAt', 'isBanned', ...readyColumns('members')];

/** Parts needed to make the rows of members. */
type MemberDeps = {
  readonly table: ExportTable;
  readonly people: People;
  readonly groups: GroupRows;
  readonly lists: ListedMembers;
};

/** Writes the rows of members. */
export class MemberRows {
  readonly #deps: MemberDeps;
  readonly #joined = new KeySet();
  readonly #peopled = new KeySet();

  constructor(deps: MemberDeps) {
    this.#deps = deps;
  }

  /** True if somebody may read a group; those who are banned may not. */
  hasReader(guid: string): boolean {
    return this.#peopled.has([guid]);
  }

  /** Adds a member to a group; what became of them. */
  join(guid: string, { user, scope, joinedAt, isBanned }: SourceMember, place: RecordPlace): Fate {
    const { table, people, groups, lists } = this.#deps;
    const author = people.author(user);
    if ('dropped' in author) return author;
    const isNew = this.#joined.add([guid, author.id]);
    if (!isBanned) this.#peopled.add([guid]);
    lists.member(table.rows, guid, place);
    const cells = [guid, author.id, scope, groups.joinedAfter(guid, joinedAt), isBanned ? 'true' : undefined];
    table.add([...cells, ...readyIds(guid, author.id)], place, `${guid}\n${author.id}`);
    return isNew ? 'imported' : { dropped: 'repeated' };
  }
}

/** Groups that are named in a sentence. */
const NAMED_MAX = 5;

/** Sentences about groups without a member: what is private there is read by nobody. */
export function notesOfEmpty(
  groups: readonly { readonly id: string; readonly isPublic: boolean }[],
): readonly string[] {
  const closed = groups.filter(({ isPublic }) => !isPublic);
  const of = (some: typeof groups): string => {
    const named = some.slice(0, NAMED_MAX).map(({ id }) => JSON.stringify(id));
    return `${some.length} (${named.join(', ')}${some.length > named.length ? ', …' : ''})`;
  };
  const open = groups.filter(({ isPublic }) => isPublic);
  return [
    ...(closed.length > 0
      ? [`private groups without members in the export, so nobody can read them: ${of(closed)}`]
      : []),
    ...(open.length > 0 ? [`public groups without members in the export: ${of(open)}`] : []),
  ];
}
