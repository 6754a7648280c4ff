import { parseArgs } from 'node:util';
import { buildLibrary } from '../write-points/write-points.ts';
import { type KillKind, killRuns, libraryFolder, type StoreKind } from './kills.ts';
import { copyLarge, PEAK_MAX } from './large-file.ts';

/**
 * Kills processes that copy files at all their points, and while they copy a file of two gigabytes, and says what came of it.
 * npm run test:files [-- --every N] [--store s3,folder] [--kind request,write] [--megabytes N]
 */

const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '1' },
    first: { type: 'string', default: '1' },
    store: { type: 'string', default: 's3,folder' },
    kind: { type: 'string', default: 'request,write' },
    megabytes: { type: 'string', default: '2048' },
  },
});
using place = libraryFolder();
const library = buildLibrary(place.folder);
if (library === undefined) throw new Error('this needs Linux and a C compiler: cc, gcc or clang');
const say = (text: string): void => console.log(text);
let broken = 0;
for (const store of values.store.split(',') as StoreKind[])
  for (const kind of values.kind.split(',') as KindOrNone[]) {
    if (kind === '') continue;
    const points = { library, kind, store, every: Number(values.every), first: Number(values.first) };
    const { killed, trouble } = await killRuns(points, say);
    say(`${store}, ${kind}: ${killed} processes killed, ${trouble.length} with a violation`);
    broken += trouble.length;
  }
const megabytes = Number(values.megabytes);
if (megabytes > 0) {
  const { kills, parts, sentParts, peaks, fetched, isRight, seconds } = await copyLarge(megabytes);
  const peak = Math.max(...peaks);
  say(`${megabytes} MiB with ${kills.length} kills: ${isRight ? 'right' : 'WRONG'}, ${seconds.toFixed(0)} s`);
  say(`  killed at: ${kills.join('; ')}`);
  say(
    `  ${(fetched / 2 ** 20).toFixed(0)} MiB fetched, ${sentParts} parts sent for ${parts}; highest memory ${(peak / 2 ** 20).toFixed(0)} MiB`,
  );
  if (!isRight || sentParts - parts > 3 * kills.length || peak > PEAK_MAX) broken++;
}
process.exitCode = broken > 0 ? 1 : 0;

type KindOrNone = KillKind | '';
