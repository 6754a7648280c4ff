import type { Checkpoint, StepState } from '../../../../delivery/checkpoint.ts';
import { emptyTally, SAMPLES_MAX, sumByName, type Tally } from '../../../../delivery/tally/tally.ts';
import { takeLock } from '../../../../files/lock.ts';
import type { StateStore } from '../../../../files/state/state-store.ts';
import { syncFolder } from '../../../../files/sync-folder.ts';
import type { Counts } from '../../../../input/rows/outcome.ts';
import { FILE_UNKNOWN, STAMP_BYTES, Stamps } from '../../../../keys/key-index.ts';
import { joinLogs } from '../../../../ledger/join-logs.ts';
import type { Pipeline } from '../../../../pipeline/pipeline.ts';
import { openSession } from '../../../../session/open-session.ts';
import { checkKept, claimedKeys, openKnownLedger, saveLedgerClaim } from '../../../../state/claims.ts';
import { keepState, withStateBelow } from '../../../../state/open-kept.ts';
import { isDone, State } from '../../../../state/state.ts';
import type { System } from '../../../../system/system.ts';
import type { Runtime, Stderr } from '../../../../terminal/context.ts';
import { clearShards } from '../clear-shards.ts';
import { openRuns, readIndex, shardsFolder } from '../index/shard-index.ts';
import { originalPlace } from '../own-rows.ts';
import { type RowsOf, rowsOfShard } from '../shard-plan.ts';
import { takenTogether } from '../stage-requests.ts';
import { type ShardedName, shardedNames, stageName } from '../stages.ts';
import { type StageOptions, tooEarly } from '../write-entities.ts';
import { areJoined, type DividedRun, dividedRun } from '../write-shard.ts';

/** The state of a shard that is done. */
type Part = { readonly state: State; readonly checkpoint: Checkpoint; readonly rowsOf: RowsOf };

/**
 * Joins the states of all shards to that of the pipeline, which afterwards is as after a run in one process. The saved
 * checkpoint of the run decides: after a kill before it, the same is done again; after it, only the shards are left to be
 * removed.
 * @throws RunError `RUN.UNFINISHED` if a shard is not done, `STATE.*`
 */
export async function joinShards(
  pipeline: Pipeline,
  options: StageOptions,
  context: Runtime & Stderr,
): Promise<void> {
  const main = new State(pipeline.stateFolder, context.system.files);
  await using session = await openSession(pipeline, main, context);
  const { files } = session.system;
  if (!(await areJoined(pipeline, files))) {
    const run = await dividedRun(pipeline, options, files);
    await using opened = new AsyncDisposableStack();
    const parts: Part[] = [];
    for (let shard = 0; shard < run.index.shards; shard++) {
      const kept = opened.use(await keepState(withStateBelow(pipeline, `shards/${shard}`), context));
      const part = kept.state;
      const checkpoint = await part.store.load();
      if (!checkpoint || !isDone(checkpoint))
        throw tooEarly(`${stageName({ kind: 'shard', shard })} is not done`, options.file);
      // One that another process has is not done, whatever it says.
      opened.use(await takeLock(part.paths.lock, context.commandLine, kept.context.system));
      await checkKept(part, checkpoint);
      const runs = opened.use(openRuns(pipeline.stateFolder, shard, files));
      parts.push({ state: part, checkpoint, rowsOf: rowsOfShard(run.index, shard, runs) });
    }
    await join(run, parts, session.system);
  }
  const folder = shardsFolder(pipeline.stateFolder);
  if (!files.existsSync(folder)) return;
  const index = await readIndex(pipeline.stateFolder, files);
  await clearShards(pipeline, index?.shards ?? 0, context);
  await files.rm(folder, { recursive: true, force: true });
  await syncFolder(files, pipeline.stateFolder);
}

async function join(
  { main, checkpoint, index }: DividedRun,
  parts: readonly Part[],
  system: System,
): Promise<void> {
  await joinLogs(
    main.ledger,
    parts.map(({ state }) => state.ledger),
    index.id,
    system,
  );
  for (const name of shardedNames) {
    const step = checkpoint.steps[name];
    if (step) checkpoint.steps[name] = await joinedStep(name, step, main, parts);
  }
  checkpoint.joined = index.id;
  const taken = takenTogether(
    [checkpoint, ...parts.map((part) => part.checkpoint)].map(({ stages }) => stages),
  );
  if (taken) checkpoint.stages = taken;
  // Computes the checksums of the files as they are now.
  delete checkpoint.sums;
  await checkKept(main, checkpoint);
  using ledger = await openKnownLedger(main.ledger, [checkpoint], system);
  checkpoint.savedAt = new Date(system.clock.now()).toISOString();
  await saveLedgerClaim(main.store, checkpoint, ledger);
}

/** Appends what the shards keep of an entity at the places that the checkpoint claims, and counts it. */
async function joinedStep(
  name: ShardedName,
  before: StepState,
  main: State,
  parts: readonly Part[],
): Promise<StepState> {
  const { kept } = main;
  const steps: StepState[] = [];
  const rejects: Record<string, number> = {};
  let keyBytes = 0;
  let archived: number | undefined;
  for (const part of parts) {
    const step = part.checkpoint.steps[name];
    if (!step) continue;
    steps.push(step);
    keyBytes = await addKeys(main, name, keyBytes, part);
    for (const [file, bytes] of Object.entries(step.rejects))
      rejects[file] = await addRejects(
        kept,
        main.rejectsOf(file),
        rejects[file] ?? 0,
        part.state.kept,
        bytes,
      );
    if (step.archived !== undefined)
      archived = await addFile(kept, main.archive.name, archived ?? before.archived ?? 0, part.state.kept, {
        from: 0,
        to: step.archived,
      });
  }
  const sentHigh = steps.reduce((sum, { counts }) => sum + counts.read, 0);
  return {
    ...joinedTally(steps),
    sentHigh,
    rejects,
    keyBytes,
    done: true,
    ...(archived === undefined ? {} : { archived }),
  };
}

const KEYS_AT_ONCE = 50_000;

async function addKeys(
  to: State,
  name: ShardedName,
  at: number,
  { state: from, checkpoint, rowsOf }: Part,
): Promise<number> {
  const bytes = checkpoint.steps[name]?.keyBytes ?? 0;
  let end = at;
  let stamps = new Stamps(KEYS_AT_ONCE);
  let count = 0;
  const flush = async (): Promise<void> => {
    if (count > 0) end += await to.kept.append(to.keysOf(name), stamps.bytes, end);
    stamps = new Stamps(KEYS_AT_ONCE);
    count = 0;
  };
  for (const { stamp, state } of claimedKeys(from, checkpoint, name)) {
    const { file } = stamp;
    const own = file === FILE_UNKNOWN ? undefined : rowsOf(name, file);
    const line = (own && originalPlace(own, stamp.line)?.line) ?? stamp.line;
    stamps.add({ ...stamp, line }, state);
    if (++count === KEYS_AT_ONCE) await flush();
  }
  await flush();
  if (end - at !== bytes || bytes % STAMP_BYTES !== 0)
    throw new RangeError(`${bytes} bytes of keys became ${end - at}`);
  return end;
}

/** Appends a rejects file; its head only where there is none yet. */
async function addRejects(
  to: StateStore,
  name: string,
  at: number,
  from: StateStore,
  bytes: number,
): Promise<number> {
  const head = at > 0 && name.endsWith('.csv') ? headOf(from, name) : 0;
  return await addFile(to, name, at, from, { from: head, to: bytes });
}

const LINE_END = 0x0a;
const QUOTE = 0x22;
const HEAD_BYTES_MAX = 1 << 20;

/** Bytes of the header of a CSV file, whose names may have line ends in quotes. */
function headOf(state: StateStore, name: string): number {
  using kept = state.read(name);
  const bytes = Buffer.alloc(Math.min(HEAD_BYTES_MAX, kept?.bytes ?? 0));
  kept?.read(bytes, 0);
  let isQuoted = false;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) isQuoted = !isQuoted;
    else if (bytes[at] === LINE_END && !isQuoted) return at + 1;
  }
  return bytes.length;
}

const COPY_BYTES = 1 << 20;

async function addFile(
  to: StateStore,
  name: string,
  at: number,
  from: StateStore,
  range: { readonly from: number; readonly to: number },
): Promise<number> {
  if (range.to <= range.from) return at;
  using kept = from.read(name);
  let end = at;
  if (at === 0) await to.begin(name);
  for (let place = range.from; place < range.to; ) {
    const piece = Buffer.alloc(Math.min(COPY_BYTES, range.to - place));
    place += kept?.read(piece, place) ?? 0;
    end += await to.append(name, piece, end);
  }
  return end;
}

/** Findings of the shards about an entity, as one run would have counted it. */
function joinedTally(parts: readonly StepState[]): Tally {
  const sum = emptyTally();
  sum.counts = sumByName(sum.counts, ...parts.map(({ counts }) => counts)) as Counts;
  sum.notCarried = sumByName(...parts.map(({ notCarried }) => notCarried));
  sum.skipped = sumByName(...parts.map(({ skipped }) => skipped));
  for (const part of parts) {
    for (const [code, { count, samples }] of Object.entries(part.problems)) {
      const group = sum.problems[code] ?? { count: 0, samples: [] };
      sum.problems[code] = { count: group.count + count, samples: [...group.samples, ...samples] };
    }
    const { tooOld } = part;
    if (tooOld) {
      const before = sum.tooOld ?? { count: 0, oldest: Number.POSITIVE_INFINITY };
      sum.tooOld = { count: before.count + tooOld.count, oldest: Math.min(before.oldest, tooOld.oldest) };
    }
  }
  for (const group of Object.values(sum.problems))
    group.samples = group.samples
      .sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
      .slice(0, SAMPLES_MAX);
  return sum;
}
