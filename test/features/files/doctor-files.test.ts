import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Finding } from '../../../src/features/doctor/finding.ts';
import { sourceServer } from '../../pipeline/files/source-server.ts';
import { copiesHere, messagesWith } from './copies-here.ts';

type Result = { readonly exitCode: number; readonly findings: readonly Finding[] };

test('doctor --files asks some addresses, and takes one object through the storage to its public address', async () => {
  await using source = await sourceServer();
  const there = source.put('/there.png', 'PNG', { type: 'image/png' });
  const login = source.answer('/login.png', (_, response) => response.writeHead(401).end());
  const page = source.answer('/page.png', (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<form>'),
  );
  await using here = await copiesHere({
    files: messagesWith([
      there,
      login,
      page,
      `${source.origin}/gone.png?X-Amz-Signature=secret`,
      'https://10.0.0.7/a.png',
    ]),
    rules: `from: [{ host: "${source.host}", allowPrivate: true }]`,
  });
  const { exitCode, result } = await here.json<Result>('doctor', '--files');
  expect(exitCode).toBe(0);
  const files = result.findings.filter(({ check }) => check.startsWith('files'));
  expect(files.map(({ check, status, message }) => [check, status, message])).toEqual([
    ['files: addresses', 'pass', expect.stringContaining('5 addresses in 5 places: 4 to copy')],
    ['files: addresses', 'warn', '1 address of files will not be asked (1: it is in a private network)'],
    ['files: answers', 'pass', '1 of 4 addresses answer'],
    ['files: answers', 'warn', expect.stringContaining('2 of 4 addresses need a login')],
    ['files: answers', 'warn', expect.stringContaining('1 of 4 addresses are gone')],
    ['files: write', 'pass', expect.any(String)],
    ['files: public', 'pass', expect.any(String)],
    ['files: type', 'warn', expect.any(String)],
    ['files: CORS', 'warn', expect.any(String)],
  ]);
  for (const { status, next } of files) if (status === 'warn') expect(next).toBeTruthy();
  expect(JSON.stringify(result)).not.toContain('secret');
  expect(source.requests.map(({ method, headers }) => [method, headers['range']])).toEqual(
    Array.from({ length: 4 }, () => ['GET', 'bytes=0-0']),
  );
  expect(here.asked).toHaveLength(1);
  expect(existsSync(here.copies)).toBe(false);
});

test('doctor --files leaves a published folder as it is, and says if others cannot read it', async () => {
  await using here = await copiesHere({
    files: messagesWith(['https://cdn.example.com/a.png']),
    rules: 'keep: [cdn.example.com]',
  });
  mkdirSync(join(here.copies, '99'), { recursive: true });
  chmodSync(here.copies, 0o750);
  const { result } = await here.json<Result>('doctor', '--files');
  const unreadable = result.findings.find(({ message }) => message.includes('has the mode 0750'));
  expect([unreadable?.status, unreadable?.next]).toEqual(['warn', `chmod 755 ${here.copies}`]);
  expect(readdirSync(here.copies)).toEqual(['99']);
});

test('a storage that takes nothing is a failure, with what to do', async () => {
  await using here = await copiesHere({
    files: messagesWith(['https://cdn.example.com/a.png']),
    rules: 'keep: [cdn.example.com]',
  });
  const file = here.pathOf('x');
  expect(file).toContain(here.copies);
  writeFileSync(here.copies, 'a file in the place of the folder');
  chmodSync(here.copies, 0o444);
  const { exitCode, result } = await here.json<Result>('doctor', '--files');
  expect(exitCode).not.toBe(0);
  const failed = result.findings.find(({ status }) => status === 'fail');
  expect([failed?.check, failed?.next]).toEqual(['files: write', expect.any(String)]);
});

test('FILES.PUBLIC_URL: an address that does not give what is in the storage is named, with what to do', async () => {
  await using here = await copiesHere({
    files: messagesWith(['https://cdn.example.com/a.png']),
    rules: 'keep: [cdn.example.com]',
  });
  here.answers = () => '<html>Welcome</html>';
  const { exitCode, result } = await here.json<Result>('doctor', '--files');
  expect(exitCode).toBe(0);
  expect(result.findings.filter(({ check }) => check === 'files: public')).toEqual([
    {
      check: 'files: public',
      status: 'warn',
      message: `FILES.PUBLIC_URL: ${here.publicUrl} answers with other bytes than the object has (of no type)`,
      next: 'make the store readable at that address, or correct files.publicUrl',
    },
  ]);
});
