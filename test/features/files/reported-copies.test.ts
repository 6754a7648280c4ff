import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StatusDocument } from '../../../src/features/status/status-document.ts';
import type { FilesVerification } from '../../../src/features/verify/result/files-verification.ts';
import { takeLock } from '../../../src/files/lock.ts';
import { zeroFileCounts } from '../../../src/pipeline/files/file-counts.ts';
import type { Report } from '../../../src/report/result/report.ts';
import { resultSchema } from '../../../src/report/result/result-schema.ts';
import { realSystem } from '../../../src/system/system.ts';
import { sourceServer } from '../../pipeline/files/source-server.ts';
import { runHere } from '../../support/command-here.ts';
import { eventsIn, ofType } from '../../support/schemas/run-schemas.ts';
import { copiesHere, messagesWith } from './copies-here.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** Four files, of which two are the same, one that is gone, and one that needs a login. */
async function filesHere() {
  const source = await sourceServer();
  const png = (name: string, more: string): string =>
    source.put(name, Buffer.concat([PNG, Buffer.from(more)]), { type: 'image/png' });
  const addresses = [
    png('/a.png', 'a'),
    png('/b.png', 'b'),
    png('/c.png', 'c'),
    png('/same.png', 'c'),
    `${source.origin}/gone.png?X-Amz-Signature=secret`,
    source.answer('/login.png', (_, response) => response.writeHead(401).end()),
  ];
  const here = await copiesHere({
    files: messagesWith(addresses),
    rules: `from: [{ host: "${source.host}", allowPrivate: true }]`,
  });
  return {
    ...here,
    source,
    [Symbol.asyncDispose]: () => here[Symbol.asyncDispose]().then(() => source[Symbol.asyncDispose]()),
  };
}

test('a run says in its events, its result, its page and its log what became of files', async () => {
  await using here = await filesHere();
  const { exitCode, stdout, stderr } = await runHere(['run', here.pipeline, '--yes', '--events']);
  expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/copying 6 files to \.\/copies/)]);
  expect(stderr).toContain('4 files (51 B) copied, 2 not: 1 gone, 1 needs a login');
  const events = eventsIn(stdout);
  expect(ofType(events, 'files.started')).toHaveLength(1);
  expect(
    ofType(events, 'files.failed')
      .map(({ why }) => why)
      .sort(),
  ).toEqual(['gone', 'login']);
  const [finished] = ofType(events, 'files.finished');
  const { result } = events.at(-1) as { result?: Report };
  expect(resultSchema.parse(result).fileCopies).toEqual(finished?.fileCopies);
  expect(result?.fileCopies).toMatchObject({
    found: 6,
    distinct: 6,
    copied: 3,
    sameContent: 1,
    balanced: true,
  });
  const [address] = here.source.origin.split('/').slice(2);
  expect(result?.fileFacts?.hosts).toEqual([{ host: address, files: 6, bytes: 68, failed: 2 }]);
  const state = join(here.folder, '.chatferry/here');
  const page = readFileSync(join(state, 'report.html'), 'utf8').replaceAll('\u00a0', ' ');
  expect(page).toContain('All 8 rows imported; 4 files (51 B) copied, 2 not: 1 gone, 1 needs a login');
  const log = readFileSync(join(state, 'run.log'), 'utf8');
  expect(log).toContain('"type":"files.finished"');
  expect(stdout + stderr + page + log).not.toContain('secret');
});

test('after a run its copies are as they were put, and the next plan has nothing to copy', async () => {
  await using here = await filesHere();
  expect((await here.json<Report>('run', '--yes')).exitCode).toBe(0);
  here.source.forget();
  const { exitCode, result } = await here.json<{ fileCopies: FilesVerification }>(
    'verify',
    '--files',
    '--bytes',
  );
  expect([exitCode, result.fileCopies]).toEqual([
    0,
    {
      objects: { of: 3, checked: 3, same: 3 },
      bytesRead: 51,
      addresses: { of: 4, same: 4 },
      public: { asked: 3, same: 3 },
      differences: [],
    },
  ]);
  const dry = (await here.json<Report>('validate')).result.fileAddresses;
  expect(dry).toMatchObject({ addresses: 6, known: 4, failedBefore: 2, todo: 0 });
  expect(here.source.requests).toEqual([]);
});

test('while files are copied, the status says how many, and no more once rows are written', async () => {
  await using here = await filesHere();
  expect((await here.json<Report>('run', '--yes')).exitCode).toBe(0);
  const state = join(here.folder, '.chatferry/here');
  const log = (...events: readonly object[]): void =>
    appendFileSync(join(state, 'run.log'), events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  await using _lock = await takeLock(join(state, 'lock'), 'chatferry run pipeline.yaml', realSystem);
  const status = async () => (await here.json<StatusDocument>('status')).result.files;
  expect(await status()).toBeUndefined();
  const progress = {
    done: 5,
    todo: 20,
    etaSeconds: 90,
    fileCopies: { ...zeroFileCounts(), bytesCopied: 4_000_000 },
  };
  const time = '2026-11-21T12:00:00Z';
  log(
    { time, type: 'files.started', to: './copies', distinct: 20, todo: 20 },
    { time, type: 'files.progress', ...progress },
  );
  expect(await status()).toEqual({ at: time, ...progress });
  const { stdout } = await runHere(['status', here.pipeline]);
  expect(stdout).toContain('\n  files      5 of 20 files, about 90 s left, 4.0 MB\n');
  log({ time, type: 'files.finished', seconds: 1 }, { time, type: 'run.started' });
  expect(await status()).toBeUndefined();
});
