import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cliIn } from '../support/cli-here.ts';
import { startCli } from '../support/cli-process.ts';
import { copyOf, repository } from '../support/repository.ts';

const page = readFileSync(join(repository, 'docs/from/service.md'), 'utf8');

/** The commands of a block of the page, without what stands before them and comments. */
const commandsIn = (language: 'sh' | 'text'): readonly string[] =>
  (new RegExp(`\`\`\`${language}\\n([^\`]*)\`\`\``).exec(page)?.[1] ?? '')
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').replace('npx chatferry ', ''))
    .filter(Boolean);

/** Starts a sandbox of the page on a free port. */
async function sandboxOf(command: string, folder: string) {
  const args = command.replace(/--port \d+/, '--port 0').split(' ');
  const child = startCli([...args, '--json'], process.env, folder);
  child.stdin.end();
  const [line] = (await new Promise((done) => child.stdout.once('data', (text) => done([String(text)])))) as [
    string,
  ];
  const { port } = new URL((JSON.parse(line) as { baseUrl: string }).baseUrl);
  return {
    from: /--port (\d+)/.exec(command)?.[1] ?? '',
    port,
    [Symbol.dispose]: () => void child.kill('SIGINT'),
  };
}

test('the commands of the page move an app from one region to another', async () => {
  await using copy = await copyOf('samples', 'schema');
  const [eu = '', us = ''] = commandsIn('text');
  using old = await sandboxOf(eu, copy.path);
  using next = await sandboxOf(us, copy.path);
  for (const name of ['old-app', 'move']) {
    const path = join(copy.path, `samples/exports/service/${name}.yaml`);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replaceAll(old.from, old.port).replaceAll(next.from, next.port));
  }
  const commands = commandsIn('sh');
  expect(commands).toHaveLength(3);
  for (const command of commands) {
    const { code, out, err } = await cliIn(copy.path, command.split(' '));
    expect([command, code], out + err).toEqual([command, 0]);
  }
});
