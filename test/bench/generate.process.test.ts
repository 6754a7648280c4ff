import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GenerateOptions, generate } from '../../bench/generate.ts';
import { runCli } from '../support/cli-process.ts';

const names = ['users', 'groups', 'members', 'messages'] as const;
const small = {
  users: 40,
  groups: 7,
  members: 100,
  messages: 3_000,
  format: 'csv',
  seed: 1,
  bad: 0,
} as const;

type Texts = Readonly<Record<string, string>>;

describe('generate', () => {
  let folder: string;
  let count = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chatferry-generate-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function generated(options: Partial<GenerateOptions> = {}) {
    const out = join(folder, String(count++));
    const written = await generate({ ...small, ...options, out });
    const format = options.format ?? small.format;
    const rows = async (name: (typeof names)[number]): Promise<Texts[]> => {
      const text = await readFile(join(out, `${name}.${format}`), 'utf8');
      if (format === 'csv') return parse(text, { columns: true });
      const values = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      return values.map((value) =>
        Object.fromEntries(Object.entries(value).map(([key, cell]) => [key, String(cell)])),
      );
    };
    const hash = async (): Promise<string> => {
      const files = await Promise.all(names.map((name) => readFile(join(out, `${name}.${format}`))));
      return createHash('sha256').update(Buffer.concat(files)).digest('hex');
    };
    return { ...written, rows, hash };
  }

  test.each(['csv', 'ndjson'] as const)(
    'writes as many valid %s rows as it was asked for',
    async (format) => {
      const { pipeline, badMessages } = await generated({ format });
      const { exitCode, stdout } = await runCli('validate', pipeline, '--json');
      const report = JSON.parse(stdout);
      const { users, groups, members, messages } = report.entities;
      expect([exitCode, badMessages, report.warnings]).toEqual([0, 0, []]);
      expect([users.pending, groups.pending, members.pending, messages.pending]).toEqual([40, 7, 100, 3_000]);
    },
  );

  test('makes every Nth message invalid in one known way, and says how many', async () => {
    const { pipeline, badMessages } = await generated({ bad: 7 });
    expect(badMessages).toBe(428);
    const { exitCode, stdout } = await runCli('validate', pipeline, '--json');
    const report = JSON.parse(stdout);
    expect(exitCode).toBe(4);
    expect(report.entities.messages).toMatchObject({ rejected: 428, pending: 2_572 });
    expect(report.problems).toMatchObject([{ code: 'MESSAGE.TEXT_EMPTY', count: 428 }]);
  });

  test('writes the same files for the same seed and others for another', async () => {
    const hashes = [await generated(), await generated(), await generated({ seed: 2 })].map(({ hash }) =>
      hash(),
    );
    const [first, again, other] = await Promise.all(hashes);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test('writes the same rows in both formats', async () => {
    const csv = await generated();
    const ndjson = await generated({ format: 'ndjson' });
    for (const name of names) expect(await csv.rows(name)).toEqual(await ndjson.rows(name));
  });

  test('sends oldest first within 2024 and 2025, by members, four of five to groups', async () => {
    const { rows } = await generated();
    const messages = await rows('messages');
    const times = messages.map(({ sentAt }) => Number(sentAt));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(Date.parse('2024-01-01T00:00:00Z') / 1000);
    expect(times.at(-1)).toBeLessThan(Date.parse('2026-01-01T00:00:00Z') / 1000);
    const joined = new Set((await rows('members')).map(({ guid, uid }) => `${guid} ${uid}`));
    expect(joined.size).toBe(small.members);
    const toGroups = messages.filter(({ receiverType }) => receiverType === 'group');
    expect(toGroups.every(({ receiver, sender }) => joined.has(`${receiver} ${sender}`))).toBe(true);
    expect(toGroups.length / messages.length).toBeCloseTo(0.8, 1);
    const texts = messages.map(({ text }) => text).join('');
    for (const held of [/"/, /\n/, /\p{Emoji_Modifier}/u, /\u200d/]) expect(texts).toMatch(held);
  });

  test('refuses amounts that cannot be', async () => {
    await expect(generated({ members: 6 })).rejects.toThrow('--members must be from 7');
    await expect(generated({ members: 281 })).rejects.toThrow(RangeError);
    await expect(generated({ messages: Number.NaN })).rejects.toThrow('--messages is not a whole number');
  });
});
