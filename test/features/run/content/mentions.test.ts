import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jsonHere } from '../../../support/command-here.ts';
import type { ServiceHere } from '../../../support/service-here.ts';
import { type RecordedService, recordedService } from './recorded-service.ts';

const FILES = {
  'users.csv': 'uid,name\nu3,Cat\nann,Ann Lee\n',
  'groups.csv': 'guid,name,type\ng,G,private\n',
  'members.csv': 'guid,uid\ng,ann\ng,u3\n',
};
const HEAD = 'muid,sender,receiver,receiverType,sentAt,text';
const message = (muid: string, text: string): string => `${muid},ann,g,group,1793534400,${text}`;
const messages = (...rows: readonly string[]): string => `${[HEAD, ...rows].join('\n')}\n`;

type Row = { readonly data: { readonly text: string }; readonly mentionedUserDetails?: object };

/** The messages that the service got by imports, by muid. */
const imported = ({ bodies }: RecordedService): Readonly<Record<string, Row>> =>
  Object.assign(
    {},
    ...bodies<{ messages: object }>('POST', '/data_import/messages').map((body) => body.messages),
  );

/** Text and mentioned users of each message of the group, by muid. */
async function held({ service }: ServiceHere): Promise<Record<string, readonly unknown[]>> {
  const found: Record<string, readonly unknown[]> = {};
  for await (const { muid, data } of service.messages.listByGroup('g'))
    if (muid) found[muid] = [data?.text, Object.keys((data?.['mentions'] ?? {}) as object)];
  return found;
}

const QUIRKS = { text: '', details: 'importmentions=details' } as const;
const KINDS = ['text', 'details'] as const;

describe('api: import', () => {
  test.each(KINDS)(
    'a mention says who it is and lands, where %s says whom a message mentions',
    async (kind) => {
      const files = {
        ...FILES,
        'messages.csv': messages(
          message('m1', 'hello <@uid:u3>'),
          message('m2', 'no mention'),
          message('m3', '<@uid:U3> and <@uid:ann> and <@uid:u3>'),
        ),
      };
      await using here = await recordedService({ files, quirks: QUIRKS[kind] });
      const { exitCode, result } = await here.json('run', '--yes');
      expect([exitCode, result.notCarried]).toEqual([0, {}]);
      const { m1, m2, m3 } = imported(here);
      expect(m1).toMatchObject({
        data: { text: 'hello <@uid:u3>' },
        mentionedUserDetails: { u3: { uid: 'u3', name: 'Cat' } },
      });
      expect(m2).not.toHaveProperty('mentionedUserDetails');
      expect(m3?.mentionedUserDetails).toEqual({
        u3: { uid: 'u3', name: 'Cat' },
        ann: { uid: 'ann', name: 'Ann Lee' },
      });
      expect(await held(here)).toEqual({
        m1: ['hello <@uid:u3>', ['u3']],
        m2: ['no mention', []],
        m3: ['<@uid:U3> and <@uid:ann> and <@uid:u3>', ['u3', 'ann']],
      });
      expect((await here.json('verify')).exitCode).toBe(0);
    },
  );

  test('whoever is in no source, or has a rejected row, becomes a name or an id in the text, and is counted', async () => {
    const files = {
      ...FILES,
      'users.csv': `${FILES['users.csv']}BAD,Ben  Bad,avatar\n`
        .replace('uid,name', 'uid,name,avatar')
        .replace(/^(u3,Cat|ann,Ann Lee)$/gm, '$1,'),
      'messages.csv': messages(
        message('m1', '<@uid:u9> and <@uid:u3> with <@uid:bad>'),
        message('m2', 'hello <@uid:u3>'),
      ),
    };
    await using here = await recordedService({
      files,
      quirks: 'importmentions=details',
      rest: 'thresholds: { rejected: "<90%" }',
    });
    const checked = await here.json('validate');
    // Both ways of proving rows leave such texts to be checked.
    expect((await here.json('validate', '--threads', '0')).result.notices).toEqual(checked.result.notices);
    expect(checked.result.notices[0]).toMatchObject({
      code: 'MESSAGE.MENTION_UNKNOWN',
      count: 1,
      samples: [{ file: 'messages.csv', line: 2, key: 'm1', field: 'text' }],
    });
    expect(checked.result.notCarried).toEqual({ 'messages.mentions': 1 });
    const { result } = await here.json('run', '--yes');
    expect(result.notCarried).toEqual({ 'messages.mentions': 1 });
    expect(imported(here)['m1']?.mentionedUserDetails).toEqual({ u3: { uid: 'u3', name: 'Cat' } });
    expect(await held(here)).toEqual({
      m1: ['@u9 and <@uid:u3> with @Ben Bad', ['u3']],
      m2: ['hello <@uid:u3>', ['u3']],
    });
    const { result: verified } = await here.json<{ entities: object }>('verify');
    expect(verified.entities).toMatchObject({ messages: { same: 2, differs: 0 } });
  });

  test('where only the service knows its users, it is asked, once for each; whom it does not know becomes an id', async () => {
    const files = {
      'messages.csv': messages(
        message('m1', 'hello <@uid:u3>'),
        message('m2', 'hello <@uid:u3> and <@uid:u9>'),
        message('m3', '<@uid:u9>'),
      ),
    };
    await using here = await recordedService({ files, quirks: 'importmentions=details' });
    await here.service.users.create({ uid: 'ann', name: 'Ann' });
    await here.service.users.create({ uid: 'u3', name: 'Cat of the app' });
    await here.service.groups.create({ guid: 'g', name: 'G', type: 'public' });
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.notCarried]).toEqual([0, { 'messages.mentions': 2 }]);
    expect(imported(here)['m1']?.mentionedUserDetails).toEqual({ u3: { uid: 'u3', name: 'Cat of the app' } });
    expect(here.bodies('GET', '/users/u3')).toHaveLength(1);
    expect(here.bodies('GET', '/users/u9')).toHaveLength(1);
    expect(await held(here)).toEqual({
      m1: ['hello <@uid:u3>', ['u3']],
      m2: ['hello <@uid:u3> and @u9', ['u3']],
      m3: ['@u9', []],
    });
    expect((await here.json('verify')).exitCode).toBe(0);
  });

  test('in a sync, mentions of unchanged users and of users of an earlier night are complete, and nothing is sent twice', async () => {
    const files = {
      ...FILES,
      'messages.csv': messages(message('m1', 'hello <@uid:u3>'), message('m2', '<@uid:u9>')),
    };
    const sync = 'sync: { onMissing: keep }';
    await using here = await recordedService({ files, quirks: 'importmentions=details', rest: sync });
    await here.json('run', '--yes');
    const write = (name: string, content: string): void => writeFileSync(join(here.folder, name), content);
    appendFileSync(join(here.folder, 'messages.csv'), `${message('m3', 'again <@uid:u3>')}\n`);
    const second = await here.json<{ entities: object }>('run', '--yes');
    expect(second.result.entities).toMatchObject({ messages: { created: 1, updated: 0, unchanged: 2 } });
    write('users.csv', 'uid,name\nann,Ann Lee\n');
    write('messages.csv', messages(message('m4', 'once more <@uid:u3>'), message('m2', '"<@uid:u9>"')));
    const third = await here.json<{ entities: object }>('run', '--yes');
    expect(third.result.entities).toMatchObject({ messages: { created: 1, updated: 0, unchanged: 1 } });
    expect(imported(here)['m4']?.mentionedUserDetails).toEqual({ u3: { uid: 'u3', name: 'Cat' } });
    expect(await held(here)).toEqual({
      m1: ['hello <@uid:u3>', ['u3']],
      m2: ['@u9', []],
      m3: ['again <@uid:u3>', ['u3']],
      m4: ['once more <@uid:u3>', ['u3']],
    });
    expect((await here.json('verify')).exitCode).toBe(0);
    // Rows that have left the sources, one of them with words for a mention.
    write('messages.csv', messages(message('m4', 'once more <@uid:u3>')));
    expect((await here.json('verify')).exitCode).toBe(0);
  });

  test('a changed text is edited with words for whom nobody knows', async () => {
    const files = { ...FILES, 'messages.csv': messages(message('m1', 'first')) };
    await using here = await recordedService({ files, rest: 'sync: { onMissing: keep }' });
    await here.json('run', '--yes');
    writeFileSync(join(here.folder, 'messages.csv'), messages(message('m1', 'now <@uid:u3> and <@uid:u9>')));
    const { result } = await here.json<{ entities: object }>('run', '--yes');
    expect(result.entities).toMatchObject({ messages: { updated: 1 } });
    expect(await held(here)).toEqual({ m1: ['now <@uid:u3> and @u9', ['u3']] });
    expect((await here.json('verify')).exitCode).toBe(0);
  });

  test('a pilot writes the users that its messages mention', async () => {
    const files = {
      ...FILES,
      'users.csv': `uid,name\nfirst,First\n${FILES['users.csv'].slice('uid,name\n'.length)}`,
      'messages.csv': messages(message('m1', 'hello <@uid:u3>')),
    };
    await using here = await recordedService({ files, quirks: 'importmentions=details' });
    const { exitCode } = await here.json('run', '--yes', '--limit', '2');
    expect(exitCode).toBe(0);
    expect(await held(here)).toEqual({ m1: ['hello <@uid:u3>', ['u3']] });
  });

  test('messages alone, and corrected rows, say whom they mention', async () => {
    const files = {
      ...FILES,
      'messages.csv': messages(
        message('m1', 'hello <@uid:u3>'),
        'm2,ann,nobody,group,1793534400,and <@uid:u3>',
      ),
    };
    await using here = await recordedService({
      files,
      quirks: 'importmentions=details',
      rest: 'thresholds: { rejected: "<90%" }',
    });
    await here.json('run', '--yes', '--only', 'users,groups,members');
    await here.json('run', '--yes', '--only', 'messages');
    await here.json('run', '--yes');
    const path = join(here.folder, '.chatferry/here/rejects/messages.csv');
    writeFileSync(path, readFileSync(path, 'utf8').replace('nobody', 'g'));
    const { exitCode } = await jsonHere(['rejects', 'retry', here.pipeline, '--yes', '--json']);
    expect(exitCode).toBe(0);
    expect(await held(here)).toEqual({ m1: ['hello <@uid:u3>', ['u3']], m2: ['and <@uid:u3>', ['u3']] });
  });
});

test('api: rest resolves mentions by itself: no details are sent, nobody is asked for, and words are the same', async () => {
  const files = { ...FILES, 'messages.csv': messages(message('m1', 'hello <@uid:u3> and <@uid:u9>')) };
  await using here = await recordedService({ files, api: 'rest' });
  const { exitCode } = await here.json('run', '--yes');
  expect(exitCode).toBe(0);
  expect(here.bodies('POST', '/messages')).toMatchObject([{ data: { text: 'hello <@uid:u3> and @u9' } }]);
  expect(here.bodies('POST', '/messages')[0]).not.toHaveProperty('mentionedUserDetails');
  expect(here.bodies('GET', '/users/u3')).toEqual([]);
  expect(await held(here)).toEqual({ m1: ['hello <@uid:u3> and @u9', ['u3']] });
  expect((await here.json('verify')).exitCode).toBe(0);
});

test('verify finds a mention that the service lacks, and names it', async () => {
  const files = {
    ...FILES,
    'messages.csv': messages(message('m1', 'plain'), message('m2', 'hello <@uid:u3>')),
  };
  await using here = await recordedService({ files, quirks: 'importmentions=details' });
  await here.json('run', '--yes', '--only', 'users,groups,members');
  // Somebody imports the messages without saying who is mentioned.
  const row = (muid: string, text: string) => ({
    muid,
    sender: 'ann',
    receiver: 'g',
    receiverType: 'group' as const,
    sentAt: 1_793_534_400,
    data: { text },
  });
  await here.service.dataImport.messages([row('m1', 'plain'), row('m2', 'hello <@uid:u3>')]);
  await here.json('run', '--yes');
  const { exitCode } = await here.json('verify');
  expect(exitCode).toBe(5);
  const found = readFileSync(join(here.folder, '.chatferry/here/verify.ndjson'), 'utf8').trim().split('\n');
  expect(found.map((line) => JSON.parse(line))).toMatchObject([
    { key: 'm2', mark: '*', fields: [{ field: 'mentions', source: ['u3'] }] },
  ]);
});
