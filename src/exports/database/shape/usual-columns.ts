import { plainColumnName, type RoleName, usual } from './usual-names.ts';

/** Names of two columns with the two people of a conversation. */
export const usualPairs: readonly (readonly [string, string])[] = [
  ['userone', 'usertwo'],
  ['useroneid', 'usertwoid'],
  ['user1', 'user2'],
  ['user1id', 'user2id'],
  ['userid1', 'userid2'],
  ['usera', 'userb'],
  ['useraid', 'userbid'],
  ['firstuser', 'seconduser'],
  ['firstuserid', 'seconduserid'],
  ['firstpersonid', 'secondpersonid'],
  ['person1', 'person2'],
  ['participant1', 'participant2'],
  ['participant1id', 'participant2id'],
  ['participantone', 'participanttwo'],
  ['participantoneid', 'participanttwoid'],
  ['member1id', 'member2id'],
  ['senderid', 'receiverid'],
  ['sender', 'receiver'],
  ['senderid', 'recipientid'],
  ['fromuserid', 'touserid'],
  ['fromid', 'toid'],
  ['initiatorid', 'recipientid'],
  ['creatorid', 'participantid'],
  ['buyerid', 'sellerid'],
  ['customerid', 'agentid'],
  ['userid', 'friendid'],
];

/** Names of a column with all members of a conversation. */
export const usualMemberLists: readonly string[] = [
  'members',
  'participants',
  'memberids',
  'participantids',
  'userids',
  'users',
];

/** The same of the name of a table, which may begin with a word for tables. */
export const plainTableName = (name: string): string => plainColumnName(name.replace(/^(?:tbl|tb)_?/i, ''));

/** The names of a field of a part, most usual first: the id may be called by the table, as `chat_id` of `chat`. */
export function usualNamesOf(
  name: RoleName,
  field: string,
  table: { readonly name: string },
): readonly string[] {
  const names = usual[name].columns[field] ?? [];
  if (field !== 'id') return names;
  const own = plainTableName(table.name);
  return [...names, `${own}id`, `${own.replace(/s$/, '')}id`];
}

type Named = { readonly name: string; readonly columns: readonly string[] };

/** The columns of a table by what their names say that they are, each once. */
export function usualColumns(name: RoleName, table: Named): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const plain = new Map(table.columns.map((column) => [column, plainColumnName(column)]));
  for (const field of Object.keys(usual[name].columns)) {
    if (field === 'receiver' && found.has('conversation')) continue;
    const free = table.columns.filter((column) => ![...found.values()].includes(column));
    const column = usualNamesOf(name, field, table)
      .map((wanted) => free.find((each) => plain.get(each) === wanted))
      .find((each) => each !== undefined);
    if (column !== undefined) found.set(field, column);
  }
  return found;
}
