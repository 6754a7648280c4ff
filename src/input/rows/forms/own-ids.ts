import { hash } from 'node:crypto';
import type { EntityName, ReferredName } from '../../entities/entity.ts';
import { textOf } from './cell-text.ts';
import type { CellReader, IdMap } from './context.ts';
import { slug } from './ids.ts';
import type { OwnId } from './refine.ts';

/** The entities that the ids of a field name; those of a receiver are users or groups, as the row says. */
const NAMED: Readonly<Partial<Record<EntityName, Readonly<Record<string, ReferredName>>>>> = {
  users: { uid: 'users' },
  groups: { guid: 'groups', owner: 'users' },
  members: { guid: 'groups', uid: 'users' },
  messages: { sender: 'users', editedBy: 'users', deletedBy: 'users' },
  reactions: { uid: 'users' },
  pins: { uid: 'users' },
  receipts: { uid: 'users' },
  friends: { uid: 'users', friendUid: 'users' },
  blocks: { uid: 'users', blockedUid: 'users' },
  bans: { guid: 'groups', uid: 'users' },
  tokens: { uid: 'users' },
};

/**
 * Finds an app's own id for the texts of a field; undefined if the field holds no ids of users or groups.
 * @param receiverType reads whether the receiver of a row is a user or a group
 */
export function ownIdOf(
  idMap: IdMap | undefined,
  entity: EntityName,
  field: string,
  receiverType: CellReader,
): OwnId | undefined {
  if (!idMap) return undefined;
  const fields = NAMED[entity] ?? {};
  const named = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (named) {
    const ids = idMap[named];
    return ids && ((text) => ids.get(text));
  }
  if (entity === 'receipts' && field === 'conversation') return (text) => conversationOf(text, idMap);
  if (entity !== 'messages' || field !== 'receiver') return undefined;
  const { users, groups } = idMap;
  return (text, values) =>
    (textOf(receiverType(values)).toLowerCase() === 'group' ? groups : users)?.get(text);
}

/** A conversation of own ids; undefined if it names none of them. */
function conversationOf(text: string, { users, groups }: IdMap): string | undefined {
  const group = text.startsWith('group_') ? groups?.get(text.slice('group_'.length)) : undefined;
  if (group !== undefined) return `group_${group}`;
  for (let at = text.indexOf(BETWEEN); at >= 0; at = text.indexOf(BETWEEN, at + 1)) {
    const [one, other] = [text.slice(0, at), text.slice(at + BETWEEN.length)];
    const [first, second] = [users?.get(one), users?.get(other)];
    if (first !== undefined || second !== undefined) return `${first ?? one}${BETWEEN}${second ?? other}`;
  }
  return undefined;
}

const BETWEEN = '_user_';

/** The uid of a person whose id stands in a text. */
export const uidOf =
  (idMap: IdMap | undefined) =>
  (id: string): string =>
    idMap?.users?.get(id) ?? slug(id);

const digests = new WeakMap<IdMap, string>();

/** Names what an id map holds: another map gives the rows another meaning. */
export function idMapDigest(idMap: IdMap | undefined): string | undefined {
  if (!idMap) return undefined;
  const known = digests.get(idMap);
  if (known !== undefined) return known;
  const entries = Object.entries(idMap).map(([entity, ids]) => [entity, [...ids].sort()]);
  const digest = hash('sha256', JSON.stringify(entries.sort()), 'hex');
  digests.set(idMap, digest);
  return digest;
}
