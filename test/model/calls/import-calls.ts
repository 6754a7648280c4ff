import fc from 'fast-check';
import {
  type Group,
  type Kind,
  low,
  peersOf,
  type Scope,
  type ServiceModel,
  SYSTEM,
  type User,
} from '../service-model.ts';
import { step, type Weighted } from '../step.ts';
import { guid, kept, metadata, name, role, tags, uid, url } from '../values.ts';
import { failed } from '../verdict.ts';
import { groupView, messageView, userView } from '../views.ts';
import { BEGIN } from '../world.ts';

/** Times of the past, few enough that some are equal. */
const past = fc.integer({ min: 1, max: 6 }).map((n) => BEGIN - 600 + n * 60);

type Result = { success: boolean; data?: unknown; error?: unknown };
const done = (data: unknown): Result => ({ success: true, data });

/** An import of a few rows: each has its own result, in the order of the rows. */
function importOf<Row>(
  kind: string,
  row: fc.Arbitrary<Row>,
  keyOf: (row: Row) => string,
  take: (model: ServiceModel, row: Row) => Result,
): Weighted {
  return step({
    name: `import ${kind}`,
    weight: 2,
    params: fc.uniqueArray(row, { minLength: 1, maxLength: 4, selector: keyOf }),
    call: (rows) => ({
      method: 'POST',
      path: `/data_import/${kind}`,
      body: { [kind]: Object.fromEntries(rows.map((one) => [keyOf(one), one])) },
    }),
    expect: (model, rows) => ({
      data: Object.fromEntries(rows.map((one) => [keyOf(one), take(model, one)])),
    }),
  });
}

const importUsers = importOf(
  'users',
  fc.record(
    {
      uid,
      name,
      avatar: url,
      link: url,
      role,
      metadata,
      tags,
      createdAt: past,
      lastActiveAt: past,
      deactivatedAt: fc.option(past, { nil: undefined, freq: 1 }),
    },
    { requiredKeys: ['uid', 'name'] },
  ),
  (row) => row.uid,
  (model, row) => {
    const [id, roleId] = [low(row.uid), low(row.role ?? 'default')];
    const codes = [
      ...(model.roles.has(roleId) ? [] : ['ERR_ROLE_NOT_FOUND']),
      ...(model.users.has(id) ? ['ERR_UID_ALREADY_EXISTS'] : []),
    ];
    if (codes.length > 0) return failed(...codes);
    const user: User = {
      ...row,
      uid: id,
      role: roleId,
      tags: kept(row.tags),
      createdAt: row.createdAt ?? model.now,
    };
    model.users.set(id, user);
    return done(userView(user));
  },
);

const importGroups = importOf(
  'groups',
  fc.record(
    {
      guid,
      name,
      type: fc.constantFrom('public', 'password', 'private'),
      password: fc.constant('secret'),
      icon: url,
      owner: uid,
      metadata,
      tags,
      createdAt: past,
    },
    { requiredKeys: ['guid', 'name', 'type'] },
  ),
  (row) => row.guid,
  (model, row) => {
    const id = low(row.guid);
    const owner = low(row.owner ?? SYSTEM.uid);
    const codes = [
      ...(row.type === 'password' && row.password === undefined ? ['ERR_EMPTY_GROUP_PASS'] : []),
      ...(model.known(owner) ? [] : ['ERR_UID_NOT_FOUND']),
      ...(model.groups.has(id) ? ['ERR_GUID_ALREADY_EXISTS'] : []),
    ];
    if (codes.length > 0) return failed(...codes);
    const createdAt = row.createdAt ?? model.now;
    const isHistoric = row.createdAt !== undefined;
    const group: Group = {
      ...row,
      guid: id,
      owner,
      tags: kept(row.tags),
      createdAt,
      isHistoric,
      people: new Map(),
    };
    model.groups.set(id, group);
    return done(groupView(model, group));
  },
);

const importMembers = importOf(
  'members',
  fc
    .record(
      {
        guid,
        uid,
        joinedAt: past,
        scope: fc.constantFrom<Scope>('admin', 'moderator', 'participant'),
        isBanned: fc.constant(true),
      },
      { requiredKeys: ['guid', 'uid', 'joinedAt'] },
    )
    .map((row) => ({ ...row, memberId: `${row.guid}_member_${row.uid}` })),
  (row) => row.memberId,
  (model, { joinedAt, scope = 'participant', isBanned, ...row }) => {
    const [id, who] = [low(row.guid), low(row.uid)];
    const group = model.groups.get(id);
    const codes = [
      ...(group ? [] : ['ERR_GUID_NOT_FOUND']),
      ...(model.users.has(who) ? [] : ['ERR_UID_NOT_FOUND']),
      ...(group?.isHistoric && joinedAt <= group.createdAt ? ['ERR_IMPORT_INVALID_JOINEDAT'] : []),
      ...(group?.people.has(who) ? ['ERR_ALREADY_JOINED'] : []),
    ];
    if (!group || codes.length > 0) return failed(...codes);
    group.people.set(who, { scope, joinedAt, isBanned: isBanned === true });
    return done({ guid: id, uid: who, scope, joinedAt, isBanned });
  },
);

const text = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('old', '<@uid:cid>') },
  { weight: 1, arbitrary: fc.constant(' ') },
);
const importMessages = importOf(
  'messages',
  fc
    .record(
      {
        muid: fc.nat(30).map((n) => `m${n}`),
        sender: uid,
        to: fc.oneof(
          fc.record({ receiverType: fc.constant<Kind>('user'), receiver: uid }),
          fc.record({ receiverType: fc.constant<Kind>('group'), receiver: guid }),
        ),
        sentAt: past,
        data: fc.record({ text }),
        tags,
        deliveredAt: past,
        readAt: past,
      },
      { requiredKeys: ['muid', 'sender', 'to', 'sentAt', 'data'] },
    )
    .map(({ to, readAt, ...row }) => ({
      ...row,
      // What has been read has been delivered.
      ...(readAt !== undefined && { readAt, deliveredAt: row.deliveredAt ?? readAt }),
      ...to,
      type: 'text',
    })),
  (row) => row.muid,
  (model, { receiver, receiverType, ...row }) => {
    const [sender, to] = [low(row.sender), low(receiver)];
    const codes = [
      ...(row.data.text.trim() === '' ? ['ERR_EMPTY_MESSAGE_TEXT'] : []),
      ...(model.users.has(sender) && (receiverType === 'group' || model.users.has(to))
        ? []
        : ['ERR_UID_NOT_FOUND']),
      ...(receiverType === 'group' && !model.groups.has(to) ? ['ERR_GUID_NOT_FOUND'] : []),
      ...([...model.messages.values()].some(({ muid }) => muid === row.muid)
        ? ['ERR_IMPORT_MUID_ALREADY_EXISTS']
        : []),
    ];
    if (codes.length > 0) return failed(...codes);
    const message = model.add({
      ...row,
      ...peersOf(receiverType, sender, to),
      sender,
      category: 'message',
      tags: kept(row.tags),
      updatedAt: row.sentAt,
      counts: false,
    });
    return done(messageView(model, message));
  },
);

/** Calls of the bulk import. */
export const importSteps: readonly Weighted[] = [importUsers, importGroups, importMembers, importMessages];
