import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { summaryOf } from '../expected.ts';
import { messagesOf, ofDatabase } from './files-of-firebase.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatferry-tree-'));
afterAll(() => rmSync(folder, { recursive: true }));

const at = 1_767_225_600_000;
const message = { by: 'ann', at, body: 'hi you' };
const fields = { sender: 'by', time: 'at', text: 'body' };

describe('shapes that cannot be meant', () => {
  test.each([
    [{ messages: { path: 'a/{user}/{user}/{message}' } }, '{user} occurs twice'],
    [{ messages: { path: 'a/{peer}/{message}' } }, '{peer} is the other one of two'],
    [{ messages: { path: 'a/{user}_{peer}/{conversation}/{message}' } }, 'there is no {conversation}'],
    [{ messages: { path: 'a/room_{conversation}/{message}' } }, 'room_{conversation} is no name'],
    [
      { members: { path: 'a/{user}/{peer}' }, messages: { path: 'a/{message}' } },
      'of messages and conversations alone',
    ],
    [{ messages: { path: 'mesages/{message}', ...fields } }, 'at the root there are messages'],
  ])('%j', async (shape, said) => {
    await using here = await ofDatabase({ messages: { m1: message } }, shape);
    await expect(here.json('validate')).rejects.toThrow(said);
    await expect(here.json('validate')).rejects.toThrow('EXPORT.SHAPE_INVALID');
  });

  test('a root that is two ones, which would become one', async () => {
    const tree = { messages: { m1: message } };
    await using here = await ofDatabase(
      { prod: tree, test: tree },
      { root: '*', messages: { path: 'messages/{message}', ...fields } },
    );
    await expect(here.json('validate')).rejects.toThrow('root: * is both prod and test');
  });

  test('places of other documents at which nothing is are named', async () => {
    await using here = await ofDatabase(
      { messages: { m1: message } },
      { users: { path: 'peple/{user}' }, messages: { path: 'messages/{message}', ...fields } },
    );
    expect((await summaryOf(here)).summary.notes).toContain('nothing stands at users.path: peple/{user}');
  });
});

test('rooms of one id in two branches stay apart', async () => {
  const team = (body: string) => ({ rooms: { general: { messages: { m1: { ...message, body } } } } });
  await using here = await ofDatabase(
    { teams: { t1: team('one'), t2: team('two') } },
    { messages: { path: 'teams/*/rooms/{conversation}/messages/{message}', ...fields } },
  );
  await here.json('run', '--yes');
  const found = [...(await messagesOf(here)).entries()].map(([muid, { data }]) => [muid, data?.['text']]);
  expect(found.sort()).toEqual([
    ['t1/general:m1', 'one'],
    ['t2/general:m1', 'two'],
  ]);
});

test('ids that are names of JavaScript objects are ids', async () => {
  const text = JSON.stringify({ users: { a: { name: 'A' }, constructor: { name: 'C' } }, chats: { x: 0 } })
    .replace('"a":', '"__proto__":')
    .replace(
      '"x":0',
      `"__proto__":{"toString":{"m1":{"from":"__proto__","message":"hi","time":${at}}}},"constructor":{"__proto__":{"m2":{"from":"constructor","message":"yo","time":${at}}}}`,
    );
  await using here = await ofDatabase(text, {
    users: { path: 'users/{user}', name: 'name' },
    messages: { path: 'chats/{user}/{peer}/{message}', sender: 'from', time: 'time', text: 'message' },
  });
  const { summary } = await summaryOf(here);
  expect(summary.kinds).toMatchObject({
    users: { read: 2, imported: 2 },
    conversations: { read: 2, converted: 2 },
    messages: { read: 2, imported: 2 },
  });
  const file = join(folder, 'names.json');
  writeFileSync(file, text);
  const { exitCode, stdout } = await runHere([
    'init',
    file,
    '--yes',
    '--force',
    '--out',
    join(folder, 'names.yaml'),
  ]);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('wrote')]);
});

describe('init', () => {
  const init = async (text: string) => {
    const file = join(folder, 'tree.json');
    writeFileSync(file, text);
    return await runHere(['init', file, '--yes', '--force', '--out', join(folder, 'tree.yaml')]);
  };
  const tree = JSON.stringify({
    users: { ann: { name: 'Ann' } },
    rooms: { r1: { messages: { m1: message, m2: message } } },
  });

  test('of a tree that is cut off', async () => {
    const { exitCode, stderr } = await init(tree.slice(0, -12));
    expect([exitCode, stderr]).toEqual([9, expect.stringContaining('SOURCE.TRUNCATED')]);
  });

  test('of a tree that is no JSON somewhere: the error says where', async () => {
    const { exitCode, stderr } = await init(`${tree.slice(0, -2)},"odd":{"a":{"x":1 2}}}}`);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/SOURCE\.JSON_INVALID[\s\S]* in line 1/)]);
  });

  test('of a tree in which something is nested too deep: the rest is recognised', async () => {
    const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;
    const { exitCode, stdout } = await init(`${tree.slice(0, -1)},"odd":{"x":${deep}}}`);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('messages  2 of 2 rows')]);
  });

  test('of a document that is too long for one row, and of thousands of names', async () => {
    const many = (of: (n: number) => string): string =>
      Array.from({ length: 9_000 }, (_, n) => of(n)).join(',');
    const said = many((n) => `{"by":"u${n}","at":${at + n},"body":"hello ${n} ${'x'.repeat(90)}"}`);
    const { exitCode, stdout } = await init(
      `{"users":{${many((n) => `"u${n}":{"name":"U ${n}"}`)}},"rooms":{"r1":{"title":"All","messages":[${said}]}},"log":{${many((n) => `"x${n}":{"field${n}":1}`)}}}`,
    );
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('messages  9 000 of 9 000 rows')]);
  });
});
