import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, startCli } from '../../e2e/cli-process.ts';
import { messageLines, workspace } from '../../e2e/workspace.ts';
import { fileHost } from './file-host.ts';

const PIECE = 4 * 1024 * 1024;
const COUNT = 180_000;

test('a run that is killed while it fetches goes on where it was', async () => {
  await using host = await fileHost();
  using space = workspace(1);
  const body = Buffer.from(messageLines(COUNT));
  expect(body.length).toBeGreaterThan(4 * PIECE);
  const messages = host.put('/messages.ndjson', body);
  const file = space.pipeline({
    sources: `  users: { path: users.csv }\n  groups: { path: groups.csv }\n  messages: { path: ${messages}, where: { muid: m-1 } }`,
  });
  // The last piece never comes, so that the process is sure to be in the middle.
  const last = Math.floor(body.length / PIECE) * PIECE;
  host.behave(({ headers }) => headers.range?.startsWith(`bytes=${last}-`) ?? false);
  const killed = startCli(['run', file, '--yes']);
  const copies = join(space.folder, '.chatferry/e2e/prepared/remote');
  const written = (): number => {
    const part = existsSync(copies) ? readdirSync(copies).find((name) => name.endsWith('.part')) : undefined;
    return part === undefined ? 0 : statSync(join(copies, part)).size;
  };
  await expect.poll(written).toBe(last);
  killed.child.kill('SIGKILL');
  await killed.ended;
  host.behave(undefined);
  const before = host.fetched().length;
  const { code, err } = await cli(['run', file, '--yes', '--quiet']);
  expect([code, err]).toEqual([0, '']);
  // What was not certainly on the disk comes again: of a part, the last piece.
  const again = host
    .fetched()
    .slice(before)
    .map((each) => Number(each.split(' ')[1]))
    .toSorted((a, b) => a - b);
  expect(again).toEqual([last - PIECE, last]);
  expect(readdirSync(copies).some((name) => name.includes('.part'))).toBe(false);
});
