import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyRules } from '../../../src/report/result/apply-rules.ts';
import type { Report } from '../../../src/report/result/report.ts';
import { runCli } from '../../support/cli-here.ts';
import { reportFixture } from '../../support/report-fixture.ts';
import { copyOf } from '../../support/repository.ts';

/** A pipeline with four users: one has no name, another has an invalid id. */
async function space(...lines: readonly string[]) {
  const copy = await copyOf();
  await writeFile(join(copy.path, 'users.csv'), 'uid,name,emial\nann,Ann,x\nben,,y\nc d,Cy,z\ndee,Dee,\n');
  const pipeline = join(copy.path, 'pipeline.yaml');
  const text = ['version: 1', 'name: few', 'sources:', '  users: { path: users.csv }', ...lines];
  await writeFile(pipeline, text.join('\n'));
  return Object.assign(copy, { pipeline });
}

describe('guards of validate', () => {
  test('maxRejects and thresholds are checked against the whole file, shown with ✓ and ✗, and give exit code 11', async () => {
    await using folder = await space(
      'limits: { maxRejects: 1 }',
      'thresholds: { rejected: "<10%", blocked: "==0", warnings: "<= 1" }',
    );
    const { exitCode, stdout, stderr } = await runCli('validate', folder.pipeline);
    expect(exitCode).toBe(11);
    expect(stdout).toMatch(/✗ rejected +50 % +<10%\n✓ blocked +0 +==0\n✓ warnings +1 +<= 1\n/);
    expect(stdout).toContain('read 4   ready 2   rejected 2');
    expect(stdout).toMatch(/✖ ROW\.FIELD_MISSING[\s\S]*✖ ID\.INVALID/);
    expect(stderr).toContain('GUARD.MAX_REJECTS');
    expect(stderr).toContain('2 of 4 rows were rejected or blocked, limits.maxRejects is 1');
    expect(stdout).toContain('next      correct the rows, or raise limits.maxRejects');
  });

  test('maxRejects counts blocked rows, and says so', async () => {
    await using folder = await space('  messages: { path: messages.csv }', 'limits: { maxRejects: 2 }');
    const messages = ['m1,ann,ben', 'm2,ben,ann', 'm3,ann,dee'].map(
      (cells) => `${cells},user,2024-05-16T09:00:00Z,Hi\n`,
    );
    const head = 'muid,sender,receiver,receiverType,sentAt,text\n';
    await writeFile(join(folder.path, 'messages.csv'), head + messages.join(''));
    const { exitCode, stdout, stderr } = await runCli('validate', folder.pipeline);
    expect([exitCode, stdout]).toEqual([11, expect.stringContaining('rejected 2   blocked 2')]);
    expect(stderr).toContain('  4 of 7 rows were rejected or blocked, limits.maxRejects is 2\n');
  });

  test('the most severe failure decides the exit code: guard, then rows, then --strict', () => {
    const ok = { ...reportFixture(), exitCode: 0 };
    const strict = { unknownColumns: 2 };
    expect(
      applyRules({ ...ok, notices: [] }, { thresholds: {}, strict: { unknownColumns: 0 } }),
    ).toMatchObject({
      exitCode: 0,
    });
    expect(applyRules(ok, { thresholds: {}, strict })).toMatchObject({
      exitCode: 4,
      error: { message: '--strict counts as failures: 12413 notices, 2 columns that no field uses' },
    });
    expect(applyRules({ ...ok, exitCode: 4 }, { thresholds: {}, strict }).error).toBeUndefined();
    expect(applyRules(ok, { thresholds: { notices: '<100' }, strict })).toMatchObject({
      exitCode: 11,
      error: { code: 'GUARD.THRESHOLD', message: 'notices is 12 413, not <100' },
    });
    expect(applyRules(ok, { thresholds: { notices: '<100' }, maxRejects: '0.01%' })).toMatchObject({
      exitCode: 11,
      error: { code: 'GUARD.MAX_REJECTS' },
    });
  });

  test('every measure can be bounded, and every comparison compares', () => {
    const thresholds = {
      rejected: '<0.1%',
      blocked: '>= 40',
      skipped: '>24%',
      notices: '<=12413',
      notCarried: '==8549',
      warnings: '<2',
      requests: '<20000',
      minutes: '>257.3',
      users: '>0',
      messages: '>=1000000000',
    };
    const checked = applyRules(reportFixture(), { thresholds }).thresholds ?? [];
    expect(checked.map(({ measure }) => measure)).toEqual(Object.keys(thresholds));
    expect(checked.filter(({ passed }) => !passed).map(({ measure }) => measure)).toEqual([
      'skipped',
      'warnings',
      'minutes',
      'messages',
    ]);
    const run = applyRules({ ...reportFixture(), command: 'run' }, { thresholds }).thresholds ?? [];
    expect(run.map(({ measure }) => measure)).not.toContain('notices');
  });

  test('the rows of an entity are measured, unless a command reads only some of them', async () => {
    const thresholds = 'thresholds: { users: ">=4", messages: ">0" }';
    await using folder = await space('target: sandbox', thresholds);
    const { exitCode, stdout, stderr } = await runCli('validate', folder.pipeline);
    expect(exitCode).toBe(11);
    expect(stdout).toMatch(/✓ users +4 +>=4\n✗ messages +0 +>0\n/);
    expect(stderr).toContain('messages is 0, not >0');
    const some = await runCli('run', folder.pipeline, '--limit', '2', '--json', '--yes');
    expect([some.exitCode, (JSON.parse(some.stdout) as Report).thresholds]).toEqual([0, undefined]);
    const all = await runCli('run', folder.pipeline, '--json', '--yes');
    expect((JSON.parse(all.stdout) as Report).thresholds).toMatchObject([
      { measure: 'users', value: 4, passed: true },
      { measure: 'messages', value: 0, passed: false },
    ]);
    expect(all.exitCode).toBe(11);
    await writeFile(folder.pipeline, (await readFile(folder.pipeline, 'utf8')).replace('>0', '>1%'));
    const share = await runCli('validate', folder.pipeline);
    expect([share.exitCode, share.stderr]).toEqual([2, expect.stringContaining('thresholds.messages')]);
  });

  test('a run is checked against them as well', async () => {
    await using folder = await space('target: sandbox', 'thresholds: { rejected: "==0" }');
    const { exitCode, stdout } = await runCli('run', folder.pipeline, '--json');
    expect(exitCode).toBe(11);
    const report = JSON.parse(stdout) as Report;
    expect(report.entities.users).toMatchObject({ created: 2, rejected: 2 });
    const state = join(folder.path, '.chatferry/few');
    expect(await readFile(join(state, 'report.html'), 'utf8')).toContain('2 of 4 rows were not imported');
    expect((await stat(join(state, 'report.html'))).mode & 0o777).toBe(0o600);

    await writeFile(join(state, 'report.html'), '');
    const again = await runCli('report', folder.pipeline);
    expect([again.exitCode, again.stdout]).toEqual([0, expect.stringContaining('report.html')]);
    expect(await readFile(join(state, 'report.html'), 'utf8')).toContain('2 of 4 rows were not imported');
  });
});

describe('options of validate', () => {
  test('--report writes a page that only its owner can read, and no other file', async () => {
    await using folder = await space();
    const page = join(folder.path, 'out.html');
    await writeFile(page, 'before', { mode: 0o644 });
    const { exitCode, stdout } = await runCli('validate', folder.pipeline, '--report', page);
    expect(exitCode).toBe(4);
    expect(stdout).toContain('out.html');
    expect(await readFile(page, 'utf8')).toMatch(
      /^<!doctype html>[\s\S]*2 of 4 rows are not ready[\s\S]*<\/html>\n$/,
    );
    expect((await stat(page)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder.path)).sort()).toEqual(['out.html', 'pipeline.yaml', 'users.csv']);
  });

  test('a page that cannot be written is refused before anything is read', async () => {
    await using folder = await space();
    const named = await runCli('validate', folder.pipeline, '--report', 'pipeline.yaml');
    expect([named.exitCode, named.stderr]).toEqual([
      2,
      expect.stringContaining('the name must end in .html'),
    ]);
    const below = await runCli('validate', folder.pipeline, '--report', `${folder.pipeline}/a.html`);
    expect([below.exitCode, below.stderr]).toEqual([2, expect.stringContaining('USAGE.INVALID')]);
    await mkdir(join(folder.path, 'a.html'));
    const page = join(folder.path, 'a.html');
    const { exitCode, stdout, stderr } = await runCli('validate', folder.pipeline, '--report', page);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('it is a folder');
    const none = await runCli('report', folder.pipeline);
    expect(none.exitCode).toBe(2);
    expect(none.stderr).toContain('STATE.NO_REPORT');
    expect(none.stderr).toContain(`chatferry validate ${folder.pipeline} --report report.html`);
  });

  test('--max-errors sets how many samples of each code are kept and shown', async () => {
    await using copy = await copyOf('samples');
    const pipeline = join(copy.path, 'samples/broken/pipeline.yaml');
    const { stdout } = await runCli('validate', pipeline, '--max-errors', '2');
    expect(stdout).toMatch(/ROW\.FIELD_MISSING {2}11 rows\n( {4}\S.*\n){2} {4}and 9 more\n {2}→ fill/);
    expect(stdout).toContain('MESSAGE.TOO_OLD');
    const more = JSON.parse(
      (await runCli('validate', pipeline, '--max-errors', '99', '--json')).stdout,
    ) as Report;
    const missing = more.problems.find(({ code }) => code === 'ROW.FIELD_MISSING');
    expect([missing?.count, missing?.samples.length]).toEqual([11, 11]);
  });
});
