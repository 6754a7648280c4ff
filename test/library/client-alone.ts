import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';

/** Names each file that is loaded, a URL in a line. */
export const TRACER = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context); } });`;

/** What commands need; none of it is the client's. */
const OF_COMMANDS =
  /^part-(?:cli|main|common|help|status|validate|worker|run|sandbox|finish-run|open-pipeline)-[\w-]{8}\.js$/;
const PARTS_MAX = 8;
const BYTES_MAX = 480_000;

/** Loads `chatferry/client` of an installed package: a few parts, none of the importer, and no library but undici. */
export async function clientAlone(project: string): Promise<void> {
  const program = `import { ChatService } from 'chatferry/client';
await using service = new ChatService({ baseUrl: 'http://127.0.0.1:9/v3', apiKey: 'k', outageMs: 10 });
await service.users.get('ann').catch(({ code }) => console.log(code));\n`;
  await writeFile(join(project, 'client.mjs'), program);
  const tracer = `data:text/javascript,${encodeURIComponent(TRACER)}`;
  const ran = await promisify(execFile)(process.execPath, ['--import', tracer, 'client.mjs'], {
    cwd: project,
  });
  expect(ran.stdout).toBe('SERVICE.UNREACHABLE\n');
  const loaded = ran.stderr.split('\n').filter((url) => url.includes('/node_modules/'));
  const libraries = new Set(loaded.map((url) => /\/node_modules\/([^/]+)/.exec(url)?.[1]));
  expect([...libraries].sort()).toEqual(['chatferry', 'undici']);
  const own = loaded.filter((url) => url.includes('/chatferry/')).map((url) => fileURLToPath(url));
  expect(own.map((path) => basename(path)).filter((name) => OF_COMMANDS.test(name))).toEqual([]);
  expect(own.length).toBeLessThanOrEqual(PARTS_MAX);
  expect(own.reduce((bytes, path) => bytes + statSync(path).size, 0)).toBeLessThan(BYTES_MAX);
}
