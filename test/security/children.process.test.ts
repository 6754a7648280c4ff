import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPipeline } from '../../src/library/open-pipeline.ts';
import { cli, startSandboxProcess } from '../e2e/cli-process.ts';
import { FAST, workspace } from '../e2e/workspace.ts';

const WORDS = {
  PROD_CHAT_KEY: 'w-of-the-other-target',
  HOOK: 'http://127.0.0.1:9/w-of-the-hook',
  CHATFERRY_API_KEY: 'w-of-the-usual-key',
};

/** A program that writes its environment into a file, and then the rows of a table. */
const dump = (file: string): readonly string[] => [
  process.execPath,
  '-e',
  `require('fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env)); console.log('uid,name\\nann,Ann')`,
];

test('a command, a transform, a notification and the command of a key get no variable that the pipeline names as a secret', async () => {
  using space = workspace(1);
  await using sandbox = await startSandboxProcess(space.folder);
  const at = (name: string): string => join(space.folder, `${name}.env`);
  space.write(
    'rows.mjs',
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(at('transform'))}, JSON.stringify(process.env));\nexport default (row) => row;\n`,
  );
  const key = `[${JSON.stringify(process.execPath)}, "-e", ${JSON.stringify(
    `const fs = require('fs'); fs.writeFileSync(${JSON.stringify(at('key'))}, JSON.stringify(process.env)); console.log(fs.readFileSync(${JSON.stringify(sandbox.keyFile)}, 'utf8'))`,
  )}]`;
  const pipeline = space.write(
    'app.yaml',
    [
      'version: 1',
      'name: app',
      'targets:',
      `  here: { baseUrl: "${sandbox.baseUrl}", apiKey: { command: ${key} } }`,
      '  prod: { baseUrl: "https://127.0.0.1:9/v3", apiKey: { env: PROD_CHAT_KEY } }',
      FAST,
      `sources: { users: { command: ${JSON.stringify(dump(at('command')))}, transform: ./rows.mjs } }`,
      'notify:',
      `  - { command: ${JSON.stringify(dump(at('notify')))}, on: [success, failure] }`,
      '  - { webhook: { env: HOOK }, on: [failure] }',
    ].join('\n'),
  );
  const { code, err } = await cli(['run', pipeline, '--to', 'here', '--yes'], { ...WORDS, OTHER: 'stays' });
  expect([code, err]).toEqual([0, expect.any(String)]);
  for (const name of ['command', 'transform', 'notify', 'key']) {
    const text = readFileSync(at(name), 'utf8');
    for (const word of Object.values(WORDS))
      expect([name, word, text.includes(word)]).toEqual([name, word, false]);
    expect([name, JSON.parse(text).OTHER]).toEqual([name, 'stays']);
  }
});

test('a variable that is a path is no secret; the environment of a program that opens a pipeline stays as it is', async () => {
  using space = workspace(1);
  const at = join(space.folder, 'seen.env');
  space.write('rows.mjs', 'export default (row) => row;\n');
  const text = (users: string): string =>
    `version: 1\nname: app\ntarget: sandbox\nsources: { users: ${users} }\nnotify: [{ webhook: { env: HOOK }, on: [failure] }]\n`;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what a pipeline file holds
  const joined = '{ path: "${EXPORTS}/users.csv", transform: ./rows.mjs }';
  const command = `{ command: ${JSON.stringify([...dump(at), '$' + '{TENANT}'])} }`;
  const env = { EXPORTS: space.folder, TENANT: 'acme', HOOK: WORDS.HOOK };
  const file = space.write('app.yaml', text(`[${joined}, ${command}]`));
  const { code, err } = await cli(['validate', file], env);
  expect([code, err]).toEqual([0, '']);
  expect(JSON.parse(readFileSync(at, 'utf8'))).toMatchObject({ EXPORTS: space.folder, TENANT: 'acme' });
  expect(readFileSync(at, 'utf8')).not.toContain(WORDS.HOOK);

  process.env['HOOK'] = WORDS.HOOK;
  await using _opened = await openPipeline(file, { env: { ...process.env, ...env } });
  expect(process.env['HOOK']).toBe(WORDS.HOOK);
  delete process.env['HOOK'];
});
