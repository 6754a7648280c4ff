import { expect, test } from 'vitest';
import { serviceHere } from '../../support/service-here.ts';

/** Rows whose optional fields stand inside of other members: the bytes of such a record do not prove what it is worth. */
const PEOPLE = [
  { id: 'ann', name: 'Ann', profile: { image: 'https://a.test/1.png', site: [{ url: 'https://a.test/' }] } },
  { id: 'ben', name: 'Ben', profile: { image: '' }, 'profile.image': 'https://b.test/flat.png' },
  { id: 'cleo', name: 'Cleo' },
];
const ROOMS = [{ guid: 'r', name: 'Room', about: { text: 'for all', team: 'blue' } }];
const SAID = [
  {
    muid: 'm1',
    from: 'ann',
    to: 'r',
    ts: 1_700_000_000,
    text: 'Hi',
    extra: { meta: { k: 1 } },
  },
];

test.each([
  ['json', (rows: readonly unknown[]) => JSON.stringify(rows)],
  ['ndjson', (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')],
])('optional fields from inside of other members land: %s', async (ending, text) => {
  await using here = await serviceHere({
    files: {
      [`in/people.${ending}`]: text(PEOPLE),
      [`in/rooms.${ending}`]: text(ROOMS),
      [`in/said.${ending}`]: text(SAID),
    },
    rest: [
      '  users:',
      `    path: in/people.${ending}`,
      '    map: { uid: id, avatar: profile.image, link: "profile.site[0].url" }',
      '  groups:',
      `    path: in/rooms.${ending}`,
      '    map: { description: about.text, metadata.team: about.team }',
      '  messages:',
      `    path: in/said.${ending}`,
      '    map: { sender: from, receiver: to, receiverType: { const: group }, sentAt: ts, metadata: extra.meta }',
    ].join('\n'),
  });
  const validated = await here.json('validate');
  const { exitCode, result } = await here.json('run', '--yes');
  expect([validated.exitCode, exitCode, result.entities.users]).toMatchObject([0, 0, { created: 3 }]);
  const [ann, ben] = [await here.service.users.get('ann'), await here.service.users.get('ben')];
  expect([ann, ben]).toMatchObject([
    { avatar: 'https://a.test/1.png', link: 'https://a.test/' },
    { avatar: 'https://b.test/flat.png' },
  ]);
  expect(await here.service.groups.get('r')).toMatchObject({ metadata: { team: 'blue' } });
  const messages = [];
  for await (const each of here.service.messages.listByGroup('r')) messages.push(each);
  expect(messages).toMatchObject([{ muid: 'm1', data: { metadata: { k: 1 } } }]);
  expect((await here.json('verify')).exitCode).toBe(0);
});
