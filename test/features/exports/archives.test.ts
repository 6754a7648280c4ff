import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { summaryOf } from '../../exports/expected.ts';
import { tarOf } from '../../input/sources/documents/tar-file.ts';
import { runHere } from '../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { sendbirdExport, slackExport, zipped } from './small-exports.ts';

const MESSAGES = [{ n: 1 }, { n: 2 }, { n: 3, parent: 1 }];
const tarred = (files: Readonly<Record<string, string>>): Buffer =>
  tarOf(Object.entries(files).map(([name, content]) => ({ name: `./${name}`, content })));

async function archived(name: string, bytes: Uint8Array): Promise<ServiceHere> {
  const here = await serviceHere({
    files: {},
    rest: `  export: { system: auto, path: ${name} }\nretention: { messagesOlderThanDays: 36500 }`,
  });
  mkdirSync(dirname(join(here.folder, name)), { recursive: true });
  writeFileSync(join(here.folder, name), bytes);
  return here;
}

test.each([
  ['sendbird', 'export.tar', tarred(sendbirdExport(MESSAGES))],
  ['sendbird', 'export.tar.zst', zstdCompressSync(tarred(sendbirdExport(MESSAGES)))],
  ['slack', 'export.tar', tarred(slackExport(MESSAGES))],
  ['slack', 'export.tgz', gzipSync(tarred(slackExport(MESSAGES)))],
])('an export of %s in %s is read in place', async (system, name, bytes) => {
  await using here = await archived(name, bytes);
  const { summary } = await summaryOf(here);
  expect([summary.system, summary.kinds]).toMatchObject([
    system,
    { users: { read: 3 }, messages: { read: 3, imported: 3 }, replies: { kept: 1 } },
  ]);
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.entities.messages]).toMatchObject([0, { created: 3 }]);
});

test('a folder of archives alone is what its archives are', async () => {
  await using here = await archived('exports/night-1.zip', zipped(slackExport(MESSAGES.slice(0, 2))));
  writeFileSync(join(here.folder, 'exports/night-2.zip'), zipped(slackExport(MESSAGES)));
  writeFileSync(here.pipeline, readFileSync(here.pipeline, 'utf8').replace('exports/night-1.zip', 'exports'));
  const { summary } = await summaryOf(here);
  expect([summary.system, summary.kinds]).toMatchObject([
    'slack',
    { messages: { read: 5, imported: 3, dropped: { repeated: 2 } } },
  ]);
  const inspected = await runHere(['inspect', join(here.folder, 'exports')]);
  expect([inspected.exitCode, inspected.stdout]).toEqual([0, expect.stringContaining('Slack export')]);
});

test.each([
  ['export.rar', Buffer.from('526172211a0700', 'hex'), 'is a rar archive', 'unrar x'],
  ['export.7z', Buffer.from('377abcaf271c0004', 'hex'), 'is a 7z archive', '7z x'],
  ['export.xz', Buffer.from('fd377a585a000004', 'hex'), 'is a file compressed with xz', 'xz -dk'],
  [
    'outer.zip',
    zipped({ 'inner/export.zip': zipped(slackExport(MESSAGES)).toString('latin1') }),
    'inner/export.zip',
    'unpack',
  ],
])('%s is refused with what to do', async (name, bytes, what, next) => {
  await using here = await archived(name, bytes);
  const { exitCode, stderr } = await runHere(['validate', here.pipeline]);
  expect([exitCode, stderr]).toEqual([expect.any(Number), expect.stringContaining(what)]);
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain(next);
});

test('archives that people have sent each other are no reason to refuse an export', async () => {
  const files = {
    ...slackExport(MESSAGES),
    '__uploads/F1/photos.zip': zipped({ a: 'b' }).toString('latin1'),
  };
  await using here = await archived('export.zip', zipped(files));
  expect((await summaryOf(here)).summary).toMatchObject({
    system: 'slack',
    kinds: { messages: { read: 3 } },
  });
});
