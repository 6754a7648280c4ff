import type { MarkCounts } from '../result/verification-report.ts';
import type { EntityDeps } from './compare-entities.ts';
import type { FoundDifferences } from './found-differences.ts';
import { readWholeList, reasonOf } from './read-lists.ts';

/** Input for comparing the member counts of groups. */
export type MemberCountDeps = Pick<EntityDeps, 'rows' | 'reader' | 'groups' | 'oneWay' | 'tick'> & {
  readonly counts: MarkCounts;
  readonly found: FoundDifferences;
};

/** Compares how many members each group has. */
export async function compareMemberCounts(deps: MemberCountDeps): Promise<void> {
  const { rows, groups, counts, found, oneWay } = deps;
  if (!groups.complete) {
    const failure = await readWholeList(deps.reader.groups(), (row) => groups.add(row));
    groups.complete = failure === undefined;
    if (failure) {
      counts.unread++;
      found.add({ entity: 'members', mark: '!', key: 'groups', message: reasonOf(failure) });
    }
  }
  const own = `SELECT part, sum(NOT banned) AS n FROM ${rows.table} WHERE content IS NOT NULL GROUP BY part`;
  const both = rows.rows<{ guid: string; n: number; members: number | null }>(
    `SELECT g.guid AS guid, g.members AS members, coalesce(e.n, 0) AS n FROM target_groups AS g
     LEFT JOIN (${own}) AS e ON e.part = g.guid`,
  );
  for (const { guid, n, members } of both) {
    deps.tick('members');
    if (members === null) {
      counts.unread++;
      found.add({ entity: 'members', mark: '!', key: guid, message: 'the service sends no member count' });
    } else if (members === n) counts.same++;
    else if (n === 0) {
      counts.onlyTarget++;
      if (!oneWay) found.add({ entity: 'members', mark: '-', key: guid, message: `${members} members` });
    } else {
      counts.differs++;
      const fields = [{ field: 'membersCount', source: n, target: members }];
      found.add({ entity: 'members', mark: '*', key: guid, fields });
    }
  }
  const lost = rows.rows<{ part: string; n: number }>(
    `SELECT part, n FROM (${own}) WHERE part NOT IN (SELECT guid FROM target_groups)`,
  );
  if (groups.complete)
    for (const { part, n } of lost) {
      counts.onlySource++;
      found.add({ entity: 'members', mark: '+', key: part, message: `${n} members` });
    }
}
