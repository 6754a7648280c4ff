import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtempDisposable, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { clientCodes } from '../../../src/errors/service-error.ts';
import { parseLimits } from '../../../src/sandbox/sandbox.ts';
import { ChatService, chatService } from '../../../src/service/client/chat-service.ts';
import { management } from '../../../src/service/client/management.ts';
import { openSandbox } from '../../sandbox/sandbox-client.ts';
import { repository } from '../../support/repository.ts';

const execute = promisify(execFile);

const textOf = (path: string): string => readFileSync(join(repository, path), 'utf8');
const page = textOf('docs/programs/client.md');

const block = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';

type Example = { readonly code: string; readonly prints: string };

/** An example of `samples/client/`: a program, and behind it as a comment what it prints. */
function sampleOf(path: string): Example {
  const [code = '', shown = ''] = textOf(path).split('\n// With a new sandbox this prints:\n');
  return { code, prints: shown.replaceAll(/^\/\/ ?/gm, '') };
}

const samples = readdirSync(join(repository, 'samples/client')).map((name) => `samples/client/${name}`);
const examples = new Map<string, Example>([
  ['docs/programs/client.md', { code: block('ts'), prints: block('text') }],
  ...samples.map((path) => [path, sampleOf(path)] as const),
]);

test.concurrent.each([...examples])(
  'the example of %s prints what stands there',
  async (_path, { code, prints }) => {
    await using own = await openSandbox({ http: false, limits: parseLimits('documented') });
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    const library = new URL('../../../dist/client.js', import.meta.url).href;
    const example = join(folder.path, 'example.mts');
    await writeFile(example, code.replace("'chatferry/client'", `'${library}'`));
    const { baseUrl, callsBaseUrl, managementUrl, files } = own.sandbox;
    const { stdout, stderr } = await execute(process.execPath, [example], {
      env: {
        ...process.env,
        CHAT_URL: baseUrl,
        CHAT_CALLS_URL: callsBaseUrl,
        CHAT_MANAGEMENT_URL: managementUrl,
        CHAT_KEY: own.secret(files.apiKey),
        CHAT_CA: files.ca,
        CHAT_MANAGEMENT_KEY: own.secret(files.managementKey),
        CHAT_MANAGEMENT_SECRET: own.secret(files.managementSecret),
      },
    });
    expect(stdout.trim()).toBe(prints.trim());
    expect(prints.trim()).not.toBe('');
    expect(stderr).toBe('');
  },
);

test('the examples have no fault that a compiler finds', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const names = [...examples.values()].map(({ code }, at) => [`example-${at}.ts`, code] as const);
  for (const [name, text] of names) await writeFile(join(folder.path, name), text);
  await symlink(join(repository, 'node_modules'), join(folder.path, 'node_modules'));
  await writeFile(join(folder.path, 'package.json'), '{ "type": "module" }');
  const compilerOptions = { paths: { 'chatferry/client': [join(repository, 'src/client.ts')] } };
  const config = {
    extends: join(repository, 'tsconfig.json'),
    compilerOptions,
    files: names.map(([name]) => name),
    include: [],
  };
  await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  const { stdout } = await execute(process.execPath, [tsc, '-p', folder.path]).catch((error) => error);
  expect(stdout).toBe('');
});

test('client.md names every code of our own', () => {
  for (const code of Object.keys(clientCodes)) expect(page).toContain(code);
});

test('there is an example for every resource', () => {
  expect(samples).toHaveLength(20);
});

/** Names that are kept for programs that were written with them; see old-names.test.ts. */
function oldNames(): ReadonlySet<string> {
  const folder = join(repository, 'src/service/client');
  const files = readdirSync(folder, { recursive: true }).map(String);
  const texts = files
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const found = texts.flatMap((text) => [
    ...text.matchAll(/@deprecated Use `(?!messages\.)(?:[^*]|\*(?!\/))*\*\/\s+(\w+)/g),
  ]);
  return new Set(found.map(([, name = '']) => name));
}

/** Every call of a client by its path from it: `users.get`, `conversations.withUser.get`. */
function callsOf(value: object, path: readonly string[] = []): string[] {
  return Object.entries(value).flatMap(([name, member]) => {
    if (typeof member === 'function') return [[...path, name].join('.')];
    return typeof member === 'object' && member !== null ? callsOf(member, [...path, name]) : [];
  });
}

test('the page of calls names every call of the clients', () => {
  const service = chatService({ baseUrl: 'https://example.com', apiKey: 'k' });
  expect(service).toBeInstanceOf(ChatService);
  const account = management({ managementHost: 'example.com', key: 'k', secret: 's' });
  const old = oldNames();
  expect(old).toContain('listOfUser');
  const calls = [...callsOf(service), ...callsOf(account)].filter(
    (path) =>
      !old.has(path.split('.').at(-1) ?? '') && !path.startsWith('messageMarks.') && path !== 'request',
  );
  const text = textOf('docs/reference/client-calls.md');
  const deprecated = ['conversations.get', 'conversations.delete'];
  expect(calls.filter((path) => !text.includes(`\n- \`${path}(`)).toSorted()).toEqual(deprecated.toSorted());
});
