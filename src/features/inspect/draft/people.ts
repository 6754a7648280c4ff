import type { Table } from '../files/tables.ts';
import type { DraftSource } from '../text/pipeline-text.ts';
import { columnsByField } from '../words/field-names.ts';
import { type Drafting, draftable, finished, mapFields, setField } from './drafting.ts';

/** The columns of the fields of a table, by their names. */
export const fieldsIn = (entity: 'users' | 'groups' | 'members', { columns }: Table): Map<string, string> =>
  new Map(
    columnsByField(
      entity,
      columns.filter(({ type }) => type !== 'empty').map(({ name }) => name),
    ),
  );

const IDS = { users: 'uid', groups: 'guid' } as const;

/** Drafts the source of a table of users or of groups. */
export function draftOwners(entity: 'users' | 'groups', table: Table, drafting: Drafting): DraftSource {
  const draft = draftable();
  const fields = fieldsIn(entity, table);
  const field = IDS[entity];
  const key = drafting[entity].key ?? '';
  const id = table.columns.some(({ name }) => name === key) ? key : fields.get(field);
  if (id !== undefined) {
    setField(draft, field, drafting[entity].own(id));
    // The column of the key may be the name, too.
    const name = fields.get('name') ?? id;
    setField(draft, 'name', name);
    draft.used.add(name).add(id);
    fields.set(field, id);
    fields.set('name', name);
  }
  const owner = fields.get('owner');
  if (entity === 'groups' && owner !== undefined) {
    const { source, share } = drafting.users.refer(table, owner);
    if (share === 1) setField(draft, 'owner', source);
    else if (owner === 'owner') draft.map['owner'] = null;
    if (share < 1) draft.remarks.push(`${owner} is not read: some of its values are no user`);
    draft.used.add(owner);
  }
  mapFields(entity, table, fields, new Set([field, 'name', 'owner']), draft, drafting.known);
  return finished(entity, table, draft, [], new Set(fields.keys()));
}

/** Drafts the source of a table of members. */
export function draftMembers(table: Table, drafting: Drafting): DraftSource {
  const draft = draftable();
  const fields = fieldsIn('members', table);
  for (const [field, identity] of [
    ['guid', drafting.groups],
    ['uid', drafting.users],
  ] as const) {
    const column = fields.get(field);
    if (column === undefined) continue;
    setField(draft, field, identity.refer(table, column).source);
    draft.used.add(column);
  }
  mapFields('members', table, fields, new Set(['guid', 'uid']), draft, drafting.known);
  return finished('members', table, draft, [], new Set(fields.keys()));
}
