import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FILES, SOURCES } from './issue-sources.ts';
import { start } from './process-here.ts';
import { type Declared, type SourcesHere, sourcesHere } from './sources-here.ts';

type Replaced = Readonly<Record<string, string>>;

/** Sources of one form. */
type Form = Declared & {
  /** Texts in the files that are replaced by wrong ones, each at most once in a file. */
  readonly wrong: Replaced;
  /** Texts in the rejects files, and what corrects them. */
  readonly corrected: Replaced;
  /** What stands in the rejects files. */
  readonly rejects: Readonly<Record<string, readonly RegExp[]>>;
};

const USERS = { 'users.csv': 'uid,name\nann,Ann\nben,Ben\ncy,Cy\n' };
const TALK = 'id,who,to,at,body\n1,ann,ben,2024-03-01T10:00:00Z,x\n2,cy,ben,2024-03-01T10:01:00Z,y\n';
const MAP =
  'map: { muid: id, sender: who, receiver: to, receiverType: { const: user }, sentAt: at, text: body }';

const forms: Readonly<Record<string, Form>> = {
  'a list of sources with where, join, lookup and equal rows, and derived entities': {
    files: FILES,
    sources: SOURCES,
    wrong: {
      '10:01,one': '25:01,one',
      '10:02,hi,0,msg\nBen,2024-03-01 10:02,hi': '27:02,hi,0,msg\nBen,2024-03-01 27:02,hi',
      '1709290000000': 'soon',
      'd2,ben@x.org,ann@x.org': 'd2,ben@x.org,nobody@x.org',
    },
    corrected: { '25:01': '10:01', '27:02': '10:02', soon: '1709290000000', 'nobody@x.org,1': 'ann@x.org,1' },
    rejects: {
      'messages.csv': [
        /,\$dir,_nth,_raw,_code,/,
        /^Ann,2024-03-01 25:01,one,,msg,general,1,.*,rooms\/general\/1\.csv,5,4$/m,
        /hi,0,msg,general,2,/,
      ],
      'messages-2.csv': [/,_source,_raw,_code,/, /^d1,.*,soon,hello,2,.*direct\.csv,2/m, /^d2,/m],
    },
  },
  'a path with a folder per room, read where it is': {
    files: {
      'rooms/general/1.csv': 'id,who,at,body\n1,ann,2024-03-01T10:00:00Z,x\n2,ann,2024-03-01T10:01:00Z,y\n',
      'rooms/other/1.csv': 'id,who,at,body\n3,ann,2024-03-01T10:02:00Z,x\n',
    },
    sources: `  messages: { path: rooms/*/*.csv, map: { muid: id, sender: who, receiver: $dir, receiverType: { const: group }, sentAt: at, text: body } }
  users: { from: messages, key: sender }
  groups: { from: messages, key: receiver }
  members: { from: messages, key: [receiver, sender] }`,
    wrong: { '2024-03-01T10:01': 'first', '2024-03-01T10:02': 'second' },
    corrected: { 'first:00Z': '2024-03-01T10:01:00Z', 'second:00Z': '2024-03-01T10:02:00Z' },
    rejects: { 'messages.csv': [/,\$dir,_raw,/, /^2,ann,first.*,general,/m, /^3,ann,second.*,other,/m] },
  },
  'exploded members': {
    files: {
      ...USERS,
      'groups.ndjson':
        '{"id":"g1","name":"G","members":[{"id":"ann"},{"id":"ben"},{"id":"cy"}]}\n{"id":"g2","name":"H","members":[{"id":"cy"}]}\n',
    },
    sources: `  users: { path: users.csv }
  groups: { path: groups.ndjson, map: { guid: id } }
  members: { path: groups.ndjson, explode: members, map: { guid: id, uid: members.id } }`,
    wrong: { '{"id":"ben"}': '{"id":"B EN"}', '[{"id":"cy"}]': '[{"id":"C Y"}]' },
    corrected: { '"B EN"': '"ben"', '"C Y"': '"cy"' },
    rejects: {
      'members.ndjson': [
        /^{"id":"g1","name":"G","members":{"id":"B EN"}.*"_line":1,"_row":1}/m,
        /"_line":2,"_row":2}/,
      ],
    },
  },
  'rows that a transform throws at': {
    files: {
      'users.csv': 'id,nick\nann,Ann\nben,Ben\n',
      'named.ts':
        'export default (row) => { if (row.nick === "?") throw new Error("no name"); return { uid: row.id, name: row.nick + "!" }; };\n',
    },
    sources: '  users: { path: users.csv, transform: ./named.ts }',
    wrong: { 'ben,Ben': 'ben,?' },
    corrected: { '"?"': '"Ben"' },
    rejects: { 'users.ndjson': [/"id":"ben","nick":"\?","_code":"ROW.TRANSFORM_FAILED".*no name/] },
  },
  'two sources in order of time': {
    files: {
      ...USERS,
      'a.csv': 'id,who,to,at,body\na1,ann,ben,2024-03-01T10:00:00Z,1\na2,ann,cy,2024-03-01T10:02:00Z,3\n',
      'b.csv': 'id;who;to;at;body\nb1;ann;ben;2024-03-01T10:01:00Z;2\nb2;ben;ann;2024-03-01T10:03:00Z;4\n',
    },
    sources: `  users: { path: users.csv }
  messages:
    - { path: a.csv, order: byTime, ${MAP} }
    - { path: b.csv, delimiter: ";", ${MAP} }`,
    wrong: { 'a2,ann,cy': 'a2,ann,c y', 'b2;ben;ann': 'b2;b en;ann' },
    corrected: { ',c y,': ',cy,', ',b en,': ',ben,' },
    rejects: { 'messages.csv': [/^a2,.*,1,,ID/m, /^b2,.*,2,,ID/m] },
  },
  'a JSON document with the room above its rows': {
    files: {
      'chat.json':
        '{"channel":{"id":"g"},"messages":[\n{"id":"1","by":{"id":"ann"},"at":1709287200,"text":"x"},\n{"id":"2","by":{"id":"ben"},"at":1709287260,"text":"y"}]}',
    },
    sources: `  messages: { path: chat.json, rows: "$.messages[*]", map: { muid: id, sender: by.id, receiver: ^.channel.id, receiverType: { const: group }, sentAt: at, metadata.row: $row } }
  users: { from: messages, key: sender }
  groups: { from: messages, key: receiver }
  members: { from: messages, key: [receiver, sender] }`,
    wrong: { '1709287260': '"late"' },
    corrected: { '"at":"late"': '"at":1709287260' },
    rejects: { 'messages.ndjson': [/"\^\.channel\.id":"g".*"at":"late".*"\$row":"2".*"_line":3,"_row":2}/] },
  },
  'the output of a command': {
    files: { ...USERS, 'talk.csv': TALK },
    sources: `  messages: { command: [cat, talk.csv], ${MAP} }
  users: [ { from: messages, key: sender }, { from: messages, key: receiver } ]`,
    wrong: { '2,cy,': '2,c y,' },
    corrected: { ',c y,': ',cy,', '"c y"': '"cy"' },
    rejects: {
      'messages.csv': [/command:cat,3,2$/m],
      'users.ndjson': [/"uid":"c y".*"command:cat","_line":3/],
    },
  },
};

const replaced = (text: string, words: readonly (readonly [string, string])[]): string =>
  words.reduce((now, [from, to]) => now.replaceAll(from, to), text);

/** All messages and members of a service, as they are told apart. */
async function heldBy({ reader }: SourcesHere): Promise<string[]> {
  const held: string[] = [];
  for await (const { muid, sentAt, sender, data } of reader.messages('&category=message'))
    held.push(`${muid} ${sentAt} ${sender} ${data['text']}`);
  for await (const { uid, name } of reader.list('/users')) held.push(`${uid} ${name}`);
  return held.sort();
}

test.each(Object.entries(forms))(
  'rejected rows of %s land with rejects retry as if they had been right at first',
  async (_, { files, sources, wrong, rejects, corrected }) => {
    const words = Object.entries(wrong);
    await using sound = await sourcesHere({ files, sources });
    expect((await sound.run('run', '--yes')).exitCode).toBe(0);

    const broken = Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, replaced(text, words)] as const),
    );
    await using here = await sourcesHere({ files: broken, sources });
    expect((await here.run('run', '--yes')).exitCode).toBe(4);
    expect((await here.json('verify')).exitCode).toBe(0);
    const folder = join(here.state, 'rejects');
    expect(readdirSync(folder).sort()).toEqual(Object.keys(rejects).sort());
    for (const [name, patterns] of Object.entries(rejects)) {
      const path = join(folder, name);
      const text = readFileSync(path, 'utf8');
      for (const pattern of patterns) expect(text.replace('\ufeff', '')).toMatch(pattern);
      writeFileSync(path, replaced(text, Object.entries(corrected)));
    }

    const { exitCode, result } = await here.json('rejects retry', '--yes');
    expect([exitCode, result.problems, result.balanced]).toEqual([0, [], true]);
    expect(await heldBy(here)).toEqual(await heldBy(sound));
    const verified = await here.json<{ entities: Record<string, { onlyTarget: number }> }>('verify');
    expect(verified.exitCode).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
    expect(readdirSync(here.state)).not.toContain('prepared');
    expect((await here.json('run')).result.requests.sent).toBe(0);
  },
);

test('rejected rows of standard input are told by its name', async () => {
  await using here = await sourcesHere({
    files: USERS,
    sources: `  users: { path: users.csv }\n  messages: { path: "-", ${MAP} }`,
  });
  const { ended } = start(here, 'run', TALK.replace('2,cy,', '2,c y,'), '--yes');
  expect((await ended).code).toBe(4);
  const path = join(here.state, 'rejects/messages.csv');
  expect(readFileSync(path, 'utf8')).toMatch(/,stdin,3,2$/m);
  writeFileSync(path, readFileSync(path, 'utf8').replace('2,c y,', '2,cy,'));
  expect((await here.run('rejects retry', '--yes')).exitCode).toBe(0);
});
