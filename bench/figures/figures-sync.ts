import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  type Bench,
  chatferry,
  chatferryOn,
  type Export,
  exportOf,
  LONG_ROWS,
  MEMORY_MAX_BYTES,
} from '../bench.ts';
import { measured } from '../child.ts';
import { fillLedger } from '../fill-ledger.ts';
import { startPeer } from '../peer.ts';
import { peerPipeline } from '../peer-pipeline.ts';
import { race, type Sample } from '../race.ts';
import { goal, type Line, raceLines } from '../table.ts';

/** A sync run may take this share of the time of a dry run of the same files. */
const SHARE_OF_VALIDATE = 0.5;
/** Every hundredth message has changed. */
const CHANGED_EVERY = 100;

/**
 * A sync into a service that answers at once: the first sync run, one without changes, and one in which every hundredth
 * message has changed, beside a dry run of the same files.
 */
export async function* syncFigures(bench: Bench): AsyncGenerator<readonly Line[]> {
  const files = await exportOf(bench);
  // One peer for all sync runs, because a ledger belongs to one address.
  await using peer = await startPeer(bench.scripts('instant-peer'), '--ids');
  const pipeline = await peerPipeline(files, peer.baseUrl, 'sync: { onMissing: keep }');
  const syncRun = ['run', pipeline, '--yes'];
  if (bench.rows > LONG_ROWS) await fillLedger(pipeline, peer.baseUrl);
  else {
    const first = await chatferry(bench, files, syncRun);
    yield raceLines('sync, first run', [{ name: 'chatferry run', median: first, firstTimesFaster: 1 }]);
  }
  yield await besideValidate(bench, 'sync, nothing has changed', pipeline, {
    name: 'chatferry run',
    run: () => chatferryOn(bench, syncRun),
  });
  await changeMessages(files);
  yield await besideValidate(bench, 'sync, 1 % has changed', pipeline, {
    name: 'chatferry plan',
    run: () => planned(bench, pipeline),
  });
  const changed = await chatferryOn(bench, syncRun);
  yield raceLines('sync, 1 % has changed, all of it', [
    { name: 'chatferry run', median: changed, firstTimesFaster: 1 },
  ]);
}

async function besideValidate(
  bench: Bench,
  figure: string,
  pipeline: string,
  contender: { readonly name: string; readonly run: () => Promise<Sample> },
): Promise<Line[]> {
  const results = await race(
    [contender, { name: 'chatferry validate', run: () => chatferryOn(bench, ['validate', pipeline]) }],
    bench.rounds,
  );
  return raceLines(figure, results).map(({ requestsToFloor: _, ...line }, index) =>
    // Neither of them sends anything.
    index === 0
      ? { ...line, ...goal('200 MB', (line.peakBytes ?? 0) < MEMORY_MAX_BYTES) }
      : {
          ...line,
          ...goal(`≥ ${1 / SHARE_OF_VALIDATE}`, (line.timesFaster ?? 0) >= 1 / SHARE_OF_VALIDATE),
        },
  );
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
