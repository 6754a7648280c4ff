import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LINKS_LOG, linksIndexPath } from '../../../src/features/live/lane/links/kept-links.ts';
import { openLinks } from '../../../src/features/live/lane/links/open-links.ts';
import { fileState } from '../../../src/files/state/file-state.ts';
import { realFiles } from '../../../src/system/files.ts';
import { appHere, folderHere, movePipeline } from '../../origins/service/two-apps.ts';
import { runHere } from '../../support/command-here.ts';
import { writerHere } from './writer-here.ts';

const open = (folder: string) => openLinks(fileState(folder, realFiles), linksIndexPath(folder), realFiles);

test('live goes on after a person was forgotten, and a damaged log of what both sides hold is mended', async () => {
  using here = folderHere();
  await using old = await appHere(here.folder, 'old');
  await using next = await appHere(here.folder, 'next');
  for (const uid of ['ann', 'zorro']) await old.service.users.create({ uid, name: uid });
  const pipeline = movePipeline(here.folder, old, next);
  expect((await runHere(['run', pipeline, '--yes'])).exitCode).toBe(0);
  const folder = join(here.folder, '.chatferry', 'move');
  for (const round of ['a', 'b']) {
    await using links = await open(folder);
    for (const uid of ['ann', 'zorro', 'late'])
      links.note('users', uid, 'old', { version: 5, digest: `${uid}-${round}` });
    await links.sync();
  }
  for (const uid of ['ann', 'zorro']) {
    await using writer = await writerHere(pipeline, 'old');
    writer.note('users', uid, { row: { uid, name: uid } });
  }
  expect((await runHere(['forget', pipeline, '--uid', 'zorro', '--yes'])).exitCode).toBe(0);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const named = files.filter((each) => readFileSync(join(each.parentPath, each.name)).includes('zorro'));
  expect(named.map(({ name }) => name)).toEqual([]);
  {
    await using links = await open(folder);
    expect(links.find('users', 'ann', 'old')).toEqual({ version: 5, digest: 'ann-b' });
    expect(links.find('users', 'zorro', 'old')).toBeUndefined();
    for (const digest of ['later', 'last']) {
      links.note('users', 'late', 'old', { version: 6, digest });
      await links.sync();
    }
  }
  {
    await using writer = await writerHere(pipeline, 'old');
    expect([writer.find('users', 'ann')?.origin, writer.find('users', 'zorro')]).toEqual([
      'exists',
      undefined,
    ]);
  }
  expect((await runHere(['state', 'check', pipeline])).exitCode).toBe(0);

  const log = join(folder, LINKS_LOG);
  writeFileSync(log, readFileSync(log, 'utf8').replace('late-b', 'late-X'), { mode: 0o600 });
  const checked = await runHere(['state', 'check', pipeline]);
  expect([checked.exitCode, checked.stdout]).toEqual([9, expect.stringContaining(LINKS_LOG)]);
  expect((await runHere(['state', 'repair', pipeline, '--yes'])).exitCode).toBe(0);
  expect((await runHere(['state', 'check', pipeline])).exitCode).toBe(0);
  await using links = await open(folder);
  expect(links.find('users', 'ann', 'old')?.digest).toBe('ann-b');
});
