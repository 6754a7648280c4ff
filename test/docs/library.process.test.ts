import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import * as library from '../../src/index.ts';
import { repository } from '../support/repository.ts';

const page = readFileSync(join(repository, 'docs/programs/library.md'), 'utf8');
const address = new URL('../../src/index.ts', import.meta.url).href;

/** The blocks of a language with the names that stand behind it. */
const blocks = (language: string): { readonly name: string; readonly text: string }[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}(?: (\\S+))?\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, name = '', text = '']) => ({ name, text }),
  );

test('the examples of the page do what the page says', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  for (const { name, text } of [...blocks('csv'), ...blocks('yaml')])
    await writeFile(join(folder.path, name), text);
  const [example, stopping] = blocks('ts').map(({ text }) => text.replace("'chatferry'", `'${address}'`));
  const run = async (program: string): Promise<string> => {
    const path = join(folder.path, 'example.mts');
    await writeFile(path, program);
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [path], { cwd: folder.path });
    expect(stderr).toBe('');
    return stdout.trim();
  };
  const [printed, printedOfStopping] = blocks('text').map(({ text }) => text.trim());
  expect(await run(example as string)).toBe(printed);
  const opened = `import { openPipeline, type StreamEvent } from '${address}';\nawait using pipeline = await openPipeline('pipeline.yaml');\n`;
  expect(await run(opened + stopping)).toBe(printedOfStopping);
});

test('the page names everything that is exported, and every method and option of a pipeline', async () => {
  for (const name of Object.keys(library)) expect(page, name).toContain(`\`${name}`);
  const types = readFileSync(join(repository, 'src/library/opened-pipeline.ts'), 'utf8');
  const names = [...types.matchAll(/^ {2,4}(?:readonly )?(\w+)(?:\?|\(options)?[:(]/gm)].map(
    ([, name]) => name,
  );
  expect(names).toContain('maxDurationMs');
  for (const name of names) expect(page, name).toMatch(new RegExp(`\`(?:rejects\\.)?${name}\\b`));
});
