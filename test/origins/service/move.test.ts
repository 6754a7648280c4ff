import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { jsonHere, runHere } from '../../support/command-here.ts';
import { contentOf } from './content.ts';
import { fillApp } from './filled-app.ts';
import { appHere, folderHere, movePipeline } from './two-apps.ts';

const SIZE = { users: 28, groups: 6, messages: 420 };

describe('an app of this service moves to another app', () => {
  test('with everything that the entities know', async () => {
    using here = folderHere();
    await using old = await appHere(here.folder, 'old');
    await using next = await appHere(here.folder, 'next');
    await fillApp(old.service, SIZE);
    const pipeline = movePipeline(here.folder, old, next);
    const { exitCode, result } = await jsonHere<Report>(['run', pipeline, '--yes', '--json']);
    expect(exitCode).toBe(0);
    expect(result.balanced).toBe(true);
    for (const { read, imported, converted, kept, dropped } of Object.values(result.export?.kinds ?? {})) {
      const left = Object.values(dropped).reduce((sum, each) => sum + each, 0);
      expect(imported + converted + kept + left).toBe(read);
    }
    const kinds = result.export?.kinds ?? {};
    expect(Object.keys(kinds.messages?.detail?.['system'] ?? {})).toEqual([
      'action.groupMember',
      'action.message',
    ]);
    expect(result.export?.pulled).toMatchObject({ source: old.baseUrl, users: 28, conversations: 6 });
    expect(result.export?.pulled?.bytes).toBeGreaterThan(50_000);
    expect(result.warnings.join()).toMatch(/addresses of files that stop working after a day or so: \d+/);
    expect((await runHere(['verify', pipeline])).exitCode).toBe(0);
    expect(await contentOf(next.service, 'old')).toEqual(await contentOf(old.service, 'old'));
    // Reactions with their users, pins and threads are in the metadata of their message.
    const kept = (await Array.fromAsync(next.service.messages.list({ limit: 1_000 }))).map(
      ({ data }) => (data?.metadata as { source?: Record<string, unknown> } | undefined)?.source ?? {},
    );
    expect(kept.find((source) => source['reactions'])?.['reactions']).toContainEqual({
      reaction: '👍',
      count: 1,
      uids: [expect.stringMatching(/^u-\d+$/)],
    });
    expect(kept.filter((source) => source['pinned'])).toHaveLength(kinds.pins?.read ?? -1);
    expect(kept.filter((source) => source['parentMuid'])).toHaveLength(kinds.replies?.read ?? -1);
    // Neither the key nor a token is in what is kept.
    const key = readFileSync(old.keyFile, 'utf8').trim();
    const state = join(here.folder, '.chatferry');
    for (const entry of readdirSync(state, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) expect(readFileSync(join(entry.parentPath, entry.name)).includes(key)).toBe(false);
    // Nothing is left to do, and nothing is asked again.
    old.requests.length = 0;
    expect((await runHere(['run', pipeline, '--yes'])).exitCode).toBe(0);
    expect(old.requests).toEqual([]);
  });

  test('with live threads, reactions and pins, where the pipeline says so', async () => {
    using here = folderHere();
    await using old = await appHere(here.folder, 'old');
    await using next = await appHere(here.folder, 'next');
    await fillApp(old.service, { users: 20, groups: 4, messages: 450 });
    const pipeline = movePipeline(here.folder, old, next, [
      'policies: { threads: write, reactions: write, pins: write }',
    ]);
    const { exitCode } = await runHere(['run', pipeline, '--yes', '--allow-notifications']);
    expect(exitCode).toBe(0);
    expect((await runHere(['verify', pipeline])).exitCode).toBe(0);
    const marksOf = async ({ service }: typeof old): Promise<readonly string[]> => {
      const found: string[] = [];
      const messages = await Array.fromAsync(service.messages.list({ affix: 'append', limit: 1_000 }));
      const muidOf = new Map(messages.map(({ id, muid }) => [id, muid]));
      for (const { id, muid, parentId, pinnedAt, data } of messages) {
        if (parentId !== undefined) found.push(`${muid} answers ${muidOf.get(parentId)}`);
        if (pinnedAt !== undefined) found.push(`${muid} is pinned`);
        if (!data?.reactions) continue;
        for await (const { uid, reaction } of service.reactions.list(id))
          found.push(`${muid} ${reaction} ${uid}`);
      }
      return found.sort();
    };
    const marks = await marksOf(old);
    expect(marks.length).toBeGreaterThan(15);
    expect(await marksOf(next)).toEqual(marks);
  });
});
