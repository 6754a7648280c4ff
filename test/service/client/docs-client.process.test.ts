import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { clientCodes } from '../../../src/errors/service-error.ts';
import { openSandbox } from '../../sandbox/sandbox-client.ts';

const page = readFileSync(new URL('../../../docs/client.md', import.meta.url), 'utf8');
const block = (language: string): string =>
  (new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page) as RegExpExecArray)[1] as string;

test('the example of the page prints what the page says', async () => {
  await using own = await openSandbox({ http: false });
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const library = new URL('../../../src/index.ts', import.meta.url).href;
  const example = join(folder.path, 'example.mts');
  await writeFile(example, block('ts').replace("'chatferry'", `'${library}'`));
  const { baseUrl, files } = own.sandbox;
  const { stdout } = await promisify(execFile)(process.execPath, [example], {
    env: { ...process.env, CHAT_URL: baseUrl, CHAT_KEY: own.secret(files.apiKey), CHAT_CA: files.ca },
  });
  expect(stdout.trim()).toBe(block('text').trim());
});

test('the page names every code of our own', () => {
  for (const code of Object.keys(clientCodes)) expect(page).toContain(code);
});
