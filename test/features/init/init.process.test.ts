import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { runCli } from '../../support/cli-here.ts';
import { runHere } from '../../support/command-here.ts';
import { testWithReal } from '../../support/real-data.ts';
import { copyOf } from '../../support/repository.ts';
import { contentOf } from '../../support/sandbox-process.ts';

async function validated(pipeline: string): Promise<Report> {
  return JSON.parse((await runHere(['validate', pipeline, '--json'])).stdout);
}

/** Compares the messages that the sandbox holds with the rooms of `samples/legacy-dump`, read by nothing of the tool. */
async function sameAsMessagesFile(folder: string): Promise<void> {
  const { messages } = await contentOf(join(folder, '.chatferry/legacy-dump/sandbox.sqlite'));
  const rows: Record<string, string>[] = parse(await readFile(join(folder, 'messages.csv')), {
    columns: true,
  });
  const living = rows.filter(({ is_deleted, kind }) => is_deleted === '0' && kind === 'message');
  const held = messages.filter(({ receiverType }) => receiverType === 'group');
  expect(held.map(({ muid }) => String(muid)).sort()).toEqual(living.map(({ id }) => id).sort());
  const byId = new Map(held.map((message) => [String(message['muid']), message]));
  const plain = living.filter(({ body = '' }) => body !== '' && !/[<&*_]/.test(body));
  expect(plain.length).toBeGreaterThan(30);
  for (const { id = '', body, posted = '' } of plain) {
    const [, day, hour, minute, half] = /^(\d+)-Mar-24 (\d+):(\d+) ([ap])\.m\.$/.exec(posted) ?? [];
    // Berlin is one hour ahead of UTC until the end of March.
    const utc = Date.UTC(
      2024,
      2,
      Number(day),
      (Number(hour) % 12) + (half === 'p' ? 12 : 0) - 1,
      Number(minute),
    );
    expect(byId.get(id)).toMatchObject({ sentAt: utc / 1_000, data: { text: body } });
  }
  const url = 'https://files.example.com/old/uploads/2024/03/1004-invoice_2024-03.pdf';
  expect(byId.get('1004')).toMatchObject({ data: { attachments: [{ url, name: 'invoice 2024-03.pdf' }] } });
}

const found = ({ problems }: Report): Record<string, number> =>
  Object.fromEntries(problems.map(({ code, count }) => [code, count]));

describe('chatferry init', () => {
  test('from an export of another system: the pipeline validates, and what a word means is seen by the values', async () => {
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
    expect(text).toContain('receiverType: { from: to_kind, values: { room: group, emp: user } }');
    expect(text).not.toMatch(/^# \?/m);
    const report = await validated(out);
    expect(found(report)).toEqual({});
    expect(
      report.entities.users.pending + report.entities.groups.pending + report.entities.members.pending,
    ).toBe(19);
  });

  test('if no zone is given, times without a zone are a question, not guessed', async () => {
    await using copy = await copyOf('samples/legacy');
    const out = join(copy.path, 'samples/legacy/mine.yaml');
    await runHere(['init', join(copy.path, 'samples/legacy'), '--yes', '--out', out]);
    const { exitCode, stderr } = await runHere(['validate', out]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('CONFIG.UNANSWERED');
    expect(stderr).toContain('in which time zone were these times written?');
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
    expect(after).toContain('path: messages-*.ndjson');
  });

  test('without a terminal and without --yes it writes its questions with their choices into the file', async () => {
    await using copy = await copyOf('samples/legacy');
    const out = join(copy.path, 'samples/legacy/mine.yaml');
    const { exitCode, stdout } = await runCli('init', join(copy.path, 'samples/legacy'), '--out', out);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('3 questions are open, so it cannot run yet');
    const text = await readFile(out, 'utf8');
    expect(text).toMatch(/# \? created: in which time zone .*--answer zone=/);
    expect(text).toMatch(
      /# \? to_kind: which receiverType does "emp" mean \(4 rows\)\? .*--answer messages\.receiverType\.emp=/,
    );
    const answered = [
      '--answer',
      'zone=Europe/Berlin',
      'messages.receiverType.emp=user',
      'groups.type.O=public',
    ];
    const { stdout: json } = await runHere([
      'init',
      join(copy.path, 'samples/legacy'),
      '--out',
      out,
      '--force',
      '--json',
      ...answered,
    ]);
    expect(JSON.parse(json)).toMatchObject({
      questions: [],
      dryRun: { users: { read: 6, lands: 6 }, messages: { read: 12, lands: 12, rejected: 0 } },
    });
  });

  test('an answer that does not fit its question is an error, and nothing is written', async () => {
    await using copy = await copyOf('samples/legacy');
    const out = join(copy.path, 'samples/legacy/mine.yaml');
    for (const answer of ['zone=Berlin', 'messages.receiverType.emp=person', 'zone']) {
      const { exitCode, stderr } = await runHere([
        'init',
        join(copy.path, 'samples/legacy'),
        '--out',
        out,
        '--answer',
        answer,
      ]);
      expect([answer, exitCode]).toEqual([answer, 2]);
      expect(stderr).toContain('USAGE.INVALID');
    }
    expect(existsSync(out)).toBe(false);
  });

  test('an empty folder, a missing folder and an invalid zone have different errors', async () => {
    await using copy = await copyOf('pipelines');
    for (const [folder, says, ...flags] of [
      ['pipelines/nowhere', /cannot be read: ENOENT/],
      ['pipelines', /no file of .* was found/],
      ['pipelines', /is not a time zone/, '--zone', 'Berlin'],
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
      [/zone/, 'Europe/Berlin'],
      [/"O"/, '3'],
      [/"emp"/, '2'],
    ];
    const out = join(folder, 'asked.yaml');
    const { exitCode } = await runHere(['init', folder, '--out', out], async (question) => {
      asked.push(question);
      return answers.find(([pattern]) => pattern.test(question))?.[1] ?? '';
    });
    expect(exitCode).toBe(0);
    expect(asked).toEqual([
      expect.stringMatching(/in which time zone/),
      expect.stringMatching(/"O" mean \(2 rows\)\?\n {2}1 {2}private\n[\s\S]*\[private\]/),
      expect.stringMatching(/"emp" mean \(4 rows\)\?\n {2}1 {2}group\n {2}2 {2}user\n1-2.* \[user\]/),
    ]);
    const text = await readFile(out, 'utf8');
    expect(text).toContain('zone: Europe/Berlin');
    expect(text).toContain('emp: user');
    expect(text).toContain('O: public');
  });

  test('a legacy dump of six files goes from init to verify with two answers: all rows are as in the files', async () => {
    await using copy = await copyOf('samples/legacy-dump');
    const folder = join(copy.path, 'samples/legacy-dump');
    const answers = [/in which time zone/, /Under which URL/];
    const asked: string[] = [];
    const { exitCode, stdout } = await runHere(['init', folder], async (question) => {
      asked.push(question);
      return /zone/.test(question) ? 'Europe/Berlin' : 'https://files.example.com/old';
    });
    expect(exitCode).toBe(0);
    expect(asked).toEqual(answers.map((text) => expect.stringMatching(text)));
    expect(stdout).toMatch(
      /users +8 of 8 [\s\S]*groups +4 of 4 [\s\S]*members +24 of 24 [\s\S]*messages +92 of 92 .*10 skipped/,
    );
    const pipeline = join(folder, 'pipeline.yaml');
    expect((await runCli('run', pipeline)).exitCode).toBe(0);
    const verified = await runCli('verify', pipeline);
    expect(verified.exitCode).toBe(0);
    expect(verified.stdout).toContain('verified 128 of 128');
    await sameAsMessagesFile(folder);
  });

  testWithReal(
    'gitter/archives',
    'from real rooms without a header, newest row first: everything lands except empty texts',
    async (archives) => {
      await using copy = await copyOf('pipelines');
      for (const name of ['Aarhus.tsv', 'AbuDhabi.tsv', 'Accra.tsv'])
        await cp(join(archives, name), join(copy.path, name));
      const { exitCode } = await runHere(['init', copy.path, '--yes']);
      expect(exitCode).toBe(0);
      const text = await readFile(join(copy.path, 'pipeline.yaml'), 'utf8');
      expect(text).toMatch(/columns: \[column1, .*column7\]/);
      expect(text).toMatch(/order: (?:newestFirst|byTime)/);
      expect(text).toContain('sender: column4');
      const report = await validated(join(copy.path, 'pipeline.yaml'));
      expect(Object.keys(found(report))).toEqual([]);
      expect(report.entities.messages.pending).toBe(48);
    },
  );
});
