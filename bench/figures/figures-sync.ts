import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Bench, chatferryOn, type Export, exportOf } from '../bench.ts';
import { measured } from '../child.ts';
import { fillLedger } from '../fill-ledger.ts';
import { startPeer } from '../peer/peer.ts';
import { peerPipeline } from '../peer/peer-pipeline.ts';
import { runIntoPeer } from '../peer/peer-run.ts';
import { type Result, race, type Sample } from '../race.ts';
import { type Line, speedLine } from '../table.ts';

/** Beyond, a first sync run takes too long. */
const FIRST_RUN_ROWS_MAX = 1_000_000;
/** How many times as fast as a one-shot run a first sync run is at least, and as a dry run one with little to do. */
const FIRST_GOAL = { atLeast: 0.8 };
const VALIDATE_GOAL = { atLeast: 2 };
/** Every hundredth message has changed. */
const CHANGED_EVERY = 100;
const SYNC = 'sync: { onMissing: keep }';

/**
 * A sync into a service that answers at once: the first sync run beside a one-shot run of the same files; then one without
 * changes, and one in which every hundredth message has changed, beside a dry run.
 */
export async function* syncFigures(bench: Bench): AsyncGenerator<readonly Line[]> {
  if (bench.rows.sent <= FIRST_RUN_ROWS_MAX) yield [await firstRun(bench)];
  const files = await exportOf(bench, { messages: bench.rows.checked, name: '-sync' });
  // One peer for all sync runs, because a ledger belongs to one address.
  await using peer = await startPeer(bench.scripts('peer/instant-peer'), '--ids');
  const pipeline = await peerPipeline(files, peer.baseUrl, SYNC);
  const syncRun = ['run', pipeline, '--yes'];
  process.stderr.write('writing the state of a first sync run\n');
  await fillLedger(pipeline, peer.baseUrl);
  yield [
    await besideValidate(bench, 'sync run, nothing has changed', pipeline, () => chatferryOn(bench, syncRun)),
  ];
  await changeMessages(files);
  yield [
    await besideValidate(bench, 'plan of a sync, 1 % has changed', pipeline, () => planned(bench, pipeline)),
  ];
  const own = await chatferryOn(bench, syncRun);
  yield [{ figure: 'sync run, 1 % has changed', value: own.rows / own.seconds, unit: 'rows/s', own }];
}

async function firstRun(bench: Bench): Promise<Line> {
  const files = await exportOf(bench, { messages: bench.rows.sent });
  const run = (...lines: readonly string[]) => runIntoPeer(bench, files, { options: ['--ids'], lines });
  const contenders = [
    { name: 'first sync run', run: () => run(SYNC) },
    { name: 'one-shot run', run: () => run() },
  ];
  const [first, oneShot] = (await race(contenders, bench.rounds)) as [Result, Result];
  return speedLine('first sync run / one-shot run', first, oneShot, FIRST_GOAL);
}

async function besideValidate(
  bench: Bench,
  figure: string,
  pipeline: string,
  run: () => Promise<Sample>,
): Promise<Line> {
  const validate = { name: 'validate', run: () => chatferryOn(bench, ['validate', pipeline]) };
  const [own, dry] = (await race([{ name: figure, run }, validate], bench.rounds)) as [Result, Result];
  return speedLine(`${figure} / validate`, own, dry, VALIDATE_GOAL);
}

type Rows = Readonly<Record<'new' | 'same' | 'changed' | 'refused' | 'repeated', number>>;

async function planned({ cli, scripts }: Bench, pipeline: string): Promise<Sample> {
  const { stdout, seconds, own } = await measured([cli, 'plan', pipeline, '--json', '--quiet'], {
    probe: scripts('probe'),
  });
  const { entities } = JSON.parse(stdout) as { entities: Readonly<Record<string, Rows>> };
  const all = Object.values(entities);
  return {
    rows: all.reduce(
      (sum, each) => sum + each.new + each.same + each.changed + each.refused + each.repeated,
      0,
    ),
    rejected: all.reduce((sum, each) => sum + each.refused, 0),
    seconds,
    cpuSeconds: own.cpuSeconds,
    peakBytes: own.peakBytes,
  };
}

/** Adds a word to the text of every hundredth message; all texts are quoted, and most are on one line. */
async function changeMessages({ folder }: Export): Promise<void> {
  const path = join(folder, 'messages.csv');
  const out = createWriteStream(`${path}.next`);
  let [whole, changed] = [0, 0];
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const isWhole = line.startsWith('m-') && line.endsWith('"');
    const isChanged = isWhole && ++whole % CHANGED_EVERY === 0;
    if (isChanged) changed++;
    const written = isChanged ? `${line.slice(0, -1)} (edited)"` : line;
    if (!out.write(`${written}\n`)) await once(out, 'drain');
  }
  await new Promise<void>((ended) => out.end(ended));
  await rename(`${path}.next`, path);
  if (changed === 0) throw new Error(`no row of ${path} was changed`);
}
