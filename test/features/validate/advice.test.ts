import { describe, expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { serviceHere } from '../../support/service-here.ts';
import { advised } from './advised.ts';

/** What a message advises is typed as it stands there, and ends the error. */

const MESSAGES = 'muid,sender,receiver,receiverType,sentAt,text';
const SAID = `${MESSAGES}\n1,ann,ben,user,1793491200,hi\n2,ben,ann,user,1793491201,hi\n`;

/** Each problem as `CODE file:line field = "value": message`. */
const shownIn = ({ problems }: Report): readonly string[] =>
  problems.flatMap(({ code, samples }) =>
    samples.map(
      ({ file, line, field, value, message }) => `${code} ${file}:${line} ${field} = "${value}": ${message}`,
    ),
  );

describe('a blank around an id', () => {
  const files = (uid: string): Readonly<Record<string, string>> => ({
    'users.csv': `uid,name\n${uid},Ann\nben,Ben\n`,
    'messages.csv': SAID,
  });

  test.each([
    ['ann ', 'a blank stands at its end: as: trim takes it off'],
    [' ann', 'a blank stands at its start: as: trim takes it off'],
    ['\u00a0ann\t', 'blanks stand at its start and its end: as: trim takes them off'],
  ])('%j is said, and both advices end it', async (uid, message) => {
    await using it = await serviceHere({ files: files(uid) });
    const { result } = await it.json('validate');
    expect(shownIn(result)).toContain(`ID.INVALID users.csv:2 uid = "${uid}": ${message}`);
    // The person is there: nobody is told to add one.
    expect(result.problems.map(({ code }) => code).sort()).toEqual(['ID.INVALID', 'REFERENCE.BLOCKED']);

    const [short] = /as: \w+/.exec(message) ?? [];
    const long = advised(result, 'ID.INVALID', /map: \{.*?\} \}/);
    for (const map of [`map: { uid: { from: uid, ${short} } }`, long]) {
      await using again = await serviceHere({
        files: { 'messages.csv': SAID, 'people.csv': files(uid)['users.csv'] as string },
        rest: `  users: { path: people.csv, ${map} }`,
      });
      const { exitCode } = await again.json('run', '--yes');
      expect([map, exitCode, (await again.service.users.get('ann'))?.['name']]).toEqual([map, 0, 'Ann']);
    }
  });

  test('is taken off before an id is made, so that equal texts stay one person', async () => {
    const people = 'mail,name\nann@x.org ,Ann\nben,Ben\n';
    const said = SAID.replaceAll('ann', 'ann@x.org').replace('sender', 'from').replace('receiver', 'to');
    await using first = await serviceHere({
      files: { 'people.csv': people, 'said.csv': said },
      rest: '  users: { path: people.csv, map: { uid: mail } }\n  messages: { path: said.csv, map: { sender: from, receiver: to } }',
    });
    const { result } = await first.json('validate');
    const form = (column: string): string => advised(result, 'ID.INVALID', /\{ from: <column>.*?\}/, column);
    await using it = await serviceHere({
      files: { 'people.csv': people, 'said.csv': said },
      rest: `  users: { path: people.csv, map: { uid: ${form('mail')} } }\n  messages: { path: said.csv, map: { sender: ${form('from')}, receiver: ${form('to')} } }`,
    });
    expect((await it.json('run', '--yes')).exitCode).toBe(0);
  });
});

test('a blank after a word of a list is said, and the advice ends it', async () => {
  const files = { 'groups.csv': 'guid,name,type\nteam,Team,public \n' };
  await using it = await serviceHere({ files });
  const { result } = await it.json('validate');
  expect(shownIn(result)).toEqual([
    'GROUP.TYPE_INVALID groups.csv:2 type = "public ": a blank stands at its end: as: trim takes it off',
  ]);
  await using again = await serviceHere({
    files: { 'rooms.csv': files['groups.csv'] },
    rest: '  groups: { path: rooms.csv, map: { type: { from: type, as: trim } } }',
  });
  expect((await again.json('validate')).exitCode).toBe(0);
});
