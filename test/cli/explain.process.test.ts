import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exampleBytes, type FilesExample } from '../../src/errors/codes/code.ts';
import { correctedExample, explanations } from '../../src/errors/explanations.ts';
import { noticeCodes } from '../../src/errors/notice-codes.ts';
import { rowCodes } from '../../src/errors/row-codes.ts';
import { entityNames } from '../../src/input/entities/entity.ts';
import type { Report } from '../../src/report/result/report.ts';
import { workbookOfText } from '../input/sources/xlsx/workbook.ts';
import { runCli } from '../support/cli-process.ts';
import { runHere } from '../support/command-here.ts';

/** The codes that `validate --json` reports for an example. */
async function validated({ files, map, source, beside, pipeline = '' }: FilesExample): Promise<Report> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  for (const [name, text] of Object.entries({ ...files, ...beside })) {
    await mkdir(dirname(join(folder.path, name)), { recursive: true });
    const isBook = name.endsWith('.xlsx');
    await writeFile(join(folder.path, name), isBook ? workbookOfText(text) : exampleBytes(text));
  }
  // Other files are those that the map looks values up in.
  const sources = Object.keys(files).flatMap((name, index) => {
    const entity = name.split('.')[0] as string;
    if (!(entityNames as readonly string[]).includes(entity)) return [];
    const keys = index === 0 ? [source, map && `map: { ${map} }`].filter(Boolean) : [];
    const mapped = keys.map((key) => `, ${key}`).join('');
    return [`  ${entity}: { path: ${name}${mapped} }`];
  });
  const file = join(folder.path, 'pipeline.yaml');
  await writeFile(file, `version: 1\nname: example\nsources:\n${sources.join('\n')}\n${pipeline}\n`);
  return JSON.parse((await runHere(['validate', file, '--json'])).stdout);
}

describe('every example is correct', () => {
  test.each(Object.entries(rowCodes))('%s is found in its own example', async (code, { example }) => {
    const { problems } = await validated(example);
    expect(problems.map((problem) => problem.code)).toContain(code);
    if (code !== 'REFERENCE.BLOCKED') expect(problems).toHaveLength(1);
  });

  test.each(Object.entries(rowCodes))(
    '%s is not found in its corrected example',
    async (code, { example }) => {
      const corrected = correctedExample(code, example) as FilesExample;
      expect(corrected).not.toEqual(example);
      const { problems, error } = await validated(corrected);
      expect([problems, error]).toEqual([[], undefined]);
    },
  );

  test.each(Object.entries(noticeCodes))(
    '%s is noticed in its own example, and no row of it is rejected',
    async (code, { example }) => {
      const { problems, notices } = await validated(example);
      expect(problems).toEqual([]);
      expect(notices.map((notice) => notice.code)).toContain(code);
    },
  );
});

test("the hint of ID.INVALID makes its own example's ids legal", async () => {
  const { fix, example } = rowCodes['ID.INVALID'];
  const [, form = ''] = /map: \{ <field>: (\{[^}]*\}) \}/.exec(fix) ?? [];
  const map = `uid: ${form.replace('<column>', 'uid')}`;
  const { entities, problems } = await validated({ ...example, map });
  expect(problems).toEqual([]);
  expect(entities.users).toMatchObject({ read: 1, rejected: 0 });
});

test('hints are one line without a period at the end, causes end with a period', () => {
  for (const { code, cause, fix } of explanations) {
    expect(cause, code).toMatch(/^[^\n]+\.$/);
    expect(fix, code).toMatch(/^[^\n]+[^.]$/);
  }
});

describe('chatferry explain', () => {
  test('prints cause, fix, exit code and example of a code, in upper or lower case', async () => {
    const { exitCode, stdout } = await runCli('explain', 'row.time_no_zone');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('ROW.TIME_NO_ZONE');
    for (const said of [
      'names no zone',
      'declare the zone',
      'exit code 4',
      '2024-02-28 10:00:00',
      '10:00:00Z',
    ])
      expect(stdout).toContain(said);
    const { stdout: json } = await runHere(['explain', 'STATE.LOCKED', '--json']);
    expect(JSON.parse(json)).toMatchObject({ version: 1, code: 'STATE.LOCKED', kind: 'run', exitCode: 8 });
  });

  test('without a code it lists every code, one on each line', async () => {
    const { exitCode, stdout } = await runHere(['explain']);
    expect(exitCode).toBe(0);
    for (const { code } of explanations)
      expect(stdout.split('\n').filter((line) => line.trim().startsWith(`${code} `))).toHaveLength(1);
  });

  test.each([
    ['ROW.TIME_INVALD', 'ROW.TIME_INVALID'],
    ['too_old', 'MESSAGE.TOO_OLD'],
  ])('%s: did you mean %s, exit 2', async (typed, meant) => {
    const { exitCode, stdout, stderr } = await runHere(['explain', typed]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`chatferry explain ${meant}`);
  });

  test('a code of the service gets general advice', async () => {
    const { exitCode, stdout } = await runHere(['explain', 'SERVICE.ERR_ALREADY_EXISTS']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('what its message names');
  });
});
