import { existsSync } from 'node:fs';
import { appendFile, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Checkpoint, CheckpointStore } from '../../src/delivery/checkpoint.ts';
import type { DeadLetter } from '../../src/delivery/dead-letter.ts';
import type { Plan } from '../../src/delivery/plan.ts';
import { run } from '../../src/delivery/run.ts';
import { RunError } from '../../src/errors/run-error.ts';
import { type EntityName, entityNames } from '../../src/input/entities/entity.ts';
import { balanced } from '../../src/input/rows/outcome.ts';
import type { Source } from '../../src/input/sources/source.ts';
import { type KeyFile, keyFile } from '../../src/keys/key-file.ts';
import { KeyIndex } from '../../src/keys/key-index.ts';
import { Ledger } from '../../src/ledger/ledger.ts';
import { openPlan } from '../../src/pipeline/open-plan.ts';
import { parsePipeline } from '../../src/pipeline/pipeline.ts';
import { importApi } from '../../src/service/targets/import-api.ts';
import { limit } from '../../src/service/transport/limit.ts';
import { createLimiter } from '../../src/service/transport/limiter.ts';
import { retry } from '../../src/service/transport/retry.ts';
import { compose, type Transport } from '../../src/service/transport/transport.ts';
import { openCheckpoint } from '../../src/session/open-checkpoint.ts';
import { rejectsFiles } from '../../src/session/rejects-files.ts';
import { makeStateFolder, statePaths } from '../../src/session/state-folder.ts';
import { fileStore } from '../../src/session/stores/file.ts';
import { conversation, type Fault, ImportModel } from './import-model.ts';
import { type Expected, expectedOf, keyOf, type Migration, migrations, written } from './migration-case.ts';

/** How a process ends before its work is done. */
type Stop = {
  /** `kill`: nothing more happens. `disk`: one write fails, the next one would succeed. `signal`: asked to stop. */
  readonly kind: 'kill' | 'disk' | 'signal';
  /** How many starts and ends of requests and writes happen before. */
  readonly after: number;
  /** Whether a kill leaves partial writes behind. */
  readonly torn: boolean;
};

type Settings = {
  readonly width: number;
  readonly chunk: number;
  readonly spare: number;
  readonly batch: number;
  readonly commitEveryMs: number;
  readonly formats: readonly ('csv' | 'ndjson')[];
  readonly files: number;
};

const settings: fc.Arbitrary<Settings> = fc.record({
  width: fc.integer({ min: 1, max: 6 }),
  chunk: fc.integer({ min: 1, max: 40 }),
  spare: fc.nat(60),
  batch: fc.constantFrom(1, 2, 3, 7, 50),
  commitEveryMs: fc.constantFrom(0, 1, 20),
  formats: fc.array(fc.constantFrom('csv', 'ndjson'), { minLength: 4, maxLength: 4 }),
  files: fc.integer({ min: 1, max: 3 }),
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

const COLUMNS: Readonly<Record<EntityName, readonly string[]>> = {
  users: ['uid', 'name'],
  groups: ['guid', 'name', 'type', 'owner'],
  members: ['guid', 'uid', 'scope'],
  messages: ['muid', 'sender', 'receiver', 'receiverType', 'sentAt', 'text'],
};

/** In memory if the system has such a folder, because there are thousands of synced writes. */
const ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const RUNS = Number(process.env['CHATFERRY_PROPERTY_RUNS'] ?? 120);
const PARTS = 3;

type File = { readonly name: string; readonly lines: readonly number[] };

/** Writes the input files of a case; the rows of each entity are spread over its files in order. */
async function writeInputs(
  folder: string,
  { rows }: Migration,
  { formats, files }: Settings,
): Promise<Record<EntityName, File[]>> {
  const found: Record<EntityName, File[]> = { users: [], groups: [], members: [], messages: [] };
  for (const [index, entity] of entityNames.entries()) {
    const size = Math.ceil(rows[entity].length / files);
    for (let part = 0; part * size < rows[entity].length; part++) {
      const format = formats[(index + part) % formats.length] as 'csv' | 'ndjson';
      const { text, lines } = written(
        rows[entity].slice(part * size, (part + 1) * size),
        COLUMNS[entity],
        format,
      );
      const name = `${entity}-${part}.${format}`;
      await writeFile(join(folder, name), text);
      found[entity].push({ name, lines });
    }
  }
  const sources = entityNames.map(
    (name) => `  ${name}: { path: [${found[name].map((file) => file.name).join(', ')}] }`,
  );
  await writeFile(
    join(folder, 'pipeline.yaml'),
    `version: 1\nname: case\ntarget: sandbox\nsources:\n${sources.join('\n')}\n`,
  );
  return found;
}

class Killed extends Error {}

/** Counts the requests and writes of a process, and ends it as `Stop` says. */
class SimulatedProcess {
  #points = 0;
  #over = false;
  readonly #stop: Stop | undefined;
  readonly abort = new AbortController();

  constructor(stop: Stop | undefined) {
    this.#stop = stop;
  }

  async act<T>(what: () => Promise<T>, isWrite: boolean): Promise<T> {
    this.#point(isWrite);
    const done = await what();
    this.#point(false);
    return done;
  }

  #point(isWrite: boolean): void {
    if (this.#over) throw new Killed();
    if (!this.#stop || this.#points++ < this.#stop.after) return;
    if (this.#stop.kind === 'signal') this.abort.abort(new RunError('RUN.INTERRUPTED', 'asked to stop'));
    else if (this.#stop.kind === 'kill') {
      this.#over = true;
      throw new Killed();
    } else if (isWrite && !this.#failed) {
      this.#failed = true;
      throw new RunError('STATE.UNWRITABLE', 'the disk is full, for a moment');
    }
  }
  #failed = false;
}

const rechunked = (source: Source, rows: number): Source => ({
  ...source,
  async *read(from, signal) {
    for await (const chunk of source.read(from, signal))
      for (let at = 0; at < chunk.length; at += rows) yield chunk.slice(at, at + rows);
  },
});

type Reported = { readonly exists: Set<string> };

/** Runs one process; resolves with its checkpoint if it finishes. */
async function runProcess(
  folder: string,
  model: ImportModel,
  { width, chunk, spare, batch, commitEveryMs }: Settings,
  stop: Stop | undefined,
  reported: Reported,
): Promise<Checkpoint> {
  const simulated = new SimulatedProcess(stop);
  const file = join(folder, 'pipeline.yaml');
  const pipeline = parsePipeline(await readFile(file, 'utf8'), file, {});
  const target = importApi({
    budget: { requests: Number.POSITIVE_INFINITY, perMs: 60_000, concurrency: width },
    itemsMax: batch,
  });
  const nowMs = Date.now();
  const opened = await openPlan(pipeline, { routes: target.routes, nowMs, strict: false });
  const plan: Plan = {
    ...opened,
    steps: opened.steps.map((step) => ({
      ...step,
      sources: step.sources.map((source) => rechunked(source, chunk)),
    })),
  };
  const paths = statePaths(pipeline.stateFolder);
  await makeStateFolder(paths);
  const kept = fileStore(paths.checkpoint);
  const store: CheckpointStore = {
    ...kept,
    save: (checkpoint) => simulated.act(() => kept.save(checkpoint), true),
  };
  const checkpoint = await openCheckpoint({
    pipeline,
    plan,
    store,
    target: {},
    signal: simulated.abort.signal,
    nowMs,
  });
  const perEntity = <T>(make: (name: EntityName) => T): Record<EntityName, T> =>
    Object.fromEntries(entityNames.map((name) => [name, make(name)])) as Record<EntityName, T>;
  const base: Transport = (request, signal) => simulated.act(() => model.transport(request, signal), false);
  const transport = compose(
    base,
    retry({ observe: () => {}, random: () => 0 }),
    limit({ limiter: createLimiter(target.budgets), observe: () => {}, random: () => 0 }),
  );
  using ledger = new Ledger(paths.ledger, {});
  await run(plan, {
    target,
    ledger,
    transport,
    checkpoint,
    store,
    keys: perEntity(() => new KeyIndex()),
    keyFiles: perEntity((name) => watchedKeys(keyFile(join(paths.keys, `${name}.bin`)), simulated)),
    openDeadLetter: (step) =>
      watchedRejects(rejectsFiles(paths.rejects, step.entity.name, step.sources, step.nameOf), simulated),
    observe: (event) => {
      if (event.type !== 'committed') return;
      for (const { outcome, key } of event.rows)
        if (outcome.status === 'exists') reported.exists.add(key as string);
    },
    width,
    capacity: chunk * 2 + spare,
    commitEveryMs,
    graceMs: 0,
    signal: simulated.abort.signal,
  });
  return checkpoint;
}

const watchedKeys = (file: KeyFile, simulated: SimulatedProcess): KeyFile => ({
  restore: (index, bytes) => file.restore(index, bytes),
  append: (stamps) => simulated.act(() => file.append(stamps), true),
});

const watchedRejects = (letter: DeadLetter, simulated: SimulatedProcess): DeadLetter => ({
  restore: (claimed) => letter.restore(claimed),
  append: (rows) => simulated.act(() => letter.append(rows), true),
  get paths() {
    return letter.paths;
  },
});

/** Writes what a kill during writes leaves: bytes that no checkpoint claims, and half of a new checkpoint. */
async function tear(folder: string, files: Readonly<Record<EntityName, readonly File[]>>): Promise<void> {
  const state = join(folder, '.chatferry', 'case');
  await writeFile(join(state, 'checkpoint.json.next'), '{"sha256":"00');
  const checkpoint = await fileStore(join(state, 'checkpoint.json')).load();
  const underWay = entityNames.find((name) => !checkpoint?.steps[name]?.done);
  if (!underWay) return;
  await appendFile(join(state, 'keys', `${underWay}.bin`), Buffer.alloc(33, 0xee));
  const formats = new Set(files[underWay].map(({ name }) => name.split('.').at(-1)));
  for (const format of formats)
    await appendFile(join(state, 'rejects', `${underWay}.${format}`), '{"half a row');
}

async function rejectsOf(folder: string, entity: EntityName, format: 'csv' | 'ndjson'): Promise<string[]> {
  const path = join(folder, '.chatferry', 'case', 'rejects', `${entity}.${format}`);
  const text = await readFile(path, 'utf8').catch(() => '');
  const rows: Record<string, unknown>[] =
    format === 'csv'
      ? parse(text, { columns: true })
      : text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line));
  return rows.map(
    (row) =>
      `${row['_file']}:${row['_line']} ${String(row['_code']).replace(/^(?:CSV|NDJSON)\..*/, 'fault')}`,
  );
}

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
  const landedKeys = (entity: EntityName): Set<string> =>
    new Set(wanted[entity].flatMap(({ outcome, key }) => (outcome === 'landed' ? [key as string] : [])));
  for (const entity of entityNames)
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
  for (const entity of entityNames) {
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
  for (const entity of entityNames)
    for (const { fields } of rows[entity]) if (fields) yield keyOf(entity, fields);
}

/** Checks that each row in the service has the content of the row that had to land. */
function contentsOf(
  entity: EntityName,
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
  entity: EntityName,
  files: readonly File[],
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
    300_000,
  );
});
