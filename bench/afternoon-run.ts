import { join } from 'node:path';
import PQueue from 'p-queue';
import { Agent, request } from 'undici';
import { type Entry, entryOf, type Name, names, rowsOf } from './afternoon-rows.ts';

/** The afternoon script that imports: node afternoon-run.ts FOLDER BASE_URL CONCURRENCY csv|ndjson */
const [folder = '.', baseUrl = '', concurrency = '4', format = 'csv'] = process.argv.slice(2);
const BATCH = 50;
/** The most waiting batches, so that memory stays constant. */
const WAITING_MAX = 100;

const queue = new PQueue({ concurrency: Number(concurrency) });
const dispatcher = new Agent({ connections: Number(concurrency) });
let rows = 0;
let rejected = 0;
let requests = 0;

type Answer = { readonly data: Readonly<Record<string, { readonly success: boolean }>> };

async function post(name: Name, batch: readonly Entry[]): Promise<void> {
  const { statusCode, body } = await request(`${baseUrl}/data_import/${name}`, {
    method: 'POST',
    headers: { apikey: 'bench', 'content-type': 'application/json' },
    body: JSON.stringify({ [name]: Object.fromEntries(batch) }),
    dispatcher,
  });
  requests++;
  if (statusCode !== 200) throw new Error(`${statusCode} ${await body.text()}`);
  const { data } = (await body.json()) as Answer;
  for (const [key] of batch) if (!data[key]?.success) rejected++;
}

for (const name of names) {
  let batch: Entry[] = [];
  const send = (): void => {
    const full = batch;
    batch = [];
    void queue.add(() => post(name, full));
  };
  for await (const row of rowsOf(join(folder, `${name}.${format}`))) {
    rows++;
    const entry = entryOf(name, row);
    if (!entry) rejected++;
    else if (batch.push(entry) === BATCH) {
      await queue.onSizeLessThan(WAITING_MAX);
      send();
    }
  }
  if (batch.length > 0) send();
  await queue.onIdle();
}
await dispatcher.close();
process.stdout.write(`${JSON.stringify({ rows, rejected, requests })}\n`);
