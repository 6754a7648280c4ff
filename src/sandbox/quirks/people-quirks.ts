import { choice, toggle } from './quirk.ts';

/** Switches for what public sources leave open about users, roles, friends, groups and their members. */
export const PEOPLE_QUIRKS = {
  roleInUse: choice(
    'roleinuse',
    ['default', 'refuse'],
    'the users of a deleted role get the default role',
    'a role that users have cannot be deleted: `ERR_ROLE_DELETE_FAILED`',
  ),
  rbac: choice(
    'rbac',
    ['enforced', 'stored'],
    'a permission that is set to `deny` refuses with `ERR_PERMISSION_DENIED`',
    'permissions are stored and answered, and refuse nothing',
  ),
  permissionValues: toggle(
    'permissionvalues',
    'a list of permissions shows their defaults; only setting and unsetting show what is set',
    'the list shows it as `value`',
  ),
  userMessages: choice(
    'usermessages',
    ['keep', 'remove'],
    'the messages of a permanently deleted user stay',
    'they are removed',
  ),
  lengths: choice(
    'lengths',
    ['characters', 'units'],
    'names and tags have at most 100 characters',
    'at most 100 UTF-16 units; an emoji has two',
  ),
  newTokens: toggle(
    'newtokens',
    'the newest auth token is answered again, unless the request has `force`',
    'each call creates one',
  ),
  bots: choice(
    'bots',
    ['any', 'role'],
    'every active user can send as a bot',
    'only users of the role `bot`; they get no auth tokens and can join any group',
  ),
  selfAlone: toggle(
    'selfalone',
    'a list of friends or blocks with the user itself refuses the whole call',
    'only that uid is refused',
  ),
  blockTwice: choice(
    'blocktwice',
    ['succeed', 'refuse'],
    'blocking a blocked user succeeds',
    'that uid is refused with `ERR_BAD_REQUEST`',
  ),
  friendsAlone: toggle(
    'friendsalone',
    'removing friends is all or none',
    'uids that are no friends are passed over',
  ),
  adminsOnly: toggle(
    'adminsonly',
    'moderators change the group, and kick, ban and change participants',
    'only admins do',
  ),
  ownerFree: toggle('ownerfree', 'nobody can kick, ban or change the owner of a group', 'its admins can'),
  noJoin: toggle('nojoin', 'a user that adds only itself joins a public group', 'it is refused'),
  openMembers: toggle(
    'openmembers',
    'only members see the members of a private or password group',
    'everybody does',
  ),
  openSend: toggle(
    'opensend',
    'only members can send to a group with `onBehalfOf`',
    'every user can, unless banned',
  ),
  notes: choice(
    'notes',
    ['all', 'added'],
    'adding, kicking, banning, unbanning and changes of scope write action messages',
    'only adding does, the one that is documented',
  ),
} as const;
