import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { bundleOfClient } from '../../bench/client/bundle-of-client.ts';
import { openSandbox } from '../sandbox/sandbox-client.ts';
import { repository } from '../support/repository.ts';

const execute = promisify(execFile);

/** Names each file that is loaded, a URL in a line. */
export const TRACER = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context); } });`;

/** Calls a sandbox, by `fetch` if there is no file of an authority. */
const PROGRAM = `import { ChatService, ServiceError } from 'chatferry/client';
const { CHAT_URL, CHAT_KEY, CHAT_CA } = process.env;
await using service = new ChatService({ baseUrl: CHAT_URL, apiKey: CHAT_KEY, caFile: CHAT_CA });
await service.users.create({ uid: 'ann', name: 'Ann' });
for await (const { uid } of service.users.list()) console.log(uid);
const gone = await service.users.get('dan').catch((error) => error);
console.log(gone instanceof ServiceError, gone.code);
await service.users.delete('ann', { permanent: true });
`;

/** What commands need; none of it is the client's. */
const OF_COMMANDS =
  /^part-(?:cli|main|common|help|status|validate|worker|run|sandbox|finish-run|open-pipeline)-[\w-]{8}\.js$/;
const PARTS_MAX = 8;
const BYTES_MAX = 200_000;
/** Minified and gzipped, with all that it needs. */
const BUNDLE_BYTES_MAX = 40_000;

const TYPED = `import { ChatService, type ServiceErrorCode, type User } from 'chatferry/client';
await using service = new ChatService({ baseUrl: 'https://a.example/v3', apiKey: 'k', fetch, retries: 1 });
const user: User = await service.users.get('ann', { timeoutMs: 500, signal: AbortSignal.timeout(9) });
const name: string | undefined = user.name;
export const shown: readonly [string | undefined, ServiceErrorCode] = [name, 'CLIENT.TIMEOUT'];
// @ts-expect-error
export const missing: string = user.name;
`;

/**
 * Uses `chatferry/client` in a project that has nothing but the package: it loads a few parts and no library, calls a sandbox over
 * http and https, has types, and is a small bundle that does the same with no package at all.
 * @param folder of the unpacked package
 * @param project a folder to make
 */
export async function clientAlone(folder: string, project: string): Promise<void> {
  await mkdir(join(project, 'node_modules'), { recursive: true });
  await cp(folder, join(project, 'node_modules/chatferry'), { recursive: true });
  await writeFile(join(project, 'client.mjs'), PROGRAM);
  const { code, imports } = await bundleOfClient(join(project, 'client.mjs'));
  expect(imports.filter((name) => !builtinModules.includes(name.replace('node:', '')))).toEqual([]);
  const bundled = join(project, 'bundle/client.mjs');
  await mkdir(join(project, 'bundle'));
  await writeFile(bundled, code);
  const { gzipped } = await bundleOfClient(join(project, 'node_modules/chatferry/dist/client.js'));
  expect(gzipped).toBeLessThan(BUNDLE_BYTES_MAX);

  const tracer = `data:text/javascript,${encodeURIComponent(TRACER)}`;
  for (const http of [true, false]) {
    await using own = await openSandbox({ http });
    const { baseUrl, files } = own.sandbox;
    const keys = { CHAT_URL: baseUrl, CHAT_KEY: own.secret(files.apiKey) };
    const env = { ...process.env, ...keys, ...(http ? {} : { CHAT_CA: files.ca }) };
    const options = { cwd: project, env };
    const ran = await execute(process.execPath, ['--import', tracer, 'client.mjs'], options);
    expect(ran.stdout).toBe('ann\ntrue ERR_UID_NOT_FOUND\n');
    const loaded = ran.stderr.split('\n').filter((url) => url.startsWith('file:'));
    const parts = loaded.filter((url) => url.includes('/node_modules/')).map((url) => fileURLToPath(url));
    expect(parts.filter((path) => !path.includes('/node_modules/chatferry/dist/'))).toEqual([]);
    expect(parts.map((path) => basename(path)).filter((name) => OF_COMMANDS.test(name))).toEqual([]);
    expect(parts.length).toBeLessThanOrEqual(PARTS_MAX);
    expect(parts.reduce((bytes, path) => bytes + statSync(path).size, 0)).toBeLessThan(BYTES_MAX);
    const without = await execute(process.execPath, [bundled], { ...options, cwd: join(project, 'bundle') });
    expect(without.stdout).toBe(ran.stdout);
  }
  await typesAlone(project);
}

/** The types need no other package, and say what they need besides: the library of browsers, or the types of Node.js. */
async function typesAlone(project: string): Promise<void> {
  await writeFile(join(project, 'typed.ts'), TYPED);
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  const faults = async (lib: readonly string[]): Promise<string> => {
    const compilerOptions = {
      target: 'es2022',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      types: [],
      lib,
    };
    const config = { compilerOptions: { ...compilerOptions, skipLibCheck: false }, files: ['typed.ts'] };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config));
    const { stdout } = await execute(process.execPath, [tsc, '-p', project]).catch((error) => error);
    return stdout;
  };
  expect(await faults(['es2024', 'esnext.disposable', 'dom'])).toBe('');
  expect(await faults(['es2024', 'esnext.disposable'])).toContain("Cannot find name 'AbortSignal'");
  const page = await readFile(join(repository, 'docs/programs/client.md'), 'utf8');
  expect(page).toContain('@types/node');
}
