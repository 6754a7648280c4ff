import type { Resource, Sent, Step } from '../entry.ts';
import { failed, USER } from '../shapes.ts';

const SECOND = 1_700_000_000;

const landed = <const T>(data: T) => ({ success: 'true', data }) as const;

const GROUP_ROW = {
  guid: 'string',
  name: 'string',
  type: 'public|password|private',
  conversationId: 'string',
  createdAt: 'seconds',
  owner: 'string',
} as const;

const user = { uid: 'eve', name: 'Eve' } as const;
const group = { guid: 'project', name: 'Project', type: 'public' } as const;
const member = { memberId: 'project_member_eve', guid: 'project', uid: 'eve' } as const;

const key = 'project_member_eve';

/** A user and a group that are older than the times of the rows: a member joins later than both were created. */
const old: readonly Step[] = [
  { call: 'POST /data_import/users', body: { users: { eve: { ...user, createdAt: SECOND - 10 } } } },
  { call: 'POST /data_import/groups', body: { groups: { project: { ...group, createdAt: SECOND - 10 } } } },
];

/** Every required field of a row must be there, else the row fails. */
const without = <T extends Readonly<Record<string, Sent>>>(
  row: T,
  field: keyof T & string,
): { [field: string]: Sent } => {
  const { [field]: _left, ...rest } = row;
  return rest as { [field: string]: Sent };
};

/** The size of a request and of its rows; whether good rows of a bad batch are kept is a switch of the sandbox. */
const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`u${n}`, { uid: `u${n}`, name: 'U' }]));

/** Users, groups and members that are imported. */
export const dataImport: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'POST /data_import/users',
      source: 'J import-users',
      slip: 'An older example nests `data.data` and the newest does not (F 3): either is judged as the newest.',
      fields: { users: 'object' },
      examples: [
        {
          body: {
            users: {
              eve: {
                ...user,
                role: 'default',
                createdAt: SECOND,
                lastActiveAt: SECOND,
                metadata: { a: 1 },
                avatar: 'https://example.com/a.png',
              },
            },
          },
          answer: {
            data: {
              eve: landed({
                ...USER,
                createdAt: 'seconds',
                lastActiveAt: 'seconds',
                metadata: 'object',
                avatar: 'string',
              }),
            },
          },
        },
        {
          body: { users: { eve: { ...user, deactivatedAt: SECOND }, fay: { uid: 'fay', name: 'Fay' } } },
          answer: { data: { eve: landed(USER), fay: landed(USER) } },
        },
        {
          body: { users: { ann: { uid: 'ann', name: 'Ann' } } },
          answer: { data: { ann: failed('ERR_UID_ALREADY_EXISTS') } },
        },
        { body: { users: { eve: without(user, 'name') } }, answer: { data: { eve: failed('string') } } },
        { body: { users: { eve: without(user, 'uid') } }, answer: { data: { eve: failed('string') } } },
        { body: { users: { eve: { ...user, role: 'none' } } }, answer: { data: { eve: failed('string') } } },
      ],
      refusals: [
        { body: { users: ['eve'] }, code: 'ERR_IMPORT_INVALID_USER_FORMAT|ERR_BAD_REQUEST', source: 'U 2' },
        { body: { users: many }, code: 'ERR_BAD_REQUEST', source: 'F 3, at most 50, code not published' },
      ],
    },
    {
      call: 'POST /data_import/groups',
      source: 'J import-groups',
      slip: 'An older example answers a group with `uid`; `guid` is expected, as in the newest.',
      fields: { groups: 'object' },
      examples: [
        {
          body: { groups: { project: { ...group, owner: 'ann', createdAt: SECOND, tags: ['one'] } } },
          answer: {
            data: {
              project: landed({
                ...GROUP_ROW,
                guid: 'project',
                conversationId: 'group_project',
                owner: 'ann',
              }),
            },
          },
        },
        {
          body: { groups: { project: { ...group, owner: 'eve', groupOwnerDetails: { ...user } } } },
          answer: { data: { project: landed({ ...GROUP_ROW, owner: 'eve' }) } },
        },
        {
          body: { groups: { team: { ...group, guid: 'team' } } },
          answer: { data: { team: failed('ERR_GUID_ALREADY_EXISTS') } },
        },
        {
          body: { groups: { project: without(group, 'name') } },
          answer: { data: { project: failed('string') } },
        },
        {
          body: { groups: { project: without(group, 'type') } },
          answer: { data: { project: failed('string') } },
        },
        {
          body: { groups: { project: { ...group, type: 'other' } } },
          answer: { data: { project: failed('string') } },
        },
      ],
      refusals: [
        { body: { groups: 'none' }, code: 'ERR_IMPORT_INVALID_GROUP_FORMAT|ERR_BAD_REQUEST', source: 'U 2' },
      ],
    },
    {
      call: 'POST /data_import/members',
      source: 'J import-members',
      fields: { members: 'object' },
      examples: [
        {
          given: old,
          body: { members: { [key]: { ...member, scope: 'admin', joinedAt: SECOND } } },
          answer: {
            data: { [key]: landed({ guid: 'project', uid: 'eve', scope: 'admin', joinedAt: 'seconds' }) },
          },
        },
        {
          given: old,
          body: { members: { [key]: member } },
          answer: { data: { [key]: landed({ guid: 'project', uid: 'eve', joinedAt: 'seconds' }) } },
        },
        {
          given: old,
          body: { members: { [key]: { ...member, joinedAt: SECOND, isBanned: true } } },
          answer: { data: { [key]: landed({ guid: 'project', uid: 'eve' }) } },
        },
        {
          given: [
            ...old,
            {
              call: 'POST /data_import/members',
              body: { members: { [key]: { ...member, joinedAt: SECOND } } },
            },
          ],
          body: { members: { [key]: { ...member, joinedAt: SECOND } } },
          answer: { data: { [key]: failed('ERR_ALREADY_JOINED') } },
        },
        {
          given: old,
          body: { members: { [key]: without({ ...member, joinedAt: SECOND }, 'guid') } },
          answer: { data: { [key]: failed('string') } },
        },
        {
          given: old,
          body: { members: { [key]: { ...member, joinedAt: 4_000_000_000 } } },
          answer: { data: { [key]: failed('ERR_IMPORT_INVALID_JOINEDAT') } },
        },
        {
          given: old,
          body: {
            members: {
              none_member_eve: { ...member, memberId: 'none_member_eve', guid: 'none', joinedAt: SECOND },
            },
          },
          answer: { data: { none_member_eve: failed('ERR_GUID_NOT_FOUND') } },
        },
        {
          given: old,
          body: {
            members: {
              project_member_none: {
                ...member,
                memberId: 'project_member_none',
                uid: 'none',
                joinedAt: SECOND,
              },
            },
          },
          answer: { data: { project_member_none: failed('ERR_UID_NOT_FOUND') } },
        },
      ],
      refusals: [
        { body: { members: 7 }, code: 'ERR_IMPORT_INVALID_MEMBER_FORMAT|ERR_BAD_REQUEST', source: 'U 2' },
      ],
    },
  ],
};
