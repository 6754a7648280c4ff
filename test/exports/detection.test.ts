import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPipeline } from '../../src/index.ts';
import { slackExport } from '../features/exports/small-exports.ts';
import { zipOf } from '../input/sources/documents/zip-file.ts';
import { runHere } from '../support/command-here.ts';
import { serviceHere } from '../support/service-here.ts';
import { exportHere, fixtures, summaryOf } from './expected.ts';

test('a folder that is no export, and one of another system, are refused with what to write', async () => {
  await using photos = await exportHere('.', { options: '/README.md' });
  const unknown = await runHere(['validate', photos.pipeline]);
  expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('EXPORT.UNKNOWN')]);
  expect(unknown.stderr).toContain('chatferry init FOLDER');
  await using other = await exportHere('sendbird/synthetic', { system: 'slack' });
  const refused = await runHere(['validate', other.pipeline]);
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('EXPORT.OTHER_SYSTEM')]);
  expect(refused.stderr).toContain('system: sendbird');
  expect(unknown.stderr).toContain('these files: README.md');
  expect(refused.stderr).toContain('channels');
});

/** Exports of each system, and a text in which somebody shows those of others. */
const OF_SYSTEMS: Readonly<Record<string, string>> = {
  discord: 'discord/synthetic',
  firebase: 'firebase/rtdb',
  sendbird: 'sendbird/synthetic',
  slack: 'slack/newer',
  sql: 'sql/postgres',
  stream: 'stream/channels',
  twilio: 'twilio/synthetic',
};

test('an export is of its own system alone, and no other one is found in it', async () => {
  for (const [system, path] of Object.entries(OF_SYSTEMS)) {
    await using auto = await exportHere(path);
    expect((await summaryOf(auto)).summary.system, system).toBe(system);
    if (system === 'discord') continue;
    await using declared = await exportHere(path, { system: 'discord' });
    await expect(declared.json('validate'), system).rejects.toThrow(
      new RegExp(`EXPORT\\.OTHER_SYSTEM[\\s\\S]*system: ${system}`),
    );
  }
});

test('a message in which somebody shows an export of another system changes nothing', async () => {
  const shown = [
    '{"group_channels":[{"channel_url":"x","is_distinct":true}]}',
    '{"type":"message","data":{"cid":"a:b"}}',
  ];
  const content = `${shown.join('\n')}\n{"__collections__":{}}\nCREATE TABLE messages (id int);`;
  const author = { id: '1', name: 'ann' };
  const message = { id: '2', type: 'Default', timestamp: '2026-01-01T00:00:00Z', content, author };
  const document = { guild: { id: '3' }, channel: { id: '4', name: content }, messages: [message] };
  await using here = await serviceHere({
    files: { 'export/a.json': JSON.stringify(document) },
    rest: '  export: { system: auto, path: export }\nretention: { messagesOlderThanDays: 36500 }\n',
  });
  const { summary } = await summaryOf(here);
  expect([summary.system, summary.kinds.messages]).toMatchObject(['discord', { read: 1, imported: 1 }]);
});

test('with sender: fail, an author that is not in the list of users ends the command', async () => {
  await using here = await exportHere('sendbird/synthetic', { rest: 'policies: { sender: fail }' });
  const { exitCode, stderr } = await runHere(['validate', here.pipeline]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('EXPORT.USER_UNKNOWN');
  expect(stderr).toContain('ghost-user');
  await using pipeline = await openPipeline(here.pipeline);
  await expect(pipeline.validate()).rejects.toMatchObject({
    code: 'EXPORT.USER_UNKNOWN',
    where: { file: expect.stringContaining('messages'), line: expect.any(Number) },
  });
});

test('init says of a file that is no export what it is: cut off, or of nothing that is known', async () => {
  await using here = await exportHere('slack/synthetic.zip');
  const cut = join(here.folder, 'cut.zip');
  const whole = readFileSync(join(fixtures, 'slack/synthetic.zip'));
  writeFileSync(cut, whole.subarray(0, whole.length / 2));
  const broken = await runHere(['init', cut, '--out', join(here.folder, 'a.yaml')]);
  expect([broken.exitCode, broken.stderr]).toEqual([9, expect.stringContaining('SOURCE.TRUNCATED')]);
  const file = join(here.folder, 'prices.csv');
  writeFileSync(file, 'sku,price\na,1\n');
  const other = await runHere(['init', file, '--out', join(here.folder, 'b.yaml')]);
  expect([other.exitCode, other.stderr]).toEqual([2, expect.stringContaining('--users FILE')]);
});

test('policies.topics says that it has no effect with a system without topics', async () => {
  const noteOf = async (rest: string): Promise<string> => {
    await using here = await exportHere('sendbird/synthetic', { rest });
    return (await summaryOf(here)).summary.notes.join();
  };
  expect(await noteOf('policies: { topics: thread }')).toContain(
    'policies: { topics: thread } has no effect: this export of Sendbird has no topics',
  );
  expect(await noteOf('')).not.toContain('topics');
});

test('an export of pages for people is refused with what to export instead', async () => {
  await using here = await serviceHere({
    files: { 'export/messages/inbox.html': '<!DOCTYPE html><title>Ann</title><p>hi</p>' },
    rest: '  export: { system: auto, path: export }\n',
  });
  await expect(here.json('validate')).rejects.toThrow(
    /EXPORT\.NOT_READ[\s\S]*inbox\.html: an HTML page[\s\S]*export again, as JSON or CSV instead of HTML/,
  );
  const page = join(here.folder, 'export/messages/inbox.html');
  const { exitCode, stderr } = await runHere(['init', page, '--out', join(here.folder, 'a.yaml')]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('as JSON or CSV instead of HTML')]);
});

test('of several files, one that is corrupt is rejected, and those around it count', async () => {
  await using here = await exportHere('sendbird/synthetic');
  const path = join(here.folder, 'export/messages/messages-2.json');
  const whole = readFileSync(path);
  writeFileSync(path, whole.subarray(0, whole.length / 2));
  const { report, summary } = await summaryOf(here);
  expect(report.balanced).toBe(true);
  expect(report.problems.map(({ code }) => code)).toContain('EXPORT.FILE_DAMAGED');
  expect(summary.kinds.messages?.imported).toBeGreaterThan(100);
});

test('an archive that nobody can read without a password, or by its compression, says that, also to who names the system', async () => {
  const parts = Object.entries(slackExport([{ n: 1 }])).map(([name, content]) => ({ name, content }));
  for (const [more, words] of [
    [{ flags: 1 }, 'is encrypted'],
    [{ method: 12 }, 'is compressed with bzip2'],
  ] as const)
    for (const system of ['auto', 'slack']) {
      await using here = await serviceHere({
        files: { 'export.zip': zipOf(parts.map((part) => ({ ...part, ...more }))) },
        rest: `  export: { system: ${system}, path: export.zip }\n`,
      });
      const { exitCode, stderr } = await runHere(['validate', here.pipeline]);
      expect([exitCode, stderr]).toEqual([expect.any(Number), expect.stringContaining('SOURCE.UNREADABLE')]);
      expect(stderr).toContain(words);
      const init = await runHere([
        'init',
        join(here.folder, 'export.zip'),
        '--out',
        join(here.folder, 'a.yaml'),
      ]);
      expect(init.stderr).toContain(words);
    }
});
