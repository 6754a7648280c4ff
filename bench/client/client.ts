// Prints the size of `chatferry/client` as a bundle, and the time to load it as installed: `npm run bench:client`. Needs dist.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleOfClient } from './bundle-of-client.ts';

const RUNS = 15;
const client = join(import.meta.dirname, '../../dist/client.js');

/** Milliseconds to load a module in a new process; the process itself is not counted. */
function loadMs(url: string): number {
  const program = `const at = performance.now(); await import(${JSON.stringify(url)}); console.log(performance.now() - at);`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', program]));
}

const { minified, gzipped } = await bundleOfClient(client);
const times = Array.from({ length: RUNS }, () => loadMs(pathToFileURL(client).href)).sort((a, b) => a - b);
const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
process.stdout.write(
  `bundle ${kilobytes(minified)} minified, ${kilobytes(gzipped)} gzipped\n` +
    `load ${times[Math.floor(RUNS / 2)]?.toFixed(1)} ms (median of ${RUNS}), ${times[0]?.toFixed(1)} ms at best\n`,
);
