import type { Table } from '../files/tables.ts';
import { columnsByField } from '../words/field-names.ts';
import type { Identity } from './identity.ts';

/** Conversations of two people that stand among the groups, and the table that says who is in them. */
export type DirectConversations = {
  readonly groups: Table;
  /** The column of the groups that is their id. */
  readonly key: string;
  /** Their column that tells the kind, and its values that mean a conversation of two people. */
  readonly type: string;
  readonly values: readonly string[];
  readonly members: Table;
  readonly guid: string;
  readonly uid: string;
};

const DIRECT =
  /^(?:dms?|direct(?:[ _-]?(?:messages?|chat))?|im|one[ _-]?(?:to|on)[ _-]?one|1[:-]?(?:to-?)?1|d|personal|pv|privatechat)$/i;

/** Finds conversations of two people among the groups; undefined if there are none, or nothing says who is in them. */
export function directConversations(
  groups: Table | undefined,
  members: Table | undefined,
  identities: { readonly users: Identity; readonly groups: Identity },
): DirectConversations | undefined {
  if (!groups || !members || members.files.length > 1 || groups.files.length > 1) return undefined;
  const { key } = identities.groups;
  const names = (table: Table): string[] =>
    table.columns.filter(({ type }) => type !== 'empty').map(({ name }) => name);
  const type = columnsByField('groups', names(groups)).get('type');
  const values = groups.columns
    .find(({ name }) => name === type)
    ?.values?.filter((value) => DIRECT.test(value));
  const fields = columnsByField('members', names(members));
  const [guid, uid] = [fields.get('guid'), fields.get('uid')];
  if (key === undefined || type === undefined || !values?.length || guid === undefined || uid === undefined)
    return undefined;
  const isPlain =
    !identities.users.refer(members, uid).isLookup && !identities.groups.refer(members, guid).isLookup;
  return isPlain ? { groups, key, type, values, members, guid, uid } : undefined;
}
