import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { realFiles } from '../../../src/system/files.ts';
import { realSystem } from '../../../src/system/system.ts';
import { runHere } from '../../support/command-here.ts';
import { serviceHere } from '../../support/service-here.ts';

const message = (muid: string, sentAt: number, text = muid): string =>
  `${JSON.stringify({ muid, sender: 'ann', receiver: 'ben', receiverType: 'user', sentAt, text })}\n`;
const FILES = {
  'users.csv': 'uid,name,statusMessage,createdAt\nann,Ann,hello,1600000000\nben,Ben,,1600000000\n,Nobody,,\n',
  'messages.ndjson': Array.from({ length: 120 }, (_, n) => message(`m${n}`, 1_700_000_000 + n)).join(''),
};
const REST = 'retention: { messagesOlderThanDays: 30, policy: allow }';

/** Answers the question of a run; `asked` has all that was said before. */
function answering(answer: (name: string) => string) {
  const asked: string[] = [];
  const ask = (question: string): Promise<string> => {
    asked.push(question);
    return Promise.resolve(answer(/Type (\S+) to start/.exec(question)?.[1] ?? ''));
  };
  return { asked, ask };
}

/** A file system that counts how many bytes are read of the messages. */
function countingFiles() {
  const counted = { bytes: 0 };
  const open: typeof realFiles.open = async (path, ...more) => {
    const file = await realFiles.open(path, ...more);
    if (!String(path).endsWith('messages.ndjson')) return file;
    return new Proxy(file, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name !== 'read') return typeof value === 'function' ? value.bind(target) : value;
        return async (...args: Parameters<typeof file.read>) => {
          const result = await target.read(...args);
          counted.bytes += result.bytesRead;
          return result;
        };
      },
    });
  };
  return { counted, system: { ...realSystem, files: { ...realFiles, open } } };
}

test('before the first write a person sees rows, requests, minutes and losses, and who declines sends nothing', async () => {
  await using here = await serviceHere({ files: FILES, rest: REST });
  const declining = answering(() => 'no');
  const { exitCode, stderr } = await runHere(['run', here.pipeline], declining.ask);
  expect([exitCode, here.requests]).toEqual([3, []]);
  expect(stderr).toMatch(/users +\+ 2 new +. 0 same +. 0 changed +! 1 refused/);
  expect(stderr).toMatch(/messages +\+ 120 new/);
  expect(stderr).toContain('not carried by the API: 1 × users.statusMessage');
  expect(stderr).toContain('120 messages are older than 30 days');
  expect(stderr).toMatch(/needs +4 requests · at least /);
  expect(stderr).not.toContain('next');
  expect(existsSync(join(here.folder, '.chatferry'))).toBe(false);

  const agreeing = answering((name) => name);
  const done = await runHere(['run', here.pipeline, '--json'], agreeing.ask);
  expect(agreeing.asked).toHaveLength(1);
  expect((JSON.parse(done.stdout) as Report).entities.messages.created).toBe(120);
  // A run that has begun is not asked for again.
  expect((await runHere(['run', here.pipeline], declining.ask)).exitCode).toBe(4);
});

test('what a pilot has written is the same or changed, in a migration and in a sync', async () => {
  for (const rest of [REST, `${REST}\nsync: { onMissing: keep }`]) {
    await using here = await serviceHere({ files: FILES, rest });
    const pilot = answering((name) => name);
    const { stderr } = await runHere(['run', here.pipeline, '--limit', '2'], pilot.ask);
    expect(stderr).toMatch(/messages +\+ 2 new/);
    writeFileSync(join(here.folder, 'users.csv'), FILES['users.csv'].replace('Ben', 'Benjamin'));
    const all = await runHere(['run', here.pipeline], answering(() => 'no').ask);
    expect(all.stderr).toMatch(/users +\+ 0 new +. 1 same +. 1 changed/);
    expect(all.stderr).toMatch(/messages +\+ 118 new +. 2 same +. 0 changed/);
  }
});

test('nobody waits for a second pass over the files who is not asked', async () => {
  const bytesWith = async (options: readonly string[], ask?: (question: string) => Promise<string>) => {
    await using here = await serviceHere({ files: FILES, rest: REST });
    const { counted, system } = countingFiles();
    expect((await runHere(['run', here.pipeline, ...options], ask, system)).exitCode).toBe(4);
    return counted.bytes;
  };
  const once = await bytesWith(['--yes']);
  const asked = await bytesWith([], answering((name) => name).ask);
  const size = FILES['messages.ndjson'].length;
  expect(asked - once).toBeGreaterThanOrEqual(size);
  expect(once).toBeLessThan(asked);
});
