import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { main, type World } from '../../../../src/cli/main.ts';
import { realSystem } from '../../../../src/system/system.ts';
import { runHere } from '../../../support/command-here.ts';

/** What a person is asked, and what becomes of it if they only press Enter. */

const FILES: Readonly<Record<string, string>> = {
  't_usr.csv':
    'USR_MAIL;USR_DISP_NM;CREA_DT\nann@x.example;Ann;13.01.2020 08:00\nben@x.example;Ben;14.01.2020 08:00\ncy@x.example;;15.01.2020 08:00\n',
  't_raum.csv': 'RAUM_NR;BEZ;TYP\n1;Vertrieb 1;G\n2;Vertrieb 2;G\n',
  't_raum_usr.csv':
    'RAUM_NR;USR_MAIL;ROLLE\n1;ann@x.example;3\n1;ben@x.example;3\n1;cy@x.example;1\n2;ann@x.example;3\n',
  't_nachricht.csv':
    'NACHR_ID;RAUM_NR;AUTOR;INHALT;ZEIT\n1;1;ann@x.example;Guten Morgen zusammen;13.07.2026 09:28\n2;2;ben@x.example;Schöne Grüße an alle;14.07.2026 09:28\n',
  't_kst.csv': 'KST;LABEL\n4000;Sales\n4001;Board\n',
};

async function dump() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  for (const [name, content] of Object.entries(FILES)) await writeFile(join(folder.path, name), content);
  const pipeline = join(folder.path, 'pipeline.yaml');
  return {
    path: folder.path,
    pipeline,
    written: () => readFile(pipeline, 'utf8'),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** Answers by a part of the question, each used once; else Enter. */
function answering(answers: readonly (readonly [RegExp, string])[]) {
  const left = [...answers];
  const asked: string[] = [];
  return {
    asked,
    ask: (question: string): Promise<string> => {
      asked.push(question);
      const at = left.findIndex(([pattern]) => pattern.test(question));
      return Promise.resolve(at === -1 ? '' : (left.splice(at, 1)[0]?.[1] ?? ''));
    },
  };
}

const OPEN = ['zone', '"members.scope=3:…,1:…"', 't-kst.entity'];

/** Nobody is more than they may be, and what only a person knows is open. */
function expectHarmless(file: string, stdout: string): void {
  expect(file).toContain('type: { from: TYP, values: { G: private } }');
  expect(file).toContain('scope: { from: ROLLE, values: { "1": "?", "3": "?" } }');
  expect(file).toMatch(/zone: "\?"/);
  expect(stdout).toContain('2 questions are open, so it cannot run yet');
  for (const id of OPEN) expect(stdout).toContain(`--answer ${id}`);
}

describe('questions line by line', () => {
  test('Enter gives nobody a right; all that is open is listed with its answer, and stops the run', async () => {
    await using folder = await dump();
    const { ask, asked } = answering([]);
    const { exitCode, stdout } = await runHere(['init', folder.path], ask);
    expect(exitCode).toBe(0);
    expectHarmless(await folder.written(), stdout);
    // What stops the run is asked first.
    expect(asked.map((question) => question.split('\n')[0])).toEqual([
      expect.stringContaining('in which time zone'),
      'TYP: which type does "G" mean (2 rows)?',
      'ROLLE: which scope does "3" mean (3 rows)?',
      'ROLLE: which scope does "1" mean (1 row)?',
      't_kst.csv (2 rows of KST, LABEL): what is in it?',
    ]);
    const shown = asked.map((question) => /\[(.*)\] $/.exec(question)?.[1]);
    expect(shown).toEqual(['decide later', 'private', 'decide later', 'decide later', 'decide later']);
    for (const command of ['validate', 'run']) {
      const refused = await runHere([command, folder.pipeline]);
      expect([command, refused.exitCode]).toEqual([command, 2]);
      expect(refused.stderr).toContain('CONFIG.UNANSWERED');
    }
  });

  test('what is open stands in the head of the file and in --json, too', async () => {
    await using folder = await dump();
    const { stdout } = await runHere(['init', folder.path, '--json']);
    const { questions, next } = JSON.parse(stdout);
    expect(next).toEqual([]);
    expect(questions.map(({ id }: { id: string }) => id)).toEqual([
      'zone',
      'groups.type.G',
      'members.scope.3',
      'members.scope.1',
      't-kst.entity',
    ]);
    const head = (await folder.written()).split('version: 1')[0];
    for (const id of OPEN) expect(head).toContain(`--answer ${id}`);
  });

  test('after < the question before is asked again, and its new answer counts', async () => {
    await using folder = await dump();
    const { ask, asked } = answering([
      [/zone/, 'Europe/Berlin'],
      [/"G"/, 'public'],
      [/"3"/, '<'],
      [/"G"/, '<'],
      [/zone/, 'UTC'],
      [/"G"/, 'private'],
      [/"3"/, '1'],
      [/"1"/, 'admin'],
    ]);
    const { stdout } = await runHere(['init', folder.path], ask);
    expect(asked[0]).not.toContain('< back');
    const file = await folder.written();
    expect(file).toContain('zone: UTC');
    expect(file).not.toContain('Europe/Berlin }');
    expect(file).toContain('values: { G: private }');
    expect(file).toContain('values: { "1": admin, "3": participant }');
    expect(stdout).toContain('✔ wrote');
    expect((await runHere(['validate', folder.pipeline])).exitCode).toBe(0);
  });

  test('an answer that is none is asked again', async () => {
    await using folder = await dump();
    const { ask, asked } = answering([
      [/zone/, 'Berlin'],
      [/zone/, 'Europe/Berlin'],
      [/"3"/, 'boss'],
      [/"3"/, '9'],
    ]);
    await runHere(['init', folder.path], ask);
    expect(asked.filter((question) => question.includes('zone'))).toHaveLength(2);
    expect(asked.filter((question) => question.includes('"3"'))).toHaveLength(3);
  });

  test('what a table has may be answered, and raises no question that was answered before', async () => {
    await using folder = await dump();
    const { ask, asked } = answering([
      [/zone/, 'UTC'],
      [/"[13]"/, 'participant'],
      [/"[13]"/, 'participant'],
      [/t_kst/, 'none'],
    ]);
    const { stdout } = await runHere(['init', folder.path], ask);
    expect(asked).toHaveLength(5);
    expect(stdout).toContain('✔ wrote');
    expect(stdout).not.toContain('?');
  });
});

test('on a terminal that draws lists, Enter is as harmless', async () => {
  await using folder = await dump();
  const [out, err, input] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const terminal = { isTTY: true, columns: 300, getWindowSize: () => [300, 40], setRawMode: () => {} };
  for (const stream of [out, err, input]) Object.assign(stream, terminal);
  const output = Promise.all([text(out), text(err)]);
  const streams = { out, err, input, env: { ...process.env, TERM: 'xterm', NO_COLOR: '1', CI: '' } };
  const world = { system: realSystem, ...streams, onSignal: () => {}, exit: () => {} };
  const enter = setInterval(() => input.write('\r'), 20);
  const code = await main(['init', folder.path], world as unknown as World);
  clearInterval(enter);
  out.end();
  err.end();
  const [stdout, stderr] = await output;
  expect(code).toBe(0);
  expect(stderr).toContain('decide later');
  expectHarmless(await folder.written(), stdout);
});
