import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type SourcesHere, sourcesHere } from '../../e2e/sources/sources-here.ts';

const USERS = 'uid,name\nann,Ann\nben,Ben\n';
const GROUPS = 'guid,name,type\nteam,Team,public\n';
const rest = `  users: { path: users.csv }\n  groups: { path: groups.csv }`;

const MESSAGES = {
  room: { id: 'team' },
  list: [
    { id: 1, from: 'ann', to: 'ben', text: 'direct' },
    { id: 2, from: 'ben', text: 'all' },
    { id: 3, from: 'ann', to: 'ben', kind: 'joined', text: 'not me' },
    { id: 4, from: 'ben', text: '' },
  ],
};

/** Two sources of the same file: messages to a person, and those to a room, which the conditions tell apart. */
const twoSources = (how: string, second = how): string => `
  messages:
    - path: messages.json
      ${how}
      where: { to: { empty: false }, kind: "" }
      map: { muid: id, sender: from, receiver: to, receiverType: { const: user }, sentAt: { const: 1700000000 }, text: text }
    - path: messages.json
      ${second}
      where: { kind: "" }
      map: { muid: id, sender: from, receiver: { const: team }, receiverType: { const: group }, sentAt: { const: 1700000000 }, text: text }
`;

const open = (sources: string, messages: string): Promise<SourcesHere> =>
  sourcesHere({
    files: { 'messages.json': messages, 'users.csv': USERS, 'groups.csv': GROUPS },
    sources: `${sources}\n${rest}`,
  });

test.each([
  ['a plain file', 'format: json', 'format: json', JSON.stringify(MESSAGES.list, undefined, 1)],
  ['a document', 'rows: "$.list[*]"', 'rows: "$.list[*]"', JSON.stringify(MESSAGES, undefined, 1)],
  [
    'a file of which one source needs a table',
    'format: json',
    'order: newestFirst\n      format: json',
    JSON.stringify(MESSAGES.list, undefined, 1),
  ],
  [
    'a document in the order of time',
    'rows: "$.list[*]"\n      order: byTime',
    'rows: "$.list[*]"',
    JSON.stringify(MESSAGES, undefined, 1),
  ],
])(
  '%s of two sources is read once; a row belongs to the first that takes it, also when it is retried',
  async (_, how, second, text) => {
    await using here = await open(twoSources(how, second), text);
    const { result } = await here.json('run', '--yes');
    expect(result.entities.messages).toMatchObject({ read: 4, created: 2, skipped: 1, rejected: 1 });
    const rejects = join(here.state, 'rejects/messages.ndjson');
    await writeFile(rejects, (await readFile(rejects, 'utf8')).replace('"text":""', '"text":"mine"'));
    const retried = await here.run('rejects retry', '--yes');
    expect(retried.exitCode, retried.stdout + retried.stderr).toBe(0);
    const landed = await Array.fromAsync(here.reader.messages());
    expect(landed.map(({ muid, receiver }) => `${muid} to ${receiver}`).sort()).toEqual([
      '1 to ben',
      '2 to team',
      '4 to team',
    ]);
  },
);
