import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileState } from '../src/files/state/file-state.ts';
import { MAP_INDEX, MAP_LOG, openFileMap } from '../src/pipeline/files/map/open-file-map.ts';
import { realFiles } from '../src/system/files.ts';

/**
 * Measures the map of copied files: addresses recorded, looked up in no order, and read from the log alone, with the memory
 * that each takes. node bench/file-map.ts [ADDRESSES] [FOLDER]
 */
const [, , count = '1000000', folder = mkdtempSync(join(tmpdir(), 'chatferry-file-map-')), phase] =
  process.argv;
const addresses = Number(count);
/** Records that wait for one sync. */
const AT_ONCE = 64;
const LOOKUPS = 200_000;

const state = fileState(folder, realFiles);
const index = join(folder, MAP_INDEX);
const address = (n: number): string =>
  `https://files.example.com/workspace/${(n * 2_654_435_761) % 4_294_967_296}/uploads/${n}/photo-of-the-day.jpg`;
const object = (n: number): string =>
  `${(n % 256).toString(16).padStart(2, '0')}/${n.toString(16).padStart(64, '0')}.jpg`;

type Since = { readonly at: number; readonly cpu: NodeJS.CpuUsage };
const now = (): Since => ({ at: performance.now(), cpu: process.cpuUsage() });

function show(what: string, { at, cpu }: Since, count?: number): void {
  const ms = performance.now() - at;
  const { user, system } = process.cpuUsage(cpu);
  const each =
    count === undefined
      ? ''
      : `, ${((ms * 1_000) / count).toFixed(2)} µs each (processor: ${((user + system) / count).toFixed(2)} µs)`;
  const memory = Math.round(process.memoryUsage.rss() / 1e6);
  console.log(`${what}: ${(ms / 1_000).toFixed(2)} s${each}, ${memory} MB`);
}

async function fill(): Promise<void> {
  await using map = await openFileMap(state, index, realFiles, 'write');
  const since = now();
  for (let n = 0; n < addresses; n += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, addresses - n) }, (_, each) =>
        map.record({
          address: address(n + each),
          outcome: 'copied',
          sha256: object(n + each).slice(3, 67),
          bytes: n,
          type: 'image/jpeg',
          object: object(n + each),
          origin: 'created',
          at: 1_700_000_000_000,
        }),
      ),
    );
  show(`${addresses} addresses recorded`, since, addresses);
}

async function lookUp(what: string, mode: 'read' | 'write'): Promise<void> {
  const opening = now();
  await using map = await (mode === 'write'
    ? openFileMap(state, index, realFiles, 'write')
    : openFileMap(state, index, realFiles, 'read'));
  show(what, opening);
  const since = now();
  for (let n = 0; n < LOOKUPS; n++) {
    const wanted = address((n * 7_919) % addresses);
    if (map.find(wanted)?.address !== wanted) throw new Error(`${wanted} is not found`);
  }
  show(`  ${LOOKUPS} look-ups`, since, LOOKUPS);
}

const phases: Readonly<Record<string, () => Promise<void>>> = {
  fill,
  write: () => lookUp('opened to write', 'write'),
  read: () => lookUp('opened to read', 'read'),
  log: async () => {
    rmSync(index);
    await lookUp('opened to read, without the index', 'read');
  },
};

// Each in a process of its own, for its memory.
if (phase !== undefined) await phases[phase]?.();
else {
  for (const name of Object.keys(phases))
    spawnSync(process.execPath, [import.meta.filename, count, folder, name], { stdio: 'inherit' });
  console.log(`${MAP_LOG}: ${Math.round(statSync(join(folder, MAP_LOG)).size / 1e6)} MB`);
  rmSync(folder, { recursive: true });
}
