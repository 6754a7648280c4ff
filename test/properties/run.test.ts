import { existsSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { RunError } from '../../src/errors/run-error.ts';
import { type CoreName, coreNames } from '../../src/input/entities/entity.ts';
import { balanced } from '../../src/input/rows/outcome.ts';
import { sized } from '../support/long-form.ts';
import { type InputFile, rejectsOf, tear, writeInputs } from './case-files.ts';
import { conversation, type Fault, ImportModel } from './import-model.ts';
import { type Expected, expectedOf, keyOf, type Migration, migrations } from './migration-case.ts';
import { Killed, type Reported, runProcess, type Settings, type Stop } from './simulated-process.ts';

const settings: fc.Arbitrary<Settings> = fc.record({
  width: fc.integer({ min: 1, max: 6 }),
  chunk: fc.integer({ min: 1, max: 40 }),
  spare: fc.nat(60),
  batch: fc.constantFrom(1, 2, 3, 7, 50),
  commitEveryMs: fc.constantFrom(0, 1, 20),
  formats: fc.array(fc.constantFrom('csv', 'ndjson'), { minLength: 4, maxLength: 4 }),
  files: fc.integer({ min: 1, max: 3 }),
  keysInMemory: fc.constantFrom(undefined, 1, 3, 12),
});

const stops: fc.Arbitrary<readonly Stop[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('kill', 'kill', 'kill', 'disk', 'signal'),
    after: fc.oneof(fc.nat(12), fc.nat(120)),
    torn: fc.boolean(),
  }),
  { maxLength: 4 },
);

/** So few faults of each kind that no valid row can be rejected. */
const faults: fc.Arbitrary<readonly Fault[]> = fc
  .tuple(
    fc.array(fc.constantFrom<Fault>('429', '503', 'lost', 'reset', 'refused', 'none', 'none'), {
      maxLength: 30,
    }),
    fc.subarray<Fault>(['half500', 'html', 'html', 'silent', 'silent']),
  )
  .chain(([many, few]) => fc.shuffledSubarray([...many, ...few], { minLength: many.length + few.length }));

/** In memory if the system has such a folder, because there are thousands of synced writes. */
const ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const RUNS = Number(process.env['CHATFERRY_PROPERTY_RUNS'] ?? sized(36, 60));
const PARTS = 12;

type Case = {
  readonly input: Migration;
  readonly how: Settings;
  readonly ends: readonly Stop[];
  readonly goesWrong: readonly Fault[];
  readonly turns: readonly number[];
};

async function checkCase({ input, how, ends, goesWrong, turns }: Case): Promise<void> {
  await using folder = await mkdtempDisposable(join(ROOT, 'chatferry-'));
  const files = await writeInputs(folder.path, input, how);
  const wanted = expectedOf(input);
  let request = 0;
  let turn = 0;
  const model = new ImportModel(
    () => goesWrong[request++] ?? 'none',
    async () => {
      const hops = turns[turn++ % turns.length] ?? 0;
      for (let hop = 0; hop < hops; hop++) await new Promise((resolve) => setImmediate(resolve));
    },
  );
  const landedKeys = (entity: CoreName): Set<string> =>
    new Set(wanted[entity].flatMap(({ outcome, key }) => (outcome === 'landed' ? [key as string] : [])));
  for (const entity of coreNames)
    for (const key of landedKeys(entity))
      if (input.present.has(key)) model.rows[entity].set(key, { present: true });

  const reported: Reported = { exists: new Set() };
  for (const stop of ends) {
    const ended = await runProcess(folder.path, model, how, stop, reported).catch((error: unknown) => error);
    if (ended instanceof Error && !(ended instanceof Killed) && !(ended instanceof RunError)) throw ended;
    if (ended instanceof RunError) expect(ended.code).toMatch(/^(?:RUN\.INTERRUPTED|STATE\.UNWRITABLE)$/);
    if (stop.torn && stop.kind === 'kill' && ended instanceof Error) await tear(folder.path, files);
  }
  const { steps } = await runProcess(folder.path, model, how, undefined, reported);
  const sent = model.requests;
  const again = await runProcess(folder.path, model, how, undefined, reported);
  expect(model.requests, 'a finished pipeline sends nothing').toBe(sent);
  expect(again.steps).toEqual(steps);

  expect(model.complaints).toEqual([]);
  for (const key of reported.exists)
    expect(input.present, `${key} was created by the run and reported as existing before`).toContain(key);
  for (const entity of coreNames) {
    const landed = landedKeys(entity);
    expect([...model.rows[entity].keys()].sort(), `${entity} in the service`).toEqual([...landed].sort());
    const count = (outcome: string): number => wanted[entity].filter((row) => row.outcome === outcome).length;
    const counts = steps[entity]?.counts;
    if (!counts) throw new Error(`no counts of ${entity}`);
    expect(balanced(counts)).toBe(true);
    expect({ ...counts, created: counts.created + counts.exists, exists: 0 }, `counts of ${entity}`).toEqual({
      read: input.rows[entity].length,
      created: count('landed'),
      updated: 0,
      exists: 0,
      unchanged: 0,
      skipped: count('skipped'),
      rejected: count('rejected'),
      blocked: count('blocked'),
      pending: 0,
      inDoubt: 0,
    });
    const before = [...landed].filter((key) => input.present.has(key)).length;
    expect(counts.exists).toBeLessThanOrEqual(before);
    const certain =
      ends.length === 0 && goesWrong.every((fault) => ['none', '429', 'refused'].includes(fault));
    if (certain && ![...allKeys(input)].some((key) => key.includes('poison5')))
      expect(counts.exists).toBe(before);
    contentsOf(entity, input, model, wanted[entity]);
    await rejectsAre(folder.path, entity, files[entity], wanted[entity]);
  }
  inOrder(wanted.messages, model);
}

function* allKeys({ rows }: Migration): Generator<string> {
  for (const entity of coreNames)
    for (const { fields } of rows[entity]) if (fields) yield keyOf(entity, fields);
}

/** Checks that each row in the service has the content of the row that had to land. */
function contentsOf(
  entity: CoreName,
  { rows, present }: Migration,
  model: ImportModel,
  wanted: readonly Expected[],
): void {
  rows[entity].forEach(({ fields = {} }, index) => {
    const { outcome, key = '' } = wanted[index] as Expected;
    if (outcome !== 'landed' || present.has(key)) return;
    const { text, sentAt, ...rest } = Object.fromEntries(
      Object.entries(fields).filter(([, cell]) => cell !== ''),
    );
    expect(model.rows[entity].get(key)).toMatchObject({
      ...rest,
      ...(text === undefined ? {} : { data: { text } }),
      ...(sentAt === undefined ? {} : { sentAt: Number(sentAt) }),
    });
  });
}

async function rejectsAre(
  folder: string,
  entity: CoreName,
  files: readonly InputFile[],
  wanted: readonly Expected[],
): Promise<void> {
  let at = 0;
  const lines: Record<'csv' | 'ndjson', string[]> = { csv: [], ndjson: [] };
  for (const { name, lines: numbers } of files)
    for (const line of numbers) {
      const { outcome, code } = wanted[at++] as Expected;
      if (outcome === 'rejected' || outcome === 'blocked')
        lines[name.endsWith('csv') ? 'csv' : 'ndjson'].push(`${name}:${line} ${code ?? 'fault'}`);
    }
  for (const format of ['csv', 'ndjson'] as const)
    expect(await rejectsOf(folder, entity, format), `rejects of ${entity}`).toEqual(lines[format]);
}

/** Checks that the messages of every conversation have landed in file order. */
function inOrder(wanted: readonly Expected[], { landed, rows: stored }: ImportModel): void {
  const place = new Map(
    wanted.flatMap(({ outcome, key }, index) =>
      outcome === 'landed' ? [[key as string, index] as const] : [],
    ),
  );
  const last = new Map<string, number>();
  for (const key of landed) {
    const row = stored.messages.get(key);
    if (!row) continue;
    const at = place.get(key) as number;
    const lane = conversation(row);
    expect(last.get(lane) ?? -1, `${key} came too early in ${lane}`).toBeLessThan(at);
    last.set(lane, at);
  }
}

describe('run', () => {
  beforeAll(() => {
    // Removes the random waits between attempts.
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });

  // The runs mostly wait for retries, so they are split into parts that run at the same time.
  test.concurrent.each(Array.from({ length: PARTS }, (_, part) => part + 1))(
    'brings every valid row into the service once and every reject into its file once, whatever stops it (part %i)',
    async (part) => {
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            input: migrations,
            how: settings,
            ends: stops,
            goesWrong: faults,
            turns: fc.array(fc.nat(6), { minLength: 1, maxLength: 9 }),
          }),
          checkCase,
        ),
        // Math.random is mocked for all parts, so each part needs its own seed to get other runs.
        { numRuns: Math.ceil(RUNS / PARTS), seed: Date.now() + part * 7_919, endOnFailure: true },
      );
    },
  );
});
