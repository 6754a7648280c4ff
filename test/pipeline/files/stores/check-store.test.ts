import { once } from 'node:events';
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkStore, type StoreFinding } from '../../../../src/pipeline/files/stores/check-store.ts';
import { openStore } from '../../../../src/pipeline/files/stores/stores.ts';
import { httpGetter } from '../../../../src/pipeline/remote/http-get.ts';
import { realSystem } from '../../../../src/system/system.ts';
import { type FakeS3, type FakeS3Options, startFakeS3 } from '../fake-s3.ts';
import { bucketSpec, openBucket, storeAccess } from './store-here.ts';

const signal = new AbortController().signal;
const CACHE = { cacheControl: 'no-store' };

/** What the check finds of a bucket, in words; nothing of it may be left. */
async function found(options: FakeS3Options, change: (s3: FakeS3) => void = () => {}, publicUrl?: string) {
  await using s3 = await startFakeS3(options);
  change(s3);
  await using store = await openBucket(s3);
  await using getter = httpGetter(realSystem, { connections: 1, silentMs: 5_000 });
  const spec = {
    ...CACHE,
    store: bucketSpec(s3),
    shown: 's3://files',
    publicUrl: publicUrl ?? `${s3.publicUrl}/chat/files`,
  };
  const findings = await checkStore(store, spec, { get: getter.get, random: realSystem.random }, signal);
  const left = [...s3.objects.keys()];
  const unsigned = s3.requests.filter(({ isSigned }) => !isSigned).map(({ operation }) => operation);
  return { findings, left, unsigned, shown: findings.map(shownFinding) };
}

const shownFinding = ({ check, status }: StoreFinding): string => `${check} ${status}`;

test('a bucket that everybody may read', async () => {
  const { shown, left, unsigned } = await found({});
  expect(shown).toEqual([
    'files: write pass',
    'files: public pass',
    'files: type pass',
    'files: CORS pass',
    'files: clock pass',
    'files: parts pass',
  ]);
  expect(left).toEqual([]);
  expect(unsigned).toEqual(['GetObject']);
});

test('a bucket that nobody may read without a key', async () => {
  const { shown, left, findings } = await found({ isPublic: false });
  expect(shown).toContain('files: public warn');
  expect(findings[1]).toMatchObject({
    message: expect.stringMatching(/^FILES\.PUBLIC_URL: http.* answers 403 to who has no key$/),
    next: 'make the store readable at that address, or correct files.publicUrl',
  });
  expect(left).toEqual([]);
});

test('a bucket without CORS headers, and a clock that differs by minutes', async () => {
  const { shown, left, findings } = await found({ cors: false }, (s3) => {
    s3.skewMs = -200_000;
  });
  expect(shown).toContain('files: CORS warn');
  expect(shown).toContain('files: clock warn');
  expect(findings.find(({ check }) => check === 'files: clock')?.message).toMatch(
    / (199|200|201) s ahead of /,
  );
  expect(left).toEqual([]);
});

test('a bucket that takes nothing, and one that lets nothing be removed', async () => {
  const denied = await found({}, (s3) => s3.plant('PutObject', { status: 403, code: 'AccessDenied' }, 99));
  expect(denied.shown).toEqual(['files: write fail']);
  expect(denied.findings[0]).toMatchObject({
    exit: 'auth',
    next: expect.stringContaining('s3:PutObject'),
    message: expect.stringContaining('FILES.STORE_DENIED: '),
  });
  const kept = await found({}, (s3) => s3.plant('DeleteObject', { status: 403, code: 'AccessDenied' }, 99));
  expect(kept.shown.at(-1)).toBe('files: write fail');
  expect(kept.findings.at(-1)?.message).toContain(String(kept.left[0]?.slice('chat/files/'.length)));
});

test('an address of other files, of nothing, and one that is not https', async () => {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>'),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  for (const [address, message] of [
    [`http://127.0.0.1:${port}`, /answers with other bytes than the object has \(text\/html\)/],
    ['http://127.0.0.1:1', /cannot be asked: ECONNREFUSED/],
    ['http://files.example.com', /cannot be asked: http:\/\/files.example.com is not https/],
  ] as const) {
    const { findings, left } = await found({}, undefined, address);
    expect(findings[1]).toMatchObject({ check: 'files: public', status: 'warn' });
    expect(findings[1]?.message).toMatch(message);
    expect(left).toEqual([]);
  }
  server.close();
});

test('a folder that a web server publishes, with types of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'published-'));
  const server = createServer(async (request, response) =>
    response.end(await readFile(join(folder, String(request.url).slice('/files/'.length)))),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/files`;
  const spec = { ...CACHE, store: { kind: 'folder', folder } as const, shown: './public', publicUrl };
  await using store = await openStore(spec, storeAccess());
  await using getter = httpGetter(realSystem, { connections: 1, silentMs: 5_000 });
  const findings = await checkStore(store, spec, { get: getter.get, random: realSystem.random }, signal);
  expect(findings.map(shownFinding)).toEqual([
    'files: write pass',
    'files: public pass',
    'files: type warn',
    'files: CORS warn',
  ]);
  expect(await Array.fromAsync(glob('**/*.*', { cwd: folder }))).toEqual([]);
  server.close();
  await rm(folder, { recursive: true });
});

test('an interrupt removes the object as well', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  const ending = new AbortController();
  const get = async () => {
    expect(s3.objects.size).toBe(1);
    ending.abort(new Error('enough'));
    throw new Error('the request was ended');
  };
  const spec = { ...CACHE, store: bucketSpec(s3), shown: 's3://files', publicUrl: s3.publicUrl };
  const checked = checkStore(store, spec, { get, random: realSystem.random }, ending.signal);
  await expect(checked).rejects.toThrow('enough');
  expect(s3.objects.size).toBe(0);
});
