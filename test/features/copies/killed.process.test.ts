import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startCli } from '../../e2e/cli-process.ts';
import { sized } from '../../support/long-form.ts';
import { type CopiesHere, copiesHere, copiesIn, png } from './copies-here.ts';

const FILES = 16;
const names = Array.from({ length: FILES }, (_, at) => `f${at}`);
/** Kills, each later than the one before. */
const KILLS = sized(2, 4);
const KILLS_OF_UNDO = sized(1, 3);
const KILLS_IN_THE_LINE = sized(2, 3);

/** Messages of four files each; two of all files have the same bytes. */
function writeMessages(here: CopiesHere): void {
  const contentOf = (name: string): Buffer => png((name === 'f1' ? 'f0' : name).repeat(2_000));
  const urls = names.map((name) =>
    here.source.put(`/${name}.png`, contentOf(name), {
      answer: (_, response) => {
        // Slow enough that a kill meets files under way.
        setTimeout(() => response.end(contentOf(name)), 100);
      },
    }),
  );
  here.messages(
    ...Array.from({ length: FILES / 4 }, (_, at) => ({
      muid: `m${String.fromCharCode(97 + at)}`,
      files: urls.slice(at * 4, at * 4 + 4),
    })),
  );
}

describe.each(['folder', 's3'] as const)(
  'a run that is killed again and again while it copies to a %s',
  (kind) => {
    test('loses no file, leaves no part of one, and ends right', async () => {
      await using here = await copiesHere(kind);
      writeMessages(here);
      for (let kill = 1; kill <= KILLS; kill++) {
        const { child, ended } = startCli(['run', here.pipeline, '--yes']);
        const wanted = Object.keys(here.store.list()).length + Math.ceil(FILES / (KILLS + 2));
        while (Object.keys(here.store.list()).length < wanted && child.exitCode === null) await sleep(2);
        child.kill('SIGKILL');
        await ended;
        expect(Object.values(await here.sent()).flat()).toEqual([]);
      }
      const { exitCode, result } = await here.json('run', '--yes');
      expect(exitCode).toBe(0);
      const counts = copiesIn(result);
      expect(counts).toMatchObject({ distinct: FILES, balanced: true });
      expect(counts.failed && Object.values(counts.failed).some((count) => count > 0)).toBe(false);
      const sent = Object.values(await here.sent()).flat();
      expect(sent).toHaveLength(FILES);
      const held = here.store.list();
      const prefix = kind === 's3' ? 'chat/' : '';
      const objects = sent.map((url) => prefix + url.slice(here.store.publicUrl.length + 1));
      expect(Object.keys(held).sort()).toEqual([...new Set(objects)].sort());
      for (const [key, digest] of Object.entries(held)) expect(key).toContain(digest);
      expect(existsSync(here.state('prepared'))).toBe(false);
      // All of it is ours.
      const shown = await here.json<{ confirm: string; files: { objects: number } }>('undo');
      expect(shown.result.files.objects).toBe(Object.keys(held).length);
      for (let kill = 1; kill <= KILLS_OF_UNDO; kill++) {
        const { child, ended } = startCli(['undo', here.pipeline, '--confirm', shown.result.confirm]);
        const left = Object.keys(here.store.list()).length - 5;
        while (Object.keys(here.store.list()).length > left && child.exitCode === null) await sleep(2);
        child.kill('SIGKILL');
        await ended;
      }
      const done = await here.json('undo', '--confirm', shown.result.confirm);
      expect([done.exitCode, here.store.list(), await here.sent()]).toEqual([0, {}, {}]);
    });
  },
);

test('a run that is killed in the line sends the same addresses when it is run again, and asks no source', async () => {
  await using here = await copiesHere();
  writeMessages(here);
  const slow = 'limits: { requestsPerMinute: 60000, concurrency: 1, batch: 1, timeoutSeconds: 30 }';
  writeFileSync(here.pipeline, readFileSync(here.pipeline, 'utf8').replace(/^limits:.*$/m, slow));
  const first = await here.json('run', '--only', 'files');
  expect(first.exitCode).toBe(0);
  here.source.forget();
  for (let kill = 1; kill <= KILLS_IN_THE_LINE; kill++) {
    const { child, ended } = startCli(['run', here.pipeline, '--yes']);
    const before = here.requests.length;
    while (here.requests.length < before + 3 && child.exitCode === null) await sleep(2);
    child.kill('SIGKILL');
    await ended;
  }
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(here.source.connections).toBe(0);
  const sent = Object.values(await here.sent()).flat();
  expect([sent.length, new Set(sent).size]).toEqual([FILES, FILES - 1]);
});
