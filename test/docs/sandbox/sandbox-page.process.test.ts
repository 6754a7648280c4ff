import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../sandbox/sandbox-client.ts';
import { startCli } from '../../support/cli-process.ts';
import { repository } from '../../support/repository.ts';

const execute = promisify(execFile);

const page = readFileSync(join(repository, 'docs/programs/sandbox.md'), 'utf8');
const blocks = Array.from(page.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm), ([, language = '', body = '']) => ({
  language,
  body,
}));
const [program, prints, start] = blocks.map(({ body }) => body);

test('every block of the page is run: the last one by the test of webhooks', () => {
  expect(blocks.map(({ language }) => language)).toEqual(['ts', 'text', 'sh', 'sh']);
});

test('the program of the page prints what stands below it', async () => {
  using folder = temporaryFolder();
  const library = new URL('../../../dist/sandbox.js', import.meta.url).href;
  const example = join(folder.path, 'example.mts');
  await writeFile(example, program?.replace("'chatferry/sandbox'", `'${library}'`) ?? '');
  const { stdout, stderr } = await execute(process.execPath, [example]);
  expect(stdout).toBe(prints);
  expect(stderr).toBe('');
});

test('the command of the page prints what the page says, a line to try it, and has the files that it names', async () => {
  using folder = temporaryFolder();
  const [, ...args] = start?.trim().replace('7700', '0').split(' ') ?? [];
  const child = startCli(args, process.env, folder.path);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  while (!said.includes('  try ')) await once(child.stdout, 'data');
  for (const label of ['base URL', 'key file', 'web view']) expect(said).toContain(`  ${label} `);
  const [, line = ''] = /^ {2}try +(.*)$/m.exec(said) ?? [];
  const { stdout } = await execute('sh', ['-c', line]);
  expect(JSON.parse(stdout)).toMatchObject({ data: [] });
  const [, named = ''] = /^- The folder `data` has (.*)$/m.exec(page) ?? [];
  const files = Array.from(named.matchAll(/`([a-z.-]+)`/g), ([, name]) => name);
  expect(readdirSync(join(folder.path, 'data'))).toEqual(expect.arrayContaining(files));
  expect(files.length).toBeGreaterThan(5);
  child.kill('SIGINT');
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(0);
});
