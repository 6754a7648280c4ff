import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parsePipeline } from '../../src/pipeline/pipeline.ts';
import { runHere } from '../support/command-here.ts';
import { serviceHere } from '../support/service-here.ts';

/** Ids that would leave their place in a path or a header if they were sent. */
const HOSTILE = [
  'a/b',
  '..',
  '.',
  '../users',
  '%2f',
  '%2e%2e',
  'a?x',
  'a#b',
  'a\\b',
  'a\r\nb',
  'a\r\nx-evil: 1',
  '\t',
  ' lead',
  'lead ',
  'a\0b',
  'é',
  '\u212a',
  'a;b',
  'a:b',
  '@',
  'x'.repeat(101),
  'x'.repeat(8_192),
  ' ',
];
const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const says = { sender: 'ann', receiver: 'team', receiverType: 'group', sentAt: 1_700_000_000, text: 'Hello' };
const good = {
  users: [
    { uid: 'ann', name: 'Ann' },
    { uid: 'ben', name: 'Ben' },
  ],
  groups: [{ guid: 'team', name: 'Team', owner: 'ann' }],
  members: [{ guid: 'team', uid: 'ben' }],
  messages: [{ muid: 'm-1', ...says }],
};

/** Every path that a run of this pipeline may ask for, with the ids of the good rows. */
const PATHS =
  /^\/v3\/(?:data_import\/(?:users|groups|members|messages)|users|groups|messages|users\/(?:ann|ben)|groups\/team|groups\/team\/(?:members|messages|bannedusers)(?:\/(?:ann|ben))?|users\/(?:ann|ben)\/messages|messages\/\d+|notifications\/(?:push|sms|email)\/v1\/providers\/[a-z]+)$/;

describe.each(['import', 'rest'])('through the %s API', (api) => {
  test.each(['', 'sync: {}'])(
    'no id leaves its place in a path, and each is rejected by its rule (%s)',
    async (rest) => {
      const files = {
        'users.ndjson': lines([...good.users, ...HOSTILE.map((uid) => ({ uid, name: 'x' }))]),
        'groups.ndjson': lines([
          ...good.groups,
          ...HOSTILE.map((guid) => ({ guid, name: 'x' })),
          ...HOSTILE.map((owner, at) => ({ guid: `g-${at}`, name: 'x', owner })),
        ]),
        'members.ndjson': lines([
          ...good.members,
          ...HOSTILE.flatMap((id) => [
            { guid: id, uid: 'ann' },
            { guid: 'team', uid: id },
          ]),
        ]),
        'messages.ndjson': lines([
          ...good.messages,
          ...HOSTILE.flatMap((id, at) => [
            { ...says, muid: `s-${at}`, sender: id },
            { ...says, muid: `r-${at}`, receiver: id },
          ]),
        ]),
      };
      await using here = await serviceHere({ files, api, rest: `references: open\n${rest}` });
      const { exitCode, result } = await here.json('run', '--yes');
      expect(exitCode).toBe(4);
      expect(result.problems.map(({ code }) => code)).toEqual(['ID.INVALID']);
      expect(result.entities.users).toMatchObject({ created: 2, rejected: HOSTILE.length });
      expect(result.entities.groups).toMatchObject({ created: 1, rejected: HOSTILE.length * 2 });
      expect(result.entities.members).toMatchObject({ created: 1, rejected: HOSTILE.length * 2 });
      expect(result.entities.messages).toMatchObject({ created: 1, rejected: HOSTILE.length * 2 });
      const strange = here.requests.filter((request) => !PATHS.test(pathOf(request)));
      expect(strange).toEqual([]);
    },
  );
});

const pathOf = (request: string): string => new URL(request.split(' ')[1] as string, 'http://host').pathname;

describe('names that would reach the prototype of all objects', () => {
  const unpolluted = (): void => {
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(Object.keys(Object.getPrototypeOf([]))).toEqual([]);
  };

  test('as members of JSON, columns and members of columns stay members of their row', async () => {
    const evil = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    const files = {
      'users.ndjson':
        `{"uid":"ann","name":"Ann","__proto__":{"polluted":1},"metadata":${evil}}\n` +
        '{"uid":"ben","name":"Ben","metadata.__proto__":"p","metadata.__proto__.polluted":"q","metadata.constructor.prototype.polluted":"r"}\n',
      'groups.csv':
        'guid,name,__proto__,constructor,__proto__.polluted,metadata.__proto__,metadata.constructor\n' +
        'team,Team,x,x,x,p,q\n',
      'messages.ndjson': `{"muid":"m-1","sender":"ann","receiver":"ben","receiverType":"user","sentAt":1700000000,"text":"Hi","data":${evil},"metadata":${evil}}\n`,
    };
    await using here = await serviceHere({ files });
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.problems]).toEqual([0, []]);
    unpolluted();
    const { metadata: ofAnn } = await here.service.users.get('ann');
    expect(JSON.stringify(ofAnn)).toBe(evil);
    const { metadata: ofBen } = await here.service.users.get('ben');
    expect(Object.entries(ofBen as object)).toEqual([
      ['__proto__', 'p'],
      ['__proto__.polluted', 'q'],
      ['constructor.prototype.polluted', 'r'],
    ]);
    const { metadata: ofTeam } = await here.service.groups.get('team');
    expect(JSON.stringify(ofTeam)).toBe('{"__proto__":"p","constructor":"q"}');
    const [message] = await Array.fromAsync(here.service.messages.list());
    expect(JSON.stringify(message?.data)).toContain(evil.slice(1, -1));
    expect((await here.json('verify')).exitCode).toBe(0);
    unpolluted();
  });

  test.each([
    '__proto__: { polluted: 1 }',
    'sources: { __proto__: { path: users.csv }, users: { path: users.csv } }',
    'sources: { users: { path: users.csv, map: { __proto__: name } } }',
    'sources: { users: { path: users.csv, map: { name: { __proto__: { from: name } } } } }',
    'sources: { users: { path: users.csv, map: { name: { from: name, values: { __proto__: { polluted: 1 } } } } } }',
    'limits: { __proto__: { polluted: 1 } }',
    'sources: { users: { path: "$' + '{__proto__}" } }',
    'sources: { users: { path: "$' + '{constructor}" } }',
  ])('in a pipeline file are refused: %s', (line) => {
    const sources = line.startsWith('sources') ? '' : 'sources: { users: { path: users.csv } }';
    const text = `version: 1\nname: x\n${line}\n${sources}\n`;
    expect(() => parsePipeline(text, 'pipeline.yaml', process.env)).toThrow(/CONFIG|__proto__|constructor/);
    unpolluted();
  });

  test('in a map read the column of that name and nothing else', async () => {
    const map =
      'sources: { users: { path: users.ndjson, map: { name: a.__proto__.b, statusMessage: constructor.name, metadata.x: __proto__.toString } } }';
    await using here = await serviceHere({
      files: {
        'users.ndjson': '{"uid":"ann","a":{"b":"inherited"}}\n{"uid":"ben","a":{"__proto__":{"b":"Ben"}}}\n',
      },
    });
    writeFileSync(join(here.folder, 'mapped.yaml'), `version: 1\nname: mapped\n${map}\n`);
    const { stdout } = await runHere(['validate', join(here.folder, 'mapped.yaml'), '--json']);
    const { entities, problems } = JSON.parse(stdout);
    expect(entities.users).toMatchObject({ pending: 1, rejected: 1 });
    expect(problems).toMatchObject([{ code: 'ROW.FIELD_MISSING', samples: [{ line: 1, field: 'name' }] }]);
    unpolluted();
  });

  test.each(['--__proto__.polluted=1', '--constructor.prototype.polluted=1', '--json.__proto__.polluted'])(
    'on the command line are refused: %s',
    async (option) => {
      const ended = await runHere(['validate', 'pipeline.yaml', option]).catch(() => ({ exitCode: 2 }));
      expect(ended.exitCode).toBe(2);
      unpolluted();
    },
  );
});
