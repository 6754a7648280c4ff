import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { runHere } from '../support/command-here.ts';

const path = mkdtempSync(join(tmpdir(), 'chatferry-in-use-'));
afterAll(() => rmSync(path, { recursive: true }));

test('a data file that another program has open is said to be in use, with what to do', async () => {
  writeFileSync(join(path, 'users.csv'), 'uid,name\nann,Ann\n');
  const pipeline = join(path, 'p.yaml');
  writeFileSync(
    pipeline,
    'version: 1\nname: k\ntarget: sandbox\nstate: ./state\nsources: { users: { path: users.csv } }\n',
  );
  expect((await runHere(['run', pipeline, '--yes'])).exitCode).toBe(0);
  using db = new DatabaseSync(join(path, 'state/k/sandbox.sqlite'));
  db.exec('BEGIN EXCLUSIVE');
  const { stderr } = await runHere(['verify', pipeline]);
  expect(stderr).toMatch(
    /SANDBOX\.FAILED[\s\S]*is in use by another program[\s\S]*close the program that uses the file/,
  );
});
