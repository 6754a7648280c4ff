import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { TRACER } from './client-alone.ts';

/** Far above what it takes, a fifth of it: other processes run. */
const START_MAX_MS = 1_000;

/** Starts `chatferry/sandbox` of an installed package from code: no library, and nothing of the importer. */
export async function sandboxAlone(project: string): Promise<void> {
  const program = `import { startSandbox } from 'chatferry/sandbox';
await (await startSandbox()).close();
const began = performance.now();
await using sandbox = await startSandbox({ apiKey: 'test-key-1' });
const ms = performance.now() - began;
const answer = await fetch(sandbox.baseUrl + '/users', { headers: { apikey: 'test-key-1' } });
const page = await fetch(sandbox.viewUrl);
console.log(JSON.stringify({ ms, statuses: [answer.status, page.status], paths: sandbox.requests().map(({ path }) => path) }));\n`;
  await writeFile(join(project, 'sandbox.mjs'), program);
  const tracer = `data:text/javascript,${encodeURIComponent(TRACER)}`;
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', tracer, 'sandbox.mjs'],
    { cwd: project },
  );
  const { ms, ...seen } = JSON.parse(stdout) as { ms: number };
  expect(seen).toEqual({ statuses: [200, 200], paths: ['/v3/users'] });
  expect(ms).toBeLessThan(START_MAX_MS);
  const loaded = stderr.split('\n').filter((url) => url.includes('/node_modules/'));
  expect(
    loaded.map((url) => url.replace(/^.*\/node_modules\//, '').replace(/-[\w-]{8}\.js$/, '')).sort(),
  ).toEqual(['chatferry/dist/part-sandbox', 'chatferry/dist/sandbox.js']);
}
