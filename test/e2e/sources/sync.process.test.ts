import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { FILES, SOURCES } from './issue-sources.ts';
import { type SourcesHere, sourcesHere } from './sources-here.ts';

const SYNC = 'sync: { onMissing: delete, maxDelete: 90% }';

/** The counts of a report that are not 0, by entity. */
const countsOf = ({ entities }: Report) =>
  Object.fromEntries(
    Object.entries(entities).flatMap(([name, counts]) => {
      const some = Object.entries(counts).filter(([, count]) => count > 0);
      return some.length > 0 ? [[name, Object.fromEntries(some)]] : [];
    }),
  );

/** A night's sync: its counts, how many rows it removed, and what `verify` says of it. */
async function night(here: SourcesHere) {
  const { exitCode, result } = await here.json('run', '--yes');
  const { exitCode: verified } = await here.json('verify');
  const deleted = Object.fromEntries(
    Object.entries(result.missing ?? {}).flatMap(([name, { deleted: count }]) =>
      count > 0 ? [[name, count]] : [],
    ),
  );
  return { exitCode, verified, ...countsOf(result), sent: result.requests.sent, deleted };
}

/** What the service holds: users by name, the members of groups, messages by text. */
async function heldBy({ reader }: SourcesHere): Promise<Record<'users' | 'members' | 'messages', unknown[]>> {
  const users = await Array.fromAsync(reader.list('/users'));
  const groups = await Array.fromAsync(reader.list('/groups'));
  const members = await Promise.all(
    groups.map(({ guid }) => Array.fromAsync(reader.list(`/groups/${guid}/members`))),
  );
  const messages = await Array.fromAsync(reader.messages('&category=message'));
  return {
    users: users.map(({ name }) => name).sort(),
    members: members.flatMap((list, at) => list.map(({ uid }) => `${groups[at]?.['name']}: ${uid}`)).sort(),
    messages: messages.map(({ data }) => data['text']).sort(),
  };
}

test('a sync over lists, joins, equal rows and derived entities sends what has changed since the last night', async () => {
  await using here = await sourcesHere({ files: FILES, sources: SOURCES, rest: SYNC });
  const users = { read: 6, unchanged: 6 };
  const groups = { read: 2, unchanged: 2 };
  expect(await night(here)).toMatchObject({
    exitCode: 0,
    verified: 0,
    deleted: {},
    users: { read: 6, created: 6 },
    messages: { read: 10, created: 8, skipped: 2 },
  });
  expect(await night(here)).toEqual({
    exitCode: 0,
    verified: 0,
    deleted: {},
    sent: 0,
    users,
    groups,
    members: { read: 4, unchanged: 4 },
    messages: { read: 10, unchanged: 8, skipped: 2 },
  });

  const general = FILES['rooms/general/1.csv'];
  here.write(
    'rooms/general/1.csv',
    general.replace('kind\n', 'kind\nCy,2024-03-01 10:04,four,0,msg\nBen,2024-03-01 10:04,hi,0,msg\n'),
  );
  expect(await night(here)).toMatchObject({
    exitCode: 0,
    verified: 0,
    deleted: {},
    users,
    groups,
    members: { read: 5, created: 1, unchanged: 4 },
    messages: { read: 12, created: 2, unchanged: 8, skipped: 2 },
  });

  here.write('rooms/general/1.csv', general);
  expect(await night(here)).toMatchObject({
    exitCode: 0,
    verified: 0,
    users,
    groups,
    deleted: { members: 1, messages: 2 },
    members: { read: 4, unchanged: 4 },
    messages: { read: 10, unchanged: 8, skipped: 2 },
  });

  here.write('rooms/general/1.csv', general.replace('10:01,one,,', '10:01,one,1,'));
  const { result: plan } = await here.json<{ entities: Record<string, object> }>('plan');
  expect(plan.entities['messages']).toMatchObject({
    same: 7,
    missing: 1,
    removed: 1,
    refused: 0,
    leftOut: 3,
  });
  expect(await night(here)).toMatchObject({
    exitCode: 0,
    verified: 0,
    users,
    groups,
    deleted: { messages: 1 },
    messages: { read: 10, unchanged: 7, skipped: 3 },
  });
  const texts = ['drei', 'hello (Ann)', 'hey (Ben)', 'hi', 'hi', 'three', 'zwei'];
  expect((await heldBy(here)).messages).toEqual(texts);
});

test('a sync writes the rows again that a changed lookup or joined file changes', async () => {
  await using here = await sourcesHere({ files: FILES, sources: SOURCES, rest: SYNC });
  await night(here);
  here.write('people.csv', FILES['people.csv'].replace('ann@x.org,Ann', 'ann@x.org,Anna'));
  expect(await night(here)).toMatchObject({
    exitCode: 0,
    verified: 0,
    deleted: {},
    users: { read: 6, updated: 1, unchanged: 5 },
    messages: { read: 10, updated: 1, unchanged: 7, skipped: 2 },
  });
  const { messages } = await heldBy(here);
  expect(messages).toContain('hello (Anna)');
  expect(messages).not.toContain('hello (Ann)');
});

test('a sync over exploded and transformed rows, and over the output of a command, sends what has changed', async () => {
  const files = {
    'users.csv': 'uid,name,gone\nann,Ann,\nben,Ben,\ncy,Cy,\n',
    'groups.ndjson': '{"id":"g","name":"G","members":[{"id":"ann"},{"id":"ben"}]}\n',
    'living.ts': 'export default (row) => (row.gone === "yes" ? null : { ...row, name: row.name + "!" });\n',
    'talk.csv': 'id,who,to,at,body\n1,ann,ben,2024-03-01T10:00:00Z,x\n2,ben,ann,2024-03-01T10:01:00Z,y\n',
  };
  const sources = `  users: { command: [cat, users.csv], transform: ./living.ts }
  groups: { path: groups.ndjson, map: { guid: id } }
  members: { path: groups.ndjson, explode: members, map: { guid: id, uid: members.id } }
  messages: { command: [cat, talk.csv], order: byTime, map: { muid: id, sender: who, receiver: to, receiverType: { const: user }, sentAt: at, text: body } }`;
  await using here = await sourcesHere({ files, sources, rest: SYNC });
  expect(await night(here)).toMatchObject({ exitCode: 0, verified: 0, members: { read: 2, created: 2 } });
  expect(await night(here)).toMatchObject({ exitCode: 0, verified: 0, sent: 0 });
  here.write('users.csv', files['users.csv'].replace('Cy,', 'Cy,yes').replace('Ben', 'Benno'));
  here.write('groups.ndjson', files['groups.ndjson'].replace('{"id":"ann"},', ''));
  here.write('talk.csv', `${files['talk.csv'].replace(/^1,.*\n/m, '')}3,ann,ben,2024-03-01T10:02:00Z,z\n`);
  expect(await night(here)).toMatchObject({
    exitCode: 0,
    verified: 0,
    users: { read: 3, updated: 1, unchanged: 1, skipped: 1 },
    members: { read: 1, unchanged: 1 },
    messages: { read: 2, created: 1, unchanged: 1 },
    deleted: { users: 1, members: 1, messages: 1 },
  });
  expect(await heldBy(here)).toEqual({
    users: ['Ann!', 'Benno!'],
    members: ['G: ben'],
    messages: ['y', 'z'],
  });
});
