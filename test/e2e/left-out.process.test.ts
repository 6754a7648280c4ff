import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/report/result/report.ts';
import { cli, startSandboxHere } from '../support/cli-here.ts';
import { contentOf } from '../support/sandbox-process.ts';
import { FAST, targetOf, workspace } from './workspace.ts';

const reportOf = (text: string): Report => JSON.parse(text) as Report;
const OLD = 1_600_000_000;
const RECENT = Math.floor(Date.now() / 1_000) - 60;
const message = (muid: string, sentAt: number, text = muid): string =>
  `${JSON.stringify({ muid, sender: 'ann', receiver: 'ben', receiverType: 'user', sentAt, text })}\n`;
const muids = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { muid: string }).muid);
const stateOf = (folder: string): string => join(folder, '.chatferry/e2e');
const landedIn = async (folder: string): Promise<unknown[]> =>
  (await contentOf(join(stateOf(folder), 'sandbox.sqlite'))).messages.map(({ muid }) => muid);

describe('messages that are older than the service keeps them', () => {
  test('archive: they are kept once and not sent; nothing of it is a failure, also with --strict', async () => {
    using space = workspace(0);
    space.write('messages.ndjson', message('a', OLD) + message('b', RECENT) + message('c', OLD + 1));
    const rest = 'retention: { policy: archive }\nthresholds: { skipped: "==0", rejected: "==0" }';
    const pipeline = space.pipeline({ rest });
    const { out, code } = await cli(['run', pipeline, '--json', '--strict']);
    const report = reportOf(out);
    const path = join(stateOf(space.folder), 'archive/messages.ndjson');
    expect(code).toBe(0);
    expect(report).toMatchObject({
      entities: { messages: { read: 3, created: 1, skipped: 2, rejected: 0 } },
      skipped: { 'messages.retention': 2 },
      retention: { messages: 2, oldest: '2020-09-13T12:26:40.000Z', policy: 'archive', hosted: false },
      files: { rejects: [], archive: path },
    });
    const kept = readFileSync(path, 'utf8');
    expect(muids(kept)).toEqual(['a', 'c']);
    expect([statSync(path).mode & 0o777, statSync(join(path, '..')).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(await landedIn(space.folder)).toEqual(['b']);

    const again = await cli(['run', pipeline]);
    expect([again.code, readFileSync(path, 'utf8')]).toEqual([0, kept]);
    expect(again.out).toContain('2 messages are older than 183 days');
    expect(again.out).toMatch(/archive +\S*archive\/messages\.ndjson/);
    const page = readFileSync(join(stateOf(space.folder), 'report.html'), 'utf8');
    expect(page).toContain('All 7 rows imported, 2 skipped by a rule');
    expect((await cli(['verify', pipeline])).code).toBe(0);

    space.pipeline({ rest: 'retention: { policy: allow }' });
    expect((await cli(['run', pipeline, '--fresh'])).code).toBe(0);
    expect(existsSync(path)).toBe(false);
    expect(readFileSync(path.replace('archive/', 'archive.before/'), 'utf8')).toBe(kept);
    expect(await landedIn(space.folder)).toHaveLength(3);
  });

  test('in a sync, each is in the archive once over all nights; what the service has already stays in the sync', async () => {
    using space = workspace(0);
    const night = async (lines: readonly string[], retention: string): Promise<Report> => {
      writeFileSync(join(space.folder, 'messages.ndjson'), lines.join(''));
      const rest = `sync: {}\nretention: ${retention}`;
      const { out, err, code } = await cli(['run', space.pipeline({ rest }), '--json']);
      expect(code, err).toBe(0);
      return reportOf(out);
    };
    const archive = join(stateOf(space.folder), 'archive/messages.ndjson');
    const half = [message('held', 1_700_000_000), message('b', RECENT)];
    const years = '{ messagesOlderThanDays: 30000, policy: archive }';
    await night(half, years);
    expect(existsSync(archive)).toBe(false);

    const first = [...half, message('a', OLD), message('c', OLD + 1)];
    await night(first, '{ policy: archive }');
    expect(muids(readFileSync(archive, 'utf8'))).toEqual(['a', 'c']);
    await night([...first, message('d', OLD + 2)], '{ policy: archive }');
    expect(muids(readFileSync(archive, 'utf8'))).toEqual(['a', 'c', 'd']);

    // An export without them does not lose them, and an edit of a message that the service has arrives.
    const edited = [message('held', 1_700_000_000, 'edited'), message('b', RECENT), message('e', OLD + 3)];
    expect((await night(edited, '{ policy: archive }')).entities.messages).toMatchObject({
      updated: 1,
      unchanged: 1,
      skipped: 1,
      rejected: 0,
    });
    expect(muids(readFileSync(archive, 'utf8'))).toEqual(['a', 'c', 'd', 'e']);
    const { messages } = await contentOf(join(stateOf(space.folder), 'sandbox.sqlite'));
    expect(messages.flatMap(({ muid }) => muid ?? []).sort()).toEqual(['b', 'held']);
    expect(JSON.stringify(messages)).toContain('edited');
  });

  test('rejected first, then archived by a retry: the retry appends to the archive of the run', async () => {
    using space = workspace(0);
    space.write('messages.ndjson', message('a', OLD) + message('b', RECENT) + message('c', RECENT, ' '));
    const pipeline = space.pipeline({ rest: 'retention: { policy: reject }' });
    expect((await cli(['run', pipeline])).code).toBe(4);
    space.pipeline({ rest: 'retention: { policy: archive }' });
    const retried = await cli(['rejects', 'retry', pipeline, '--json']);
    expect(retried.code).toBe(4);
    const archive = join(stateOf(space.folder), 'archive/messages.ndjson');
    expect(reportOf(retried.out)).toMatchObject({
      entities: { messages: { read: 2, skipped: 1, rejected: 1 } },
      files: { archive },
    });
    expect(muids(readFileSync(archive, 'utf8'))).toEqual(['a']);
    const again = await cli(['rejects', 'retry', pipeline, '--json']);
    expect([again.code, muids(readFileSync(archive, 'utf8'))]).toEqual([4, ['a']]);
    const { out } = await cli(['status', pipeline, '--json']);
    expect(JSON.parse(out).entities.messages).toMatchObject({
      counts: { read: 3, created: 1, skipped: 1, rejected: 1 },
      skipped: { retention: 1 },
    });
  });

  test('a sandbox with --retention refuses them as the service does; without it takes them', async () => {
    using space = workspace(0);
    space.write('messages.ndjson', message('a', OLD) + message('b', RECENT));
    await using strict = await startSandboxHere(space.folder, ['--retention', '183d']);
    const pipeline = space.pipeline({ target: targetOf(strict), rest: FAST });
    const { out, code } = await cli(['run', pipeline, '--yes', '--json']);
    const { entities, problems, retention } = reportOf(out);
    expect(code).toBe(4);
    expect(entities.messages).toMatchObject({ created: 1, rejected: 1 });
    expect(problems[0]?.samples[0]?.message).toContain('older than 183 days cannot be imported');
    expect(retention).toMatchObject({ messages: 1, policy: 'allow', hosted: false });
    for (const given of ['0d', '183', 'soon']) {
      const refused = await cli(['sandbox', '--retention', given, '--data', join(space.folder, 'x.sqlite')]);
      expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('such as 183d, or none')]);
    }
  });
});

describe('rows that are skipped because an equal row stands before them', () => {
  const EQUAL = message('a', RECENT) + message('b', RECENT) + message('a', RECENT) + message('a', RECENT);

  test('run says it in its verdict, status and the page; --strict exits 4', async () => {
    using space = workspace(0);
    space.write('messages.ndjson', EQUAL);
    const pipeline = space.pipeline({});
    const { out, code } = await cli(['run', pipeline]);
    expect(code).toBe(0);
    expect(out).toContain('✔ adds up, 2 duplicates skipped');
    expect((await cli(['status', pipeline])).out).toMatch(/e2e {2}done, 2 duplicates skipped\n/);
    const { entities } = JSON.parse((await cli(['status', pipeline, '--json'])).out);
    expect(entities.messages.skipped).toEqual({ duplicate: 2 });
    const page = readFileSync(join(stateOf(space.folder), 'report.html'), 'utf8');
    expect(page).toContain('All 8 rows imported, 2 duplicates skipped');

    const strict = await cli(['run', pipeline, '--strict', '--json']);
    expect(strict.code).toBe(4);
    expect(reportOf(strict.out)).toMatchObject({
      exitCode: 4,
      error: { code: 'RUN.STRICT', message: '--strict counts as failures: 2 duplicates skipped' },
    });
    const after = readFileSync(join(stateOf(space.folder), 'report.html'), 'utf8');
    expect(after).toContain('All 8 rows imported, 2 duplicates skipped');
  });

  test('validate says it; with --strict it exits 4; a threshold of skipped counts these rows', async () => {
    using space = workspace(0);
    space.write('messages.ndjson', EQUAL);
    const pipeline = space.pipeline({ rest: 'thresholds: { skipped: "<=2" }' });
    const { out, code } = await cli(['validate', pipeline]);
    expect([code, out]).toEqual([0, expect.stringContaining('✔ adds up, 2 duplicates skipped')]);
    expect((await cli(['validate', pipeline, '--strict'])).code).toBe(4);
    expect((await cli(['validate', space.pipeline({ rest: 'thresholds: { skipped: "<2" }' })])).code).toBe(
      11,
    );
  });

  test('a sync says it; with --strict it exits 4', async () => {
    using space = workspace(0);
    space.write('messages.ndjson', EQUAL);
    const pipeline = space.pipeline({ rest: 'sync: {}' });
    for (const [options, exit] of [
      [[], 0],
      [[], 0],
      [['--strict'], 4],
    ] as const) {
      const { out, code } = await cli(['run', pipeline, ...options]);
      expect([code, out]).toEqual([exit, expect.stringContaining('✔ adds up, 2 duplicates skipped')]);
    }
  });

  test('a retry says it: a corrected row that equals one that has landed', async () => {
    using space = workspace(0);
    const line = message('a', RECENT);
    space.write('messages.ndjson', line + message('c', RECENT, ' '));
    const pipeline = space.pipeline({});
    expect((await cli(['run', pipeline])).code).toBe(4);
    const rejects = join(stateOf(space.folder), 'rejects/messages.ndjson');
    const corrected = { ...JSON.parse(readFileSync(rejects, 'utf8')), ...JSON.parse(line) };
    writeFileSync(rejects, `${JSON.stringify(corrected)}\n`);
    const { out, code } = await cli(['rejects', 'retry', pipeline]);
    expect([code, out]).toEqual([0, expect.stringContaining('✔ adds up, 1 duplicate skipped')]);
    expect((await cli(['status', pipeline])).out).toContain('done, 1 duplicate skipped');
  });
});
