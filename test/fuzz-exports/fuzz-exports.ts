import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exportPolicyValues } from '../../src/exports/export-rules.ts';
import { pick, type Random, seeded } from '../support/random.ts';
import { type ExportBytes, type Fixture, fixtures, writeExport } from './exports.ts';
import { archiveOf, changedBytes, changedFiles, changedLines } from './files.ts';
import { judged } from './judge.ts';
import { changedRows } from './values.ts';

/** What a fuzz came to. */
export type FuzzResult = {
  readonly mutations: number;
  readonly exports: number;
  /** Exports by the exit code of their validation. */
  readonly exits: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  readonly faults: readonly string[];
};

/** A changed export, with what the pipeline says of it. */
type Changed = {
  readonly files: ExportBytes | Buffer;
  readonly mutations: number;
  readonly options: string;
  /** The export without the rows that were changed: whatever lands of it must land beside the changed ones. */
  readonly floor?: ExportBytes;
};

const FAULTS_MAX = 20;
/** Files of an export in which rows are changed, and rows of each. */
const FILES_MAX = 12;
const ROWS_MAX = { withFloor: 40, without: 160 };
const below = (random: Random, end: number): number => Math.floor(random() * end);

/** Changes exports at random and validates each. */
export async function fuzzExports(options: {
  readonly mutations: number;
  readonly seed: number;
  /** Only fixtures whose names begin with it; absent for all. */
  readonly only?: string | undefined;
  /** Told of every export before it is validated. */
  readonly onProgress?: (mutations: number, seed: number) => void;
  readonly onFault?: (fault: string) => void;
}): Promise<FuzzResult> {
  const exits: Record<string, number> = {};
  const faults: string[] = [];
  let [mutations, exports, slowestMs] = [0, 0, 0];
  for (let seed = options.seed; mutations < options.mutations && faults.length < FAULTS_MAX; seed++) {
    options.onProgress?.(mutations, seed);
    const changed = changedOf(seed, options.only);
    const found = await fuzzOne(changed);
    for (const fault of found.faults) {
      faults.push(`seed ${seed}, ${changed.name}: ${fault}`);
      options.onFault?.(faults.at(-1) as string);
    }
    slowestMs = Math.max(slowestMs, found.cpuMs);
    mutations += changed.mutations;
    exports += 1;
    exits[found.exitCode] = (exits[found.exitCode] ?? 0) + 1;
  }
  return { mutations, exports, exits, slowestMs, faults };
}

type Found = { readonly exitCode: number; readonly cpuMs: number; readonly faults: readonly string[] };

async function fuzzOne({ files, floor, mutations, options }: Changed): Promise<Found> {
  const found = await validated(files, options);
  if (!floor || found.faults.length > 0) return found;
  const { landed: least } = await validated(floor, options);
  if (!least) return found;
  const { landed } = found;
  if (!landed) return { ...found, faults: [`changed rows stop the whole run: ${found.said}`] };
  // A changed row may have the id of another one, and take its place.
  const lost = Object.entries(least).filter(([kind, count]) => (landed[kind] ?? 0) < count - mutations);
  const faults = lost.map(([kind, count]) => `${kind}: ${landed[kind]} of ${count} rows around ${mutations}`);
  return { ...found, faults };
}

async function validated(files: ExportBytes | Buffer, options: string): ReturnType<typeof judged> {
  const folder = await mkdtemp(join(tmpdir(), 'chatferry-fuzz-'));
  try {
    return await judged(await written(folder, files, options));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes an export and its pipeline. */
async function written(folder: string, files: ExportBytes | Buffer, options: string): Promise<string> {
  const isZip = Buffer.isBuffer(files);
  const path = isZip ? 'export.zip' : 'export';
  if (isZip) await writeFile(join(folder, path), files);
  else await writeExport(join(folder, path), files);
  const pipeline = join(folder, 'pipeline.yaml');
  await writeFile(pipeline, `version: 1\nname: fuzz\nsources: { export: { path: ${path}, ${options}\n`);
  return pipeline;
}

/** The changed export of a seed. */
function changedOf(seed: number, only = ''): Changed & { readonly name: string } {
  const random = seeded(seed);
  const fixture = pick(
    random,
    fixtures.filter(({ name }) => name.startsWith(only)),
  );
  return { ...changedExport(fixture, random), name: fixture.name };
}

function changedExport(fixture: Fixture, random: Random): Changed {
  const roll = random();
  const options = anyOptions(fixture, random);
  const hasFloor = roll < 0.3;
  const rows = roll < 0.6 ? withRows(fixture, random, hasFloor) : undefined;
  if (rows && rows.mutations > 0) return hasFloor ? rows : { ...rows, options };
  if (roll < 0.85) return { ...withBytes(fixture, random), options };
  const changes = 1 + below(random, 3);
  let files = fixture.files;
  for (let count = changes; count > 0; count--) files = changedFiles(files, fixtures, random);
  if (roll < 0.93) return { files, mutations: changes, options };
  const isDamaged = random() < 0.8;
  return { files: archiveOf(files, random, isDamaged), mutations: changes + Number(isDamaged), options };
}

/** Rows of some of its files are changed; with a floor, by nothing that belongs to other rows. */
function withRows({ system, files }: Fixture, random: Random, hasFloor: boolean): Changed {
  const [changed, floor] = [new Map(files), new Map(files)];
  let mutations = 0;
  const names = [...files.keys()];
  for (let turns = 1 + below(random, FILES_MAX); turns > 0; turns--) {
    const name = pick(random, names);
    const count = 1 + below(random, hasFloor ? ROWS_MAX.withFloor : ROWS_MAX.without);
    const found = changedRows(files.get(name) as Buffer, random, { count, mayCopy: !hasFloor });
    if (!found) continue;
    mutations += changed.get(name) === files.get(name) ? found.count : 0;
    if (changed.get(name) !== files.get(name)) continue;
    changed.set(name, found.bytes);
    floor.set(name, found.without);
  }
  const plain = { files: changed, mutations, options: `system: ${system} } }` };
  return hasFloor ? { ...plain, floor } : plain;
}

function withBytes({ files }: Fixture, random: Random): Omit<Changed, 'options'> {
  const changed = new Map(files);
  const names = [...files.keys()];
  const others = [...files.values()];
  const mutations = 1 + below(random, 24);
  for (let count = mutations; count > 0; count--) {
    const name = pick(random, names);
    const bytes = changed.get(name) as Buffer;
    changed.set(name, random() < 0.6 ? changedBytes(bytes, others, random) : changedLines(bytes, random));
  }
  return { files: changed, mutations };
}

const BASES = ['', '', 'filesBase: https://files.example/x/', 'zone: Asia/Kathmandu'];
/** Without a zone, no chat would be read. */
const ZONED = ['', 'zone: UTC', 'zone: Asia/Kathmandu', 'zone: UTC, shape: { dates: dmy }'];

/** Any policies, and now and then another system. */
function anyOptions({ system }: Fixture, random: Random): string {
  const name = pick(random, [system, system, system, system, 'auto', 'auto', pick(random, fixtures).system]);
  const base = pick(random, system === 'whatsapp' ? ZONED : BASES);
  const policies = Object.entries(exportPolicyValues).map(
    ([key, values]) => `${key}: ${pick(random, values)}`,
  );
  const exits = ['threads', 'reactions', 'pins'].map(
    (key) => `${key}: ${pick(random, ['metadata', 'drop'])}`,
  );
  exits.push(
    `edits: ${pick(random, ['metadata', 'drop'])}`,
    `deletions: ${pick(random, ['metadata', 'drop'])}`,
  );
  return `${[`system: ${name}`, base].filter(Boolean).join(', ')} } }\npolicies: { ${[...policies, ...exits].join(', ')} }`;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      mutations: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(Date.now() % 1e6) },
      // Only the fixtures of a system, or one of them: slack/newer.
      only: { type: 'string' },
      // Writes the export of the seed there instead.
      keep: { type: 'string' },
    },
  });
  const started = performance.now();
  const [mutations, seed] = [Number(values.mutations), Number(values.seed)];
  if (values.keep !== undefined) {
    const { files, options } = changedOf(seed, values.only);
    await written(values.keep, files, options);
    process.exit();
  }
  const onProgress = (done: number, at: number): void => {
    process.stderr.write(`${done} of ${mutations} mutations, seed ${at}\r`);
  };
  const onFault = (fault: string): void => {
    process.stderr.write(`\n${fault}\n`);
  };
  const { only } = values;
  const result = await fuzzExports({ mutations, seed, only, onProgress, onFault });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${JSON.stringify({ seed, ...result, seconds }, null, 2)}\n`);
  process.exitCode = result.faults.length === 0 ? 0 : 1;
}
