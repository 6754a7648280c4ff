import { CHANGED_NAME } from '../canaries.ts';
import type { OwnIds } from '../own-ids.ts';
import { byRow, type ProbeQuestion, question } from '../question.ts';
import type { Seen, SeenRow } from '../seen.ts';

const DAY_S = 86_400;

const memberOf = (seen: Seen, uid: string): SeenRow | undefined =>
  seen.rows('members').find((row) => row['uid'] === uid);

/** When the member without `joinedAt` has joined. */
function joinedForm(seen: Seen, own: OwnIds): 'now' | 'group' | 'required' | undefined {
  if (seen.taken('member eve') === false) return 'required';
  const at = memberOf(seen, own.uid('eve'))?.['joinedAt'];
  const createdAt = seen.row('group')?.['createdAt'];
  if (typeof at !== 'number') return undefined;
  if (Math.abs(at - own.daysAgo(0)) < DAY_S) return 'now';
  return typeof createdAt === 'number' && Math.abs(at - createdAt) < DAY_S ? 'group' : undefined;
}

/** Open points of imported users, groups and members. */
export const peopleQuestions: readonly ProbeQuestion[] = [
  question({
    name: 'existing row',
    asks: 'What if the user or group exists?',
    step: 'canaries',
    forms: {
      refused: { says: 'the row is refused, nothing changes' },
      overwritten: { says: 'the row changes it', quirk: 'overwrite' },
    },
    judge: (seen) => {
      const name = seen.row('ann')?.['name'];
      if (name === CHANGED_NAME) return 'overwritten';
      return seen.taken('ann again') === false && name !== undefined ? 'refused' : undefined;
    },
  }),
  question({
    name: 'existing id',
    asks: 'Which status has an existing id?',
    step: 'canaries',
    forms: { 400: { says: '400' }, 409: { says: '409', quirk: 'conflict409' } },
    judge: (seen) => {
      const status = seen.status('existing user');
      return status === 400 ? '400' : status === 409 ? '409' : undefined;
    },
  }),
  question({
    name: 'details',
    asks: 'What do the …Details in a row do?',
    step: 'canaries',
    forms: {
      create: { says: 'they create what is missing' },
      update: { says: 'they create what is missing, and change what exists', quirk: 'details=update' },
      ignore: { says: 'nothing', quirk: 'details=ignore' },
    },
    judge: (seen) => {
      if (seen.row('cat')?.['name'] === CHANGED_NAME) return 'update';
      if (seen.code('details-new') === 'ERR_UID_NOT_FOUND') return 'ignore';
      return seen.taken('details-new') && seen.row('cat') ? 'create' : undefined;
    },
  }),
  question({
    name: 'lengths',
    asks: 'In what are the lengths of names counted?',
    step: 'canaries',
    forms: {
      characters: { says: 'in characters' },
      units: { says: 'in units of UTF-16', quirk: 'lengths=units' },
    },
    judge: byRow('wide', 'characters', 'units'),
  }),
  question({
    name: 'deactivated users',
    asks: 'May a row name a deactivated user?',
    step: 'canaries',
    forms: { yes: { says: 'yes' }, no: { says: 'no', quirk: 'activeonly' } },
    judge: byRow('member gone', 'yes', 'no'),
  }),
  question({
    name: 'owner',
    asks: 'Does the owner become a member?',
    step: 'read',
    forms: { no: { says: 'no' }, yes: { says: 'yes', quirk: 'ownerjoins' } },
    judge: (seen, own) =>
      seen.rows('members').length === 0 ? undefined : memberOf(seen, own.uid('ann')) ? 'yes' : 'no',
  }),
  question({
    name: 'joinedAt',
    asks: 'Which createdAt must joinedAt follow?',
    step: 'canaries',
    forms: {
      group: { says: 'that of the group' },
      user: { says: 'that of the user', quirk: 'joinrule=user' },
      both: { says: 'those of group and user', quirk: 'joinrule=both' },
      none: { says: 'none', quirk: 'joinrule=now' },
    },
    judge: (seen) => {
      const [beforeUser, beforeGroup] = [seen.taken('member bob'), seen.taken('member cat')];
      if (beforeUser === undefined || beforeGroup === undefined) return undefined;
      if (beforeUser) return beforeGroup ? 'none' : 'group';
      return beforeGroup ? 'user' : 'both';
    },
  }),
  question({
    name: 'no joinedAt',
    asks: 'When does a member without joinedAt join?',
    step: 'read',
    forms: {
      now: { says: 'at the time of the call' },
      group: { says: 'when its group was created', quirk: 'joinedat=group' },
      required: { says: 'it is refused', quirk: 'joinedat=required' },
    },
    judge: joinedForm,
  }),
  question({
    name: 'action messages',
    asks: 'Do imported members write action messages?',
    step: 'read',
    forms: { no: { says: 'no' }, yes: { says: 'yes', quirk: 'importnotes' } },
    judge: (seen) => {
      const history = seen.rows('history');
      if (history.length === 0) return undefined;
      return history.some((row) => row['category'] === 'action') ? 'yes' : 'no';
    },
  }),
  question({
    name: 'hidden members',
    asks: 'Who sees the members of a private group?',
    step: 'read',
    forms: { members: { says: 'its members' }, everybody: { says: 'everybody', quirk: 'openmembers' } },
    judge: (seen) => {
      const status = seen.status('members for others');
      return status === undefined ? undefined : status === 200 ? 'everybody' : 'members';
    },
  }),
];
