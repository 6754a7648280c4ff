import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Declared, sourcesHere } from '../e2e/sources/sources-here.ts';

/** A declaration that cannot work as it stands, and what is said of it. */
type Bad = {
  /** The lines below `sources:`. */
  readonly sources: string;
  readonly files?: Declared['files'];
  readonly rest?: string;
  readonly exitCode: number;
  readonly code: string;
  /** Part of what names the place. */
  readonly place: string | RegExp;
  /** Part of what to do. */
  readonly hint: string | RegExp;
};

const USERS = { 'users.csv': 'uid,name\nann,Ann\nben,Ben\n' };
const MESSAGES = {
  'm.csv': 'muid,sender,receiver,receiverType,sentAt,text\n1,ann,ben,user,1700000000,x\n',
};
const LOOKUP = 'lookup: { file: l.csv, key: k, value: v }';
const users = (more: string): string => `  users: { path: users.csv, ${more} }`;
const named = (form: string): string => users(`map: { uid: uid, name: ${form} }`);
const transformed = (code: string): Pick<Bad, 'files' | 'sources'> => ({
  files: { 't.ts': code },
  sources: users('transform: ./t.ts'),
});

const stopped: Readonly<Record<string, Bad>> = {
  'a pattern that fits no cell': {
    sources: named('{ from: name, pattern: "^zz(.*)" }'),
    exitCode: 2,
    code: 'MAP.PATTERN_NEVER',
    place: 'sources.users.map.name',
    hint: 'chatferry inspect',
  },
  'a pattern that fits no cell of a prepared source': {
    sources: users('order: newestFirst, map: { uid: uid, name: { from: name, pattern: "^zz(.*)" } }'),
    exitCode: 2,
    code: 'MAP.PATTERN_NEVER',
    place: 'sources.users.map.name',
    hint: 'chatferry inspect',
  },
  'a pattern that is none': {
    sources: named('{ from: name, pattern: "(" }'),
    exitCode: 2,
    code: 'CONFIG.INVALID',
    place: 'sources.users.map.name.pattern',
    hint: 'chatferry',
  },
  'a lookup file with a key twice': {
    files: { 'l.csv': 'k,v\nann,1\nann,2\n' },
    sources: named(`{ from: uid, ${LOOKUP} }`),
    exitCode: 2,
    code: 'LOOKUP.KEY_REPEATED',
    place: /"ann" stands in line 2 and line 3/,
    hint: 'unique',
  },
  'a joined file with a key twice': {
    files: { 'l.csv': 'k,v\nann,1\nann,2\n' },
    sources: users('join: { l: { path: l.csv, on: { k: uid } } }, map: { uid: uid, name: l.v }'),
    exitCode: 2,
    code: 'LOOKUP.KEY_REPEATED',
    place: 'sources.users.join.l',
    hint: 'many: all, first or last',
  },
  'a join by a column that the file does not have': {
    files: { 'l.csv': 'k,v\nann,1\n' },
    sources: users('join: { l: { path: l.csv, on: { k: uidd } } }, map: { uid: uid, name: l.v }'),
    exitCode: 2,
    code: 'SOURCE.COLUMN_MISSING',
    place: /no column "uidd", which join\.l needs.*did you mean uid/,
    hint: 'join: { l: { on:',
  },
  'a lookup file with a row that cannot be read': {
    files: { 'l.csv': 'k,v\nann,"1\n' },
    sources: named(`{ from: uid, ${LOOKUP} }`),
    exitCode: 2,
    code: 'LOOKUP.ROW_INVALID',
    place: /column 5/,
    hint: 'correct the row',
  },
  'entities derived from each other': {
    sources: '  users: { from: groups, key: guid }\n  groups: { from: users, key: uid }',
    exitCode: 2,
    code: 'CONFIG.INVALID',
    place: 'users from groups from users',
    hint: 'chatferry schema',
  },
  'a derived source with the wrong number of keys': {
    files: MESSAGES,
    sources: '  messages: { path: m.csv }\n  members: { from: messages, key: receiver }',
    exitCode: 2,
    code: 'CONFIG.INVALID',
    place: 'guid and uid',
    hint: 'chatferry schema',
  },
  'a derived source by a field that there is not': {
    files: MESSAGES,
    sources: '  messages: { path: m.csv }\n  users: { from: messages, key: sendr }',
    exitCode: 2,
    code: 'CONFIG.INVALID',
    place: 'sendr',
    hint: 'chatferry schema',
  },
  'a transform that cannot be loaded': {
    ...transformed('export default (row) => { return '),
    exitCode: 2,
    code: 'CONFIG.TRANSFORM_INVALID',
    place: './t.ts',
    hint: 'export default',
  },
  'a transform that is not there': {
    sources: users('transform: ./t.ts'),
    exitCode: 2,
    code: 'CONFIG.TRANSFORM_INVALID',
    place: './t.ts does not exist',
    hint: 'export default',
  },
  'a command that ends half-way': {
    sources: '  users: { command: [sh, -c, "head -n 2 users.csv; echo lost connection >&2; exit 3"] }',
    exitCode: 2,
    code: 'SOURCE.COMMAND_FAILED',
    place: 'lost connection',
    hint: 'run the command',
  },
  'a command that prints nothing': {
    sources: '  users: { command: [sh, -c, "true"] }',
    exitCode: 2,
    code: 'SOURCE.COMMAND_FAILED',
    place: 'sh printed nothing',
    hint: 'run the command',
  },
  'a command whose output is compressed, of no declared format': {
    sources: '  users: { command: [gzip, -c, users.csv] }',
    exitCode: 2,
    code: 'SOURCE.FORMAT_UNKNOWN',
    place: /^command:gzip is/,
    hint: 'format: csv',
  },
  'a program that is not there': {
    sources: '  users: { command: [no-such-program] }',
    exitCode: 2,
    code: 'SOURCE.COMMAND_FAILED',
    place: 'no-such-program',
    hint: 'run the command',
  },
  'a condition on a column that no file has': {
    sources: users('where: { deletd: "0" }'),
    exitCode: 2,
    code: 'WHERE.COLUMN_MISSING',
    place: 'deletd',
    hint: 'where:',
  },
  'a condition on a column that no prepared row has': {
    sources: users('order: newestFirst, where: { deletd: "0" }'),
    exitCode: 2,
    code: 'WHERE.COLUMN_MISSING',
    place: 'deletd',
    hint: 'where:',
  },
  'rows at a path that a document does not have': {
    files: { 'u.json': '{"users":[{"uid":"a","name":"A"}]}' },
    sources: '  users: { path: u.json, rows: "$.people[*]" }',
    exitCode: 2,
    code: 'SOURCE.PATH_INVALID',
    place: '$.people[*]',
    hint: 'write',
  },
  'a value of an enclosing object that comes after the rows': {
    files: { 'u.json': '{"users":[{"uid":"a","name":"A"}],\n"role":"r"}' },
    sources: '  users: { path: u.json, rows: "$.users[*]", map: { uid: uid, name: name, role: ^.role } }',
    exitCode: 2,
    code: 'SOURCE.PARENT_LATE',
    place: '^.role in line 2',
    hint: 'before the rows',
  },
  'a document with a fault outside of its rows': {
    files: { 'u.json': '{"users":[{"uid":"a","name":"A"}],\n role:"r"}' },
    sources: '  users: { path: u.json, rows: "$.users[*]" }',
    exitCode: 2,
    code: 'SOURCE.JSON_INVALID',
    place: 'line 2, column 2',
    hint: 'line and column',
  },
  'a document that is cut off': {
    files: { 'u.json': '{"users":[{"uid":"a","name":"A"},{"uid":"b"' },
    sources: '  users: { path: u.json, rows: "$.users[*]" }',
    exitCode: 9,
    code: 'SOURCE.TRUNCATED',
    place: 'u.json is cut off',
    hint: /^→? ?copy the file again, then run/,
  },
  'a document without rows': {
    files: { 'u.json': '{"users":[]}' },
    sources: '  users: { path: u.json, rows: "$.users[*]" }',
    exitCode: 2,
    code: 'SOURCE.EMPTY',
    place: 'sources.users has no rows',
    hint: 'export',
  },
  'a file of ids with a text twice': {
    files: { 'ids.csv': 'entity,source,id\nusers,ann,x\nusers,ann,y\n' },
    sources: users('map: { uid: uid, name: name }'),
    rest: 'idMap: ids.csv',
    exitCode: 2,
    code: 'LOOKUP.KEY_REPEATED',
    place: 'idMap: "ann"',
    hint: 'remove one',
  },
};

test.each(Object.entries(stopped))(
  '%s stops the run before anything is sent: a code, a place and what to do',
  async (_, { sources, files = {}, rest = '', exitCode, code, place, hint }) => {
    await using here = await sourcesHere({ files: { ...USERS, ...files }, sources, rest });
    const requests: string[] = [];
    here.onRequest = (request) => requests.push(request);
    const found = await here.run('run', '--yes');
    const [said, message = '', advice = ''] = parts(found.stderr);
    expect([found.exitCode, said]).toEqual([exitCode, code]);
    expect(message).toMatch(place);
    expect(advice).toMatch(hint);
    expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
    // A dry run says the same.
    expect(parts((await here.run('validate')).stderr)[0]).toBe(code);
  },
);

/** The code, the message and the hint of an error. */
function parts(stderr: string): string[] {
  const [code = '', ...lines] = stderr.trim().split('\n');
  return [code, lines.slice(0, -1).join('\n'), lines.at(-1) ?? ''];
}

const rejected: Readonly<Record<string, Pick<Bad, 'files' | 'sources' | 'code' | 'hint'>>> = {
  'a transform that throws': {
    ...transformed('export default () => { throw new Error("boom"); };'),
    code: 'ROW.TRANSFORM_FAILED',
    hint: 'correct the function',
  },
  'a transform that returns a promise': {
    ...transformed('export default async (row) => row;'),
    code: 'ROW.TRANSFORM_FAILED',
    hint: 'synchronous',
  },
  'a transform that returns 10 MB': {
    ...transformed('export default (row) => ({ ...row, name: "x".repeat(1e7) });'),
    code: 'ROW.TRANSFORM_RESULT',
    hint: 'return the row',
  },
  'a transform that returns a number': {
    ...transformed('export default () => 5;'),
    code: 'ROW.TRANSFORM_RESULT',
    hint: 'return the row',
  },
  'a cell that no row of a lookup file has': {
    files: { 'l.csv': 'k,v\ncy,1\n' },
    sources: named(`{ from: uid, ${LOOKUP} }`),
    code: 'ROW.LOOKUP_MISSING',
    hint: 'default',
  },
};

test.each(Object.entries(rejected))(
  '%s rejects its rows and loses none',
  async (_, { files = {}, sources, code, hint }) => {
    await using here = await sourcesHere({ files: { ...USERS, ...files }, sources });
    const requests: string[] = [];
    here.onRequest = (request) => requests.push(request);
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.balanced]).toEqual([4, true]);
    expect(result.entities.users).toMatchObject({ read: 2, rejected: 2 });
    expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
    const [kept = ''] = result.files.rejects;
    for (const uid of ['ann', 'ben']) expect(readFileSync(kept, 'utf8')).toContain(uid);
    expect(result.problems).toEqual([
      expect.objectContaining({ code, count: 2, hint: expect.stringContaining(String(hint)) }),
    ]);
  },
);

test('a pattern that would backtrack for ever takes no time', async () => {
  await using here = await sourcesHere({
    files: { 'users.csv': `uid,name\nann,${'a'.repeat(40_000)}!\nben,aa\ncy,b\n` },
    sources: users(
      'where: { name: { matches: "^((a|aa)+)+.$" } }, map: { uid: uid, name: { from: name, pattern: "^(a+)+$", default: Ann } }',
    ),
  });
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.skipped]).toEqual([0, { 'users.where': 1 }]);
  const names: unknown[] = [];
  for await (const { uid, name } of here.reader.list('/users')) names.push([uid, name]);
  expect(names.sort()).toEqual([
    ['ann', 'Ann'],
    ['ben', 'aa'],
  ]);
});

test('a derived entity without a row is a warning', async () => {
  await using here = await sourcesHere({
    files: MESSAGES,
    sources: `  messages: { path: m.csv }
  users: [ { from: messages, key: sender }, { from: messages, key: receiver } ]
  groups: { from: messages, key: receiver, where: { receiverType: group } }`,
  });
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.warnings]).toEqual([0, ['sources.groups: no row that it is made from gives one']]);
  here.declare(
    `  messages: { path: m.csv }
  groups: { from: messages, key: receiver, where: { receiverType: group } }`,
    'sync: {}',
  );
  expect((await here.run('plan')).exitCode).toBe(0);
});
