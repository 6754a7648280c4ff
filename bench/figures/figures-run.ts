import { type Bench, chatferry, type Export, exportOf, MEMORY_MAX_BYTES, rival } from '../bench.ts';
import { startPeer } from '../peer.ts';
import { CONNECTIONS, peerPipeline } from '../peer-pipeline.ts';
import { type Contender, race, type Sample } from '../race.ts';
import { resumeFigure } from '../resume.ts';
import { goal, type Line, raceLines } from '../table.ts';

const TO_RAW_LOOP = 0.8;
const SANDBOX_ROUNDS_MAX = 3;

/** `run` into a service that answers at once, against its rivals; with rows that are refused; into the sandbox. */
export async function* runFigures(bench: Bench): AsyncGenerator<readonly Line[]> {
  const files = await exportOf(bench);
  yield await againstRivals(bench, files);
  yield [await rejectedByCheck(bench)];
  yield [await refused(bench, files, 'row')];
  yield [await refused(bench, files, 'batch')];
  yield await intoSandbox(bench, files);
  yield [await resumeFigure(bench, files)];
}

async function intoPeer(bench: Bench, files: Export, ...options: readonly string[]): Promise<Sample> {
  return withPeer(bench, options, async (baseUrl) =>
    chatferry(bench, files, ['run', await peerPipeline(files, baseUrl), '--yes']),
  );
}

/** Starts a fresh peer for one run, and checks that all rows have arrived. */
async function withPeer(
  { scripts }: Bench,
  options: readonly string[],
  run: (baseUrl: string) => Promise<Sample>,
): Promise<Sample> {
  const peer = await startPeer(scripts('instant-peer'), ...options);
  const sample = await run(peer.baseUrl).catch(async (error: unknown) => {
    await peer[Symbol.asyncDispose]();
    throw error;
  });
  const { rows, requests } = await peer.counts();
  if (rows !== sample.rows - sample.rejected || requests !== sample.requests)
    throw new Error(`${rows} rows in ${requests} requests arrived, not ${JSON.stringify(sample)}`);
  return sample;
}

async function againstRivals(bench: Bench, files: Export): Promise<Line[]> {
  const script = (name: string, file: 'afternoon-run' | 'raw-loop'): Contender => ({
    name,
    run: () =>
      withPeer(bench, [], (baseUrl) => rival(bench, file, [files.folder, baseUrl, String(CONNECTIONS)])),
  });
  const results = await race(
    [
      { name: 'chatferry run', run: () => intoPeer(bench, files) },
      script('afternoon script', 'afternoon-run'),
      script('raw undici loop, bodies ready', 'raw-loop'),
    ],
    bench.rounds,
  );
  return raceLines('run, a peer that answers at once', results).map((line, index) => {
    if (index === 0) return { ...line, ...floorAndMemory(line) };
    // Its memory is only that of its bodies.
    if (index === 2)
      return {
        ...line,
        peakBytes: 0,
        ...goal(`≥ ${TO_RAW_LOOP}`, (line.timesFaster ?? 0) >= TO_RAW_LOOP),
      };
    return line;
  });
}

function floorAndMemory({ requestsToFloor = 0, peakBytes = 0 }: Partial<Line>): { readonly goal: string } {
  return goal('1.000, 200 MB', requestsToFloor <= 1.0005 && peakBytes < MEMORY_MAX_BYTES);
}

async function rejectedByCheck(bench: Bench): Promise<Line> {
  const files = await exportOf(bench, { bad: bench.bad });
  const sample = await intoPeer(bench, files);
  const [line] = lines(`run, 1 in ${bench.bad} rows wrong`, sample);
  return { ...line, ...floorAndMemory(line) };
}

async function refused(bench: Bench, files: Export, by: 'row' | 'batch'): Promise<Line> {
  const sample = await intoPeer(bench, files, '--poison', String(bench.bad), '--refuse', by);
  const what = by === 'row' ? 'refused by the service' : 'refused with its whole request';
  const [line] = lines(`run, 1 in ${bench.bad} rows ${what}`, sample);
  const most = by === 'row' ? 1.0005 : 1.02;
  return {
    ...line,
    ...goal(by === 'row' ? '1.000' : '≤ 1.020 at 1 in 10,000', (line.requestsToFloor ?? 0) <= most),
  };
}

function lines(figure: string, sample: Sample): readonly [Line] {
  return raceLines(figure, [{ name: 'chatferry run', median: sample, firstTimesFaster: 1 }]) as [Line];
}

async function intoSandbox(bench: Bench, { folder, pipeline }: Export): Promise<Line[]> {
  const [result] = await race(
    [{ name: 'chatferry run', run: () => chatferry(bench, { folder, pipeline }, ['run', pipeline]) }],
    Math.min(bench.rounds, SANDBOX_ROUNDS_MAX),
  );
  if (!result?.median.other) throw new Error('the sandbox did not say what it used');
  const figure = 'run, the sandbox';
  const [line] = raceLines(figure, [result]) as [Line];
  const { cpuSeconds, peakBytes } = result.median.other;
  return [
    { ...line, ...floorAndMemory(line) },
    { figure, program: 'sandbox', rows: result.median.rows, cpuSeconds, peakBytes },
  ];
}
