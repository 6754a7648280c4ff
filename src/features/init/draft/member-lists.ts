import type { Table } from '../files/tables.ts';
import type { DraftSource } from '../text/pipeline-text.ts';
import { isAround } from '../words/field-names.ts';
import { listIn } from './attachments.ts';
import { type Drafting, inputOptions } from './drafting.ts';
import { idOrName } from './people.ts';

const LIST =
  /^(?:members?|users?|participants?|user_?ids?|member_?ids?|mitglieder|membres|miembros|membros|成员|メンバー|회원)$/i;
const ID = /^(?:id|_id|uid|user_?id|userid|email|username|name)$/i;

/** Members that the groups themselves have: a list in a column, or rows inside of theirs in a document. */
export function memberLists(
  groups: Table | undefined,
  users: readonly Table[],
  drafting: Drafting,
): DraftSource[] {
  if (!groups || drafting.groups.key === undefined) return [];
  const inColumn = listColumn(groups, drafting, drafting.groups.key);
  if (inColumn) return [inColumn];
  const inside = users.find((table) => isInside(table, groups));
  const guid = inside?.columns.find(({ name }) => isAround(name) && name === `^.${drafting.groups.key}`);
  const uid = inside && idOrName('users', inside);
  if (!inside || !guid || uid === undefined) return [];
  return [
    {
      options: inputOptions(inside),
      map: { guid: drafting.groups.own(guid.name), uid: drafting.users.own(uid) },
      missing: [],
      unused: [],
      remarks: ['the members stand inside of the groups'],
    },
  ];
}

const isInside = (table: Table, groups: Table): boolean => {
  const [inner, outer] = [table.files[0]?.rowsAt, groups.files[0]?.rowsAt];
  return inner !== undefined && outer !== undefined && inner !== outer && inner.startsWith(outer);
};

function listColumn(groups: Table, drafting: Drafting, key: string): DraftSource | undefined {
  const list = groups.columns.find(({ name, type }) => type === 'json' && LIST.test(name));
  if (!list) return undefined;
  const elements = groups.sample.flatMap((row) => listIn(row[list.name]));
  const [first] = elements;
  const id =
    typeof first === 'object' && first !== null
      ? Object.keys(first)
          .sort((a, b) => rank(a) - rank(b))
          .find((name) => ID.test(name))
      : undefined;
  if (first === undefined || (typeof first === 'object' && id === undefined)) return undefined;
  return {
    options: [...inputOptions(groups), { key: 'explode', value: list.name }],
    map: {
      guid: drafting.groups.own(key),
      uid: drafting.users.own(id === undefined ? list.name : `${list.name}.${id}`),
    },
    missing: [],
    unused: [],
    remarks: [`each group lists its members in ${list.name}`],
  };
}

const IDS = ['user_id', 'userId', 'uid', 'id', '_id', 'email', 'username', 'name'];
const rank = (name: string): number => (IDS.includes(name) ? IDS.indexOf(name) : IDS.length);
