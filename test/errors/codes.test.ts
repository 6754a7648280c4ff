import { chmodSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assertKnownOptions } from '../../src/cli/arguments.ts';
import { commands } from '../../src/cli/commands/commands.ts';
import { namedCommand } from '../../src/cli/declared.ts';
import { runCodes } from '../../src/errors/codes/run.ts';
import { syncCodes } from '../../src/errors/codes/sync.ts';
import { explanations } from '../../src/errors/explanations.ts';
import { workspace } from '../e2e/workspace.ts';
import { mainHere } from '../support/main-here.ts';
import { repository } from '../support/repository.ts';
import { serviceHere } from '../support/service-here.ts';

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
const code = ({ err }: { err: string }): string | undefined => /✖ ([A-Z]+\.[A-Z_]+)/.exec(err)?.[1];

describe('what no other test leads to', () => {
  test('STATE.NOT_OWN: a state folder that others may write', async () => {
    using space = workspace(1);
    const file = space.pipeline({});
    expect((await mainHere(['plan', file])).code).toBe(0);
    chmodSync(join(space.folder, '.chatferry/e2e'), 0o777);
    const ended = await mainHere(['run', file, '--yes']);
    expect([ended.code, code(ended)]).toEqual([2, 'STATE.NOT_OWN']);
    expect(ended.err).toContain('chmod go-w');
  });

  test('VALIDATE.STRICT: a column that no field takes', async () => {
    using space = workspace(1);
    space.write('users.csv', 'uid,name,shoe\nann,Ann,38\nben,Ben,\ncy,Cy,\n');
    const ended = await mainHere(['validate', space.pipeline({}), '--strict']);
    expect(ended.err).toContain('VALIDATE.STRICT');
    expect(ended.code).not.toBe(0);
  });

  test('STATE.PIPELINE_CHANGED: another mapping in the middle of a run', async () => {
    await using here = await serviceHere({
      files: { 'users.csv': 'uid,name\nann,Ann\n', 'groups.csv': 'guid,name\ng,G\n' },
    });
    const text = readFileSync(here.pipeline, 'utf8').replace('10000000', '1');
    writeFileSync(here.pipeline, text);
    expect((await mainHere(['run', here.pipeline, '--yes', '--max-duration', '4s'])).code).toBe(7);
    writeFileSync(here.pipeline, text.replace('users.csv }', 'users.csv, map: { name: uid } }'));
    const ended = await mainHere(['run', here.pipeline, '--yes']);
    expect([ended.code, code(ended)]).toEqual([9, 'STATE.PIPELINE_CHANGED']);
  });

  test('REMOVAL.AMBIGUOUS: a membership whose key is that of two', async () => {
    const files = {
      'users.csv': 'uid,name\nb_member_c,One\nc,Two\n',
      'groups.csv': 'guid,name\na,A\na_member_b,AB\n',
      'members.csv': 'guid,uid\na,b_member_c\n',
    };
    await using here = await serviceHere({ files });
    for (const [guid, name] of [
      ['a', 'A'],
      ['a_member_b', 'AB'],
    ] as const)
      await here.service.groups.create({ guid, name, type: 'public' });
    expect((await mainHere(['run', here.pipeline, '--yes'])).code).toBe(0);
    const { confirm } = (await here.json<{ confirm: string }>('undo')).result;
    const { result } = await here.json<object>('undo', '--confirm', confirm);
    expect(JSON.stringify(result)).toContain('REMOVAL.AMBIGUOUS');
  });
});

/**
 * A thread that dies at one, an answer that is lost at one, a file of a million values:
 * no test leads to these yet.
 */
const UNTESTED = ['SANDBOX.LOST', 'REMOVAL.UNFOUND', 'LOOKUP.TOO_LARGE'];

test('every code is explained in docs/reference/errors.md, and a test leads to it', async () => {
  const page = read('docs/reference/errors.md');
  expect(
    explanations
      .filter((each) => !each.code.includes('<') && !page.includes(`\n### ${each.code}\n`))
      .map((each) => each.code),
  ).toEqual([]);
  // Codes of rows and notices have examples, each of which `test/cli/explain.process.test.ts` validates.
  const tests = globSync('test/**/*.ts', { cwd: repository }).map(read).join('\n');
  const never = [...Object.keys(runCodes), ...Object.keys(syncCodes)].filter(
    (name) => !new RegExp(`${name.replace('.', '\\.')}\\b`).test(tests),
  );
  expect(never).toEqual([]);
  expect(UNTESTED.filter((name) => !(name in runCodes || name in syncCodes))).toEqual([]);
});

/** The command lines in a text, as words: up to two blanks, a comma, a bracket or the end of the text. */
const commandsIn = (text: string): string[][] =>
  [...text.matchAll(/\bchatferry ([a-z]+(?: (?![ (])[^\s,;)`'"]+)*)/g)].map(([, line = '']) =>
    line.split(' '),
  );

test('every command that a hint names is one, with options that it has', async () => {
  const sources = globSync('src/**/*.ts', { cwd: repository });
  const hints = sources.flatMap((name) =>
    read(name)
      .split('\n')
      .filter((line) => /\b(?:hint|fix|next|advice)\b/.test(line)),
  );
  const named = [...hints, ...explanations.map(({ fix }) => fix)].flatMap(commandsIn);
  expect(named.length).toBeGreaterThan(40);
  for (const words of named) {
    expect(namedCommand(words, commands), words.join(' ')).toBeDefined();
    assertKnownOptions(words, commands);
  }
});
