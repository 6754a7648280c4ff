import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAST, targetOf, type Workspace, workspace } from '../e2e/workspace.ts';
import { cli, type SandboxHere, startSandboxHere } from '../support/cli-here.ts';

/** C0 but for line ends and tabs, C1, and what turns the direction of text or breaks a line. */
const UNSAFE = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u;
/** Sets the title of a window twice, once with the C1 form that JSON leaves alone, and reverses the rest of the line. */
const EVIL = '\u001b]0;own\u0007\u009b31m\u009d0;own\u009c\u202egnp.exe\u2066\u2028';

const SOURCE = `users${EVIL}.ndjson`;

const folder = workspace(3);
const users = (uid: string): string =>
  [
    { uid: 'ann', name: `Ann ${EVIL}`, metadata: { note: EVIL } },
    { uid, name: 'Ben' },
    { uid: 'cy', name: 'Cy', [`column${EVIL}`]: 'x' },
  ]
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('');
let sandbox: SandboxHere;

/** A pipeline in a folder and with a source whose names are as evil as what is in the files. */
function pipelineFor(space: Workspace, target: string, uid = `be${EVIL}n`): string {
  mkdirSync(join(space.folder, EVIL));
  space.write(join(EVIL, SOURCE), users(uid));
  const path = JSON.stringify(SOURCE).replaceAll(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const plain = space.pipeline({ target, sources: `  users: { path: ${path} }`, rest: FAST });
  return space.write(join(EVIL, 'pipeline.yaml'), readFileSync(plain));
}

beforeAll(async () => {
  sandbox = await startSandboxHere(folder.folder);
});

afterAll(async () => {
  await sandbox[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const COMMANDS: readonly (readonly [string, ...string[]])[] = [
  ['inspect'],
  ['validate'],
  ['validate', '--format', 'sarif'],
  ['validate', '--format', 'junit'],
  ['plan'],
  ['run', '--yes'],
  ['rejects'],
  ['verify'],
  ['status'],
  ['undo'],
  ['doctor'],
];

test('no command prints, logs or reports a character that moves the cursor or reorders a line', async () => {
  using space = workspace(3);
  const pipeline = pipelineFor(space, targetOf(sandbox));
  const source = join(dirname(pipeline), SOURCE);
  for (const [command, ...more] of COMMANDS)
    for (const form of more.includes('--format') ? [[]] : [['--verbose'], ['--json']]) {
      const args = [command, command === 'inspect' ? source : pipeline, ...more, ...form];
      const { out, err } = await cli(args);
      expect({ args: args.slice(2), unsafe: UNSAFE.exec(out + err)?.[0] }).toEqual({ args: args.slice(2) });
      expect(out.length + err.length).toBeGreaterThan(0);
      if (form[0] === '--json') expect(() => JSON.parse(out)).not.toThrow();
    }
  for (const file of ['run.log', 'report.json', 'report.html', 'verify.json', 'verify.ndjson', 'plan.json'])
    expect([
      file,
      UNSAFE.exec(readFileSync(join(dirname(pipeline), '.chatferry/e2e', file), 'utf8'))?.[0],
    ]).toEqual([file, undefined]);
});

test('what a service says is printed and logged without them, and one event is one line', async () => {
  using space = workspace(3);
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(400, { 'content-type': 'application/json' });
      const said = `said ${EVIL}\r\n{"level":60,"forged":true}`;
      response.end(
        JSON.stringify({ error: { code: `ERR_${EVIL}`, message: said, details: { name: [said] } } }),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`;
    const pipeline = pipelineFor(space, `{ baseUrl: "${baseUrl}" }`, 'ben');
    for (const form of [[], ['--json']]) {
      const { out, err } = await cli(['run', pipeline, '--yes', ...form], { CHATFERRY_API_KEY: 'k123' });
      expect(UNSAFE.exec(out + err)?.[0]).toBeUndefined();
      expect(out + err).toContain('said');
    }
    const log = readFileSync(join(dirname(pipeline), '.chatferry/e2e/run.log'), 'utf8');
    expect(UNSAFE.exec(log)?.[0]).toBeUndefined();
    for (const line of log.trimEnd().split('\n')) expect(JSON.parse(line)).not.toHaveProperty('forged');
  } finally {
    server.close();
  }
});
