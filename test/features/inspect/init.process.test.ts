import { existsSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { runCli } from '../../support/cli-process.ts';
import { runHere } from '../../support/command-here.ts';
import { copyOf, repository } from '../../support/repository.ts';

async function validated(pipeline: string): Promise<Report> {
  return JSON.parse((await runHere(['validate', pipeline, '--json'])).stdout);
}

const found = ({ problems }: Report): Record<string, number> =>
  Object.fromEntries(problems.map(({ code, count }) => [code, count]));

describe('chatferry init', () => {
  test('from an export of another system: the pipeline validates, and asks what only the user knows', async () => {
    await using copy = await copyOf('samples/legacy');
    const folder = join(copy.path, 'samples/legacy');
    const refused = await runHere(['init', folder, '--yes']);
    expect([refused.exitCode, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(/already exists[\s\S]*--force/);

    const out = join(folder, 'mine.yaml');
    const { exitCode, stdout } = await runCli(
      'init',
      folder,
      '--yes',
      '--out',
      out,
      '--zone',
      'Europe/Berlin',
    );
    expect(exitCode).toBe(0);
    for (const command of ['validate', 'run', 'status']) expect(stdout).toContain(`chatferry ${command} `);
    const text = await readFile(out, 'utf8');
    expect(text).toMatch(/^# yaml-language-server: \$schema=\S+schema\/pipeline\.json\n/);
    expect(text).toContain('target: sandbox');
    expect(text).toContain('# ? to_kind: which receiverType is "emp"?');
    const report = await validated(out);
    // Everything is valid except the one open question in the file.
    expect(found(report)).toEqual({ 'ROW.VALUE_UNMAPPED': 4 });
    expect(
      report.entities.users.pending + report.entities.groups.pending + report.entities.members.pending,
    ).toBe(19);

    await writeFile(out, text.replace('{ room: group }', '{ room: group, emp: user }'));
    expect(found(await validated(out))).toEqual({});
  });

  test('if no zone is given, times without a zone are refused, not guessed', async () => {
    await using copy = await copyOf('samples/legacy');
    const out = join(copy.path, 'samples/legacy/mine.yaml');
    await runHere(['init', join(copy.path, 'samples/legacy'), '--yes', '--out', out]);
    expect(found(await validated(out))).toMatchObject({ 'ROW.TIME_NO_ZONE': 19 });
  });

  test('of files in two formats one is chosen, the pipeline validates, and --force overwrites', async () => {
    await using copy = await copyOf('samples/small');
    const folder = join(copy.path, 'samples/small');
    const { exitCode, stdout } = await runHere(['init', folder, '--yes', '--name', 'mine', '--json']);
    expect(exitCode).toBe(0);
    const { pipeline, name, sources } = JSON.parse(stdout);
    expect([pipeline, name]).toEqual([join(folder, 'pipeline.yaml'), 'mine']);
    expect(sources.map((each: { files: string[] }) => each.files.length)).toEqual([1, 1, 1, 2]);
    const report = await validated(pipeline);
    expect([found(report), report.warnings, report.entities.messages.pending]).toEqual([{}, [], 200]);
    const before = await readFile(pipeline, 'utf8');
    const messages = ['--messages', join(folder, 'messages-1.ndjson'), join(folder, 'messages-2.ndjson')];
    expect((await runHere(['init', folder, '--yes', '--force', ...messages])).exitCode).toBe(0);
    const after = await readFile(pipeline, 'utf8');
    expect(before).not.toBe(after);
    expect(after).toContain('path: [messages-1.ndjson, messages-2.ndjson]');
  });

  test('without a terminal and without --yes it ends at once and names the flags', async () => {
    await using copy = await copyOf('samples/small');
    const { exitCode, stdout, stderr } = await runCli('init', join(copy.path, 'samples/small'));
    expect([exitCode, stdout]).toEqual([2, '']);
    for (const flag of ['--yes', '--name', '--users', '--zone', '--out']) expect(stderr).toContain(flag);
    expect(existsSync(join(copy.path, 'samples/small/pipeline.yaml'))).toBe(false);
  });

  test('an empty folder, a missing folder and an invalid zone have different errors', async () => {
    await using copy = await copyOf('schema');
    for (const [folder, says, ...flags] of [
      ['schema/nowhere', /cannot be read: ENOENT/],
      ['schema', /no export .* was found/],
      ['schema', /is not a time zone/, '--zone', 'Berlin'],
    ] as const) {
      const { exitCode, stderr } = await runHere(['init', join(copy.path, folder), '--yes', ...flags]);
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(says);
    }
  });

  test('on a terminal it asks, and uses the answers', async () => {
    await using copy = await copyOf('samples/legacy');
    const folder = join(copy.path, 'samples/legacy');
    const asked: string[] = [];
    const answers: readonly (readonly [RegExp, string])[] = [
      [/^members/, 'n'],
      [/zone/, 'Europe/Berlin'],
      [/name of the pipeline/, 'asked'],
    ];
    const out = join(folder, 'asked.yaml');
    const { exitCode } = await runHere(['init', folder, '--out', out], async (question) => {
      asked.push(question);
      return answers.find(([pattern]) => pattern.test(question))?.[1] ?? '';
    });
    expect(exitCode).toBe(0);
    expect(asked).toHaveLength(6);
    const text = await readFile(out, 'utf8');
    expect(text).toContain('name: asked');
    expect(text).toContain('zone: Europe/Berlin');
    expect(text).not.toContain('memberships.csv');
  });

  const archives = join(repository, '../shared/data/gitter/archives');
  test.skipIf(!existsSync(archives))(
    'from real rooms without a header: it shows what is missing (only with ../shared/data/gitter beside this repository)',
    async () => {
      await using copy = await copyOf('schema');
      for (const name of ['Aarhus.tsv', 'AbuDhabi.tsv', 'Accra.tsv'])
        await cp(join(archives, name), join(copy.path, name));
      const { exitCode } = await runHere(['init', copy.path, '--yes']);
      expect(exitCode).toBe(0);
      const text = await readFile(join(copy.path, 'pipeline.yaml'), 'utf8');
      expect(text).toMatch(/columns: \[column1, .*column7\]/);
      expect(text).toMatch(/# \? sender: <column> {3}# required; one of column1/);
      const report = await validated(join(copy.path, 'pipeline.yaml'));
      expect(found(report)['ROW.FIELD_MISSING']).toBe(48);
    },
  );
});
