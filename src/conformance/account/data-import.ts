import { isRecord } from '../../service/transport/transport.ts';
import type { Check, CheckContext } from '../check.ts';
import { accepted, must, refused, repeated, same, sameSet } from '../expect.ts';
import { allOf, columnOf, newGroup, newUids, ownGuid, ownUid, removeLater, writes } from '../rows.ts';

const HOUR_S = 3_600;
/** A day ago, in seconds since 1970: later than every age limit of the import. */
const yesterday = (): number => Math.floor(Date.now() / 1_000) - 24 * HOUR_S;

/** The uids of imported users, created two days ago: nobody can join a group before the day of their creation. */
async function importedUids(context: CheckContext, ...labels: readonly string[]): Promise<string[]> {
  const { dataImport } = context.service;
  const uids = labels.map((label) => ownUid(context, label));
  const createdAt = yesterday() - 24 * HOUR_S;
  const results = await dataImport.users(uids.map((uid) => ({ uid, name: 'Conformance', createdAt })));
  for (const uid of uids) accepted(results.get(uid), uid);
  return uids;
}

/** The guid of an imported group, created two days ago. */
async function importedGuid(context: CheckContext, owner: string): Promise<string> {
  const { dataImport } = context.service;
  const guid = ownGuid(context, 'team');
  const createdAt = yesterday() - 24 * HOUR_S;
  const results = await dataImport.groups([{ guid, name: 'Team', type: 'public', owner, createdAt }]);
  accepted(results.get(guid), 'the group');
  return guid;
}

type ImportedRow = Readonly<Record<string, unknown>>;

/** Sends rows without the client, which would repeat the request after status 500. */
async function importRaw(
  { send, signal }: CheckContext,
  kind: string,
  rows: Readonly<Record<string, ImportedRow>>,
) {
  return send(
    { method: 'POST', path: `/data_import/${kind}`, body: JSON.stringify({ [kind]: rows }) },
    signal,
  );
}

/**
 * Accepts both documented outcomes of a batch with a bad row: the service refuses the row alone, or the whole
 * batch.
 */
function checkBadRow(
  answer: Awaited<ReturnType<CheckContext['send']>>,
  key: string,
  code: RegExp,
): 'row' | 'batch' {
  const { status, body } = answer;
  if (status === 200) {
    const data = isRecord(body) && isRecord(body['data']) ? body['data'] : {};
    const row = data[key] as { success?: unknown; error?: { code?: unknown } } | undefined;
    same(row?.success, false, `success of the bad row ${key}`);
    must(code.test(String(row?.error?.code)), `the bad row was refused with ${row?.error?.code}`);
    return 'row';
  }
  const error = isRecord(body) && isRecord(body['error']) ? body['error'] : {};
  must(status === 400 || status === 500, `a batch with a bad row was answered ${status}`);
  must(typeof error['code'] === 'string', `status ${status} without the service's error object`);
  return 'batch';
}

/** Three messages, one per second from `at` on: from ann, from bob, from ann. The first one is delivered and read. */
const importedMessages = (context: CheckContext, ann: string, bob: string, at: number) =>
  [0, 1, 2].map((n) => ({
    muid: context.id(`m${n}`),
    sender: n === 1 ? bob : ann,
    receiver: n === 1 ? ann : bob,
    receiverType: 'user' as const,
    sentAt: at + n,
    type: 'text',
    data: { text: `imported ${n}` },
    ...(n === 0 ? { deliveredAt: at + 5, readAt: at + 9 } : {}),
  }));

/** The Data Import API. */
export const dataImportChecks: readonly Check[] = [
  writes(
    'imported users keep their times, also when they are imported again',
    ['importUsers'],
    async (context) => {
      const { dataImport, users } = context.service;
      const uid = ownUid(context, 'ann');
      const createdAt = yesterday();
      const rows = [{ uid, name: 'Ann', createdAt, metadata: { a: 1 }, tags: ['conformance'] }];
      accepted((await dataImport.users(rows)).get(uid), 'the user');
      const read = await users.get(uid);
      same([read.name, read.createdAt, read.metadata], ['Ann', createdAt, { a: 1 }], 'the imported user');
      repeated(
        (await dataImport.users(rows)).get(uid),
        'the user for the second time',
        'ERR_UID_ALREADY_EXISTS',
      );
    },
  ),

  writes(
    'imported groups and members keep their times, also when they are imported again',
    ['importGroups', 'importMembers'],
    async (context) => {
      const { dataImport, groups, members } = context.service;
      const [ann = '', bob = ''] = await importedUids(context, 'ann', 'bob');
      const guid = ownGuid(context, 'team');
      const createdAt = yesterday();
      const rows = [{ guid, name: 'Team', type: 'public' as const, owner: ann, createdAt }];
      accepted((await dataImport.groups(rows)).get(guid), 'the group');
      repeated(
        (await dataImport.groups(rows)).get(guid),
        'the group for the second time',
        'ERR_GUID_ALREADY_EXISTS',
      );
      same((await groups.get(guid)).createdAt, createdAt, 'createdAt of the group');
      const joinedAt = createdAt + HOUR_S;
      const key = `${guid}_member_${bob}`;
      const member = [{ guid, uid: bob, joinedAt, scope: 'moderator' as const }];
      accepted((await dataImport.members(member)).get(key), 'the member');
      repeated(
        (await dataImport.members(member)).get(key),
        'the member for the second time',
        'ERR_ALREADY_JOINED',
      );
      const found = (await allOf(members.list(guid))).find(({ uid }) => uid === bob);
      same([found?.scope, found?.joinedAt], ['moderator', joinedAt], 'the imported member');
    },
  ),

  writes(
    'imported messages keep their times and order, also when one is imported again',
    ['importMessages', 'listUserMessages'],
    async (context) => {
      const { dataImport, messages, conversations } = context.service;
      const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
      const at = yesterday();
      const rows = importedMessages(context, ann, bob, at);
      const results = await dataImport.messages(rows);
      for (const { muid } of rows) accepted(results.get(muid), muid);
      const listed = await allOf(
        messages.listByUser(bob, { affix: 'append', limit: 2 }, { onBehalfOf: ann }),
      );
      const id = listed[0]?.conversationId;
      if (id !== undefined) removeLater(context, () => conversations.delete(id, { onBehalfOf: ann }));
      same(
        listed.map(({ muid, sentAt }) => [muid, sentAt]),
        rows.map(({ muid, sentAt }) => [muid, sentAt]),
        'messages, oldest first',
      );
      same([listed[0]?.deliveredAt, listed[0]?.readAt], [at + 5, at + 9], 'deliveredAt and readAt');
      const [first] = rows;
      if (first)
        repeated(
          (await dataImport.messages([first])).get(first.muid),
          'a muid for the second time',
          'ERR_IMPORT_MUID_ALREADY_EXISTS',
        );
    },
  ),

  writes(
    'imported states are kept: deactivated users, banned members, ids in upper case',
    ['importUsers', 'importMembers'],
    async (context) => {
      const { dataImport, users, bannedUsers } = context.service;
      const [owner = '', bad = ''] = await importedUids(context, 'owner', 'bad');
      const guid = await importedGuid(context, owner);
      const [gone, upper] = [ownUid(context, 'gone'), ownUid(context, 'upper')];
      await dataImport.users([{ uid: gone, name: 'Gone', deactivatedAt: yesterday() }]);
      await refused(users.get(gone), 'ERR_UID_NOT_FOUND');
      sameSet(
        await columnOf(users.list({ searchKey: gone, onlyDeactivated: true }), 'uid'),
        [gone],
        'deactivated users',
      );
      await dataImport.users([{ uid: upper.toUpperCase(), name: 'Upper' }]);
      same((await users.get(upper)).name, 'Upper', 'the user whose uid was in upper case');
      await dataImport.members([{ guid, uid: bad, joinedAt: yesterday(), isBanned: true }]);
      sameSet(await columnOf(bannedUsers.list(guid), 'uid'), [bad], 'banned users');
    },
  ),

  writes(
    'a bad row is refused alone, or with its whole batch, as documented',
    ['importUsers'],
    async (context) => {
      const { users } = context.service;
      const [good, bad] = [ownUid(context, 'good'), context.id('bad')];
      const answer = await importRaw(context, 'users', {
        [good]: { uid: good, name: 'Good' },
        [bad]: { uid: bad },
      });
      if (checkBadRow(answer, bad, /^ERR_/) === 'row')
        same((await users.get(good)).name, 'Good', 'the good row');
      await refused(users.get(bad), 'ERR_UID_NOT_FOUND');
    },
  ),

  writes(
    'a message without text or sender is refused alone, or with its whole batch',
    ['importMessages'],
    async (context) => {
      const [ann = ''] = await newUids(context, 'ann');
      const { guid } = await newGroup(context, 'team', { owner: ann });
      const row = (muid: string, sender: string, text: string): ImportedRow => ({
        muid,
        sender,
        receiver: guid,
        receiverType: 'group',
        sentAt: yesterday(),
        type: 'text',
        data: { text },
      });
      const [blank, lost] = [context.id('blank'), context.id('lost')];
      checkBadRow(await importRaw(context, 'messages', { [blank]: row(blank, ann, ' ') }), blank, /^ERR_/);
      checkBadRow(
        await importRaw(context, 'messages', { [lost]: row(lost, context.id('nobody'), 'x') }),
        lost,
        /^ERR_/,
      );
      sameSet(
        await columnOf(context.service.messages.listByGroup(guid, { categories: ['message'] }), 'id'),
        [],
        'messages',
      );
    },
  ),

  writes(
    'more than 50 rows, and none, are refused',
    ['importUsers', 'importGroups', 'importMembers', 'importMessages'],
    async (context) => {
      const many = Object.fromEntries(
        Array.from({ length: 51 }, (_, n) => [context.id(`u${n}`), { uid: context.id(`u${n}`) }]),
      );
      for (const kind of ['users', 'groups', 'members', 'messages'])
        for (const rows of [many, {}]) {
          const { status, body } = await importRaw(context, kind, rows);
          must(status >= 400 && status < 500, `${Object.keys(rows).length} ${kind} were answered ${status}`);
          must(
            isRecord(body) && isRecord(body['error']),
            `status ${status} without the service's error object`,
          );
        }
    },
  ),
];
