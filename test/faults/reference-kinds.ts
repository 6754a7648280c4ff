import { type Kind, naming, notice, problem } from './kind.ts';

const unknown = 'REFERENCE.UNKNOWN';
const blocked = 'REFERENCE.BLOCKED';

const duplicates: readonly Kind[] = [
  {
    name: 'the same user twice, word for word',
    rows: (cast) => {
      const cells = cast.cells('users');
      const found = naming(notice('ROW.REPEATED'));
      return [cast.good('users', cells), cast.row('users', cells, 'skipped', found)];
    },
  },
  {
    name: 'the same message twice, word for word',
    rows: (cast) => {
      const cells = cast.cells('messages');
      const found = naming(notice('ROW.REPEATED'));
      return [cast.good('messages', cells), cast.row('messages', cells, 'skipped', found)];
    },
  },
  ...(['users', 'groups', 'messages'] as const).map(
    (entity): Kind => ({
      name: `the key of ${entity} twice, with other content`,
      rows: (cast) => {
        const cells = cast.cells(entity);
        const [field = ''] = Object.keys(cells);
        const other = entity === 'messages' ? { text: 'Other' } : { name: 'Other' };
        const found = naming(problem('ROW.DUPLICATE', field, cells[field]));
        return [cast.good(entity, cells), cast.bad(entity, { ...cells, ...other }, found)];
      },
    }),
  ),
  {
    name: 'a membership twice, with another scope',
    rows: (cast) => {
      const found = naming(problem('ROW.DUPLICATE', 'uid', cast.cy));
      return [cast.good('members'), cast.bad('members', { scope: 'admin' }, found)];
    },
  },
  {
    name: 'uids that differ in the case of letters only',
    rows: (cast) => {
      const uid = cast.id();
      const found = naming(problem('ROW.DUPLICATE', 'uid', uid.toUpperCase()));
      return [
        cast.good('users', { uid }),
        cast.bad('users', { uid: uid.toUpperCase(), name: 'Other' }, found),
      ];
    },
  },
  {
    name: 'good: the key of a row that was wrong',
    rows: (cast) => {
      const cells = cast.cells('users');
      return [
        cast.bad('users', { ...cells, name: '' }, problem('ROW.FIELD_MISSING', 'name')),
        cast.good('users', cells),
      ];
    },
  },
];

const dangling: readonly Kind[] = [
  {
    name: 'unknown sender',
    rows: (cast) => [cast.bad('messages', { sender: 'nobody' }, problem(unknown, 'sender', 'nobody'))],
  },
  {
    name: 'unknown receiver, a user',
    rows: (cast) => [
      cast.bad(
        'messages',
        { receiver: 'nobody', receiverType: 'user' },
        problem(unknown, 'receiver', 'nobody'),
      ),
    ],
  },
  {
    name: 'unknown receiver, a group that is a user',
    rows: (cast) => [cast.bad('messages', { receiver: cast.ben }, problem(unknown, 'receiver', cast.ben))],
  },
  {
    name: 'unknown owner',
    rows: (cast) => [cast.bad('groups', { owner: 'nobody' }, problem(unknown, 'owner', 'nobody'))],
  },
  {
    name: 'membership of an unknown group',
    rows: (cast) => [cast.bad('members', { guid: 'nowhere' }, problem(unknown, 'guid', 'nowhere'))],
  },
  {
    name: 'membership of an unknown user in an unknown group',
    rows: (cast) => [
      cast.bad(
        'members',
        { guid: 'nowhere', uid: 'nobody' },
        problem(unknown, 'guid', 'nowhere'),
        problem(unknown, 'uid', 'nobody'),
      ),
    ],
  },
];

const held: readonly Kind[] = [
  {
    name: 'everything that refers to a rejected user',
    rows: (cast) => {
      const uid = cast.id();
      const guid = cast.id();
      return [
        cast.bad('users', { uid, avatar: 'none' }, problem('USER.URL_INVALID', 'avatar', 'none')),
        cast.row('groups', { guid, owner: uid }, 'blocked', naming(problem(blocked, 'owner', uid))),
        cast.row('members', { uid }, 'blocked', naming(problem(blocked, 'uid', uid))),
        cast.row('messages', { sender: uid }, 'blocked', naming(problem(blocked, 'sender', uid))),
        // The group is held back in its turn.
        cast.row('messages', { receiver: guid }, 'blocked', problem(blocked, 'receiver', guid)),
      ];
    },
  },
  {
    name: 'everything that refers to a rejected group',
    rows: (cast) => {
      const guid = cast.id();
      return [
        cast.bad('groups', { guid, type: 'hidden' }, problem('GROUP.TYPE_INVALID', 'type', 'hidden')),
        cast.row('members', { guid }, 'blocked', naming(problem(blocked, 'guid', guid))),
        cast.row('messages', { receiver: guid }, 'blocked', naming(problem(blocked, 'receiver', guid))),
      ];
    },
  },
];

export const referenceKinds: readonly Kind[] = [...duplicates, ...dangling, ...held];
