import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { messageLines, USERS, workspace } from '../../e2e/workspace.ts';
import { mainHere } from '../../support/main-here.ts';
import { fileHost } from './file-host.ts';

const SECRET = 'X-Signature=s3cr3t';
const MIB = 1024 * 1024;

/** Every file below a folder, with its text. */
function filesBelow(folder: string): readonly (readonly [path: string, text: string])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, readFileSync(path, 'latin1')] as const);
}

const sources = (users: string, messages: string): string =>
  `  users: { path: "${users}" }\n  groups: { path: groups.csv }\n  messages: { path: "${messages}" }`;

test('a run, and all that looks at it, of files on a server', async () => {
  await using host = await fileHost();
  using space = workspace();
  const users = host.put('/day/users.csv', USERS);
  const messages = host.put('/day/messages.ndjson.gz', gzipSync(messageLines(300)));
  const file = space.pipeline({ sources: sources(`${users}?${SECRET}`, messages) });
  for (const words of [['validate'], ['plan'], ['run', '--yes'], ['verify']]) {
    const { code, out, err } = await mainHere([...words, file, '--json']);
    expect([words, code, err]).toEqual([words, 0, '']);
    expect(out).not.toContain('s3cr3t');
  }
  const shown = await mainHere(['report', file]);
  expect(shown.code).toBe(0);
  // Only the first two commands had to fetch: a run keeps its copies, and verify finds them.
  expect(host.fetched().toSorted()).toEqual(
    [users, messages].flatMap((url) => Array(3).fill(`${new URL(url).pathname} 0`)).toSorted(),
  );
  for (const [path, text] of filesBelow(join(space.folder, '.chatferry'))) {
    expect(text, path).not.toContain('s3cr3t');
    expect(statSync(path).mode & 0o077, path).toBe(0);
  }
  const { inputs } = JSON.parse(readFileSync(join(space.folder, '.chatferry/e2e/checkpoint.json'), 'utf8'));
  expect(inputs.map(({ path }: { path: string }) => path)).toEqual([users, 'groups.csv', messages]);
});
