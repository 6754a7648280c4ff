import { join } from 'node:path';
import { Pool } from 'undici';
import { type Entry, entryOf, names, rowsOf } from './afternoon-rows.ts';

/**
 * The most that undici's plain call can do: the bodies are built before the measurement, then a few lanes post them and
 * read the answers without parsing. node raw-loop.ts FOLDER BASE_URL CONCURRENCY
 */
const [folder = '.', baseUrl = '', concurrency = '4'] = process.argv.slice(2);
const BATCH = 50;
const { origin, pathname } = new URL(baseUrl);

let rows = 0;
let rejected = 0;
const prepared: { readonly path: string; readonly body: string }[] = [];
for (const name of names) {
  let batch: Entry[] = [];
  const close = (): void => {
    const body = JSON.stringify({ [name]: Object.fromEntries(batch) });
    prepared.push({ path: `${pathname}/data_import/${name}`, body });
    batch = [];
  };
  for await (const row of rowsOf(join(folder, `${name}.csv`))) {
    rows++;
    const entry = entryOf(name, row);
    if (!entry) rejected++;
    else if (batch.push(entry) === BATCH) close();
  }
  if (batch.length > 0) close();
}

const pool = new Pool(origin, { connections: Number(concurrency) });
const headers = { apikey: 'bench', 'content-type': 'application/json' };
const before = process.cpuUsage();
const startedAt = performance.now();
const bodies = prepared.values();
await Promise.all(
  Array.from({ length: Number(concurrency) }, async () => {
    for (const { path, body } of bodies) {
      const response = await pool.request({ method: 'POST', path, headers, body });
      if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`);
      await response.body.text();
    }
  }),
);
const seconds = (performance.now() - startedAt) / 1_000;
const { user, system } = process.cpuUsage(before);
await pool.close();
process.stdout.write(
  `${JSON.stringify({ rows, rejected, requests: prepared.length, seconds, cpuSeconds: (user + system) / 1_000_000 })}\n`,
);
