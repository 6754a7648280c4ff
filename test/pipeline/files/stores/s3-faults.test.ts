import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RunError } from '../../../../src/errors/run-error.ts';
import { openStore } from '../../../../src/pipeline/files/stores/stores.ts';
import { type FakeS3, startFakeS3 } from '../fake-s3.ts';
import {
  bucketSpec,
  bytesOf,
  fileBody,
  keyOf,
  openBucket,
  PNG,
  sha256,
  storeAccess,
  uploadLog,
} from './store-here.ts';

const signal = new AbortController().signal;
const KEY = keyOf('a file');
const put = (store: Awaited<ReturnType<typeof openBucket>>) =>
  store.put(KEY, fileBody('a file'), PNG, uploadLog(), signal);

/** The error of a call, as a user sees it. */
async function errorOf(call: Promise<unknown>): Promise<RunError> {
  const error = await call.then(
    () => expect.fail('there was no error'),
    (thrown: RunError) => thrown,
  );
  expect(error.code, String(error.stack)).toMatch(/^[A-Z]/);
  return error;
}

const operations = (s3: FakeS3): string[] =>
  s3.requests.map(({ operation, status }) => `${operation} ${status}`);

test('an object says what it is, and asks for nothing that not every store has', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  await store.put(
    KEY,
    fileBody('a file'),
    { ...PNG, type: 'text/html', isDownload: true },
    uploadLog(),
    signal,
  );
  expect(s3.objects.get(`chat/files/${KEY}`)?.headers).toEqual({
    'content-type': 'text/html',
    'cache-control': 'public, max-age=60',
    'content-disposition': 'attachment',
    'x-amz-meta-sha256': sha256('a file'),
  });
  const [request] = s3.requests;
  expect(
    Object.keys(request?.headers ?? {}).filter((name) => /acl|checksum|trailer|if-|expect/.test(name)),
  ).toEqual([]);
  expect(request?.headers['content-length']).toBe('6');
  expect(request?.headers['x-amz-content-sha256']).toBe(sha256('a file'));
  expect(operations(s3)).toEqual(['PutObject 200', 'HeadObject 200']);
  expect(store.requests).toEqual({ put: 1, head: 1, parts: 0, get: 0 });
});

test.for([
  [{ status: 503, code: 'SlowDown' }],
  [{ status: 503, code: 'ServiceUnavailable', headers: { 'retry-after': '7' } }],
  [{ status: 429, code: 'TooManyRequests' }],
  [{ status: 500, code: 'InternalError' }],
  [{ status: 502, code: 'BadGateway' }],
  [{ status: 400, code: 'RequestTimeout' }],
  [{ status: 400, code: 'BadDigest' }],
  ['cut'],
  ['errorIn200'],
] as const)('what passes is waited for: %j', async ([fault]) => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  s3.plant('PutObject', fault, 2);
  // An answer to HEAD has no code, and an object has any bytes.
  const hasCode = typeof fault === 'object' && fault.status === 400;
  for (const operation of ['HeadObject', 'DeleteObject', 'GetObject'] as const)
    if (fault !== 'errorIn200' && !(hasCode && operation === 'HeadObject')) s3.plant(operation, fault, 2);
  await put(store);
  expect(await store.head(KEY, signal)).toMatchObject({ bytes: 6 });
  expect((await bytesOf(store, KEY, signal)).toString()).toBe('a file');
  await store.remove(KEY, signal);
  expect(s3.objects.size).toBe(0);
  expect(s3.count('PutObject')).toBe(3);
});

test('a pause that the store asks for is kept', async () => {
  await using s3 = await startFakeS3();
  const access = storeAccess(s3.keys);
  await using store = await openBucket(s3, { system: access.system });
  s3.plant('HeadObject', { status: 503, code: 'SlowDown', headers: { 'retry-after': '7' } });
  await store.head(KEY, signal);
  expect((access.system.clock as { waits?: readonly number[] }).waits).toEqual([7_000]);
});

test('a lost answer to Put is decided by what is there: nothing is written twice', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  s3.plant('PutObject', 'lost');
  await put(store);
  expect(operations(s3)).toEqual(['PutObject 0', 'HeadObject 200']);
  expect(s3.objects.size).toBe(1);
});

test('a lost answer to a Put over an object of the same size writes again', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  await store.put(KEY, fileBody('6 byte'), PNG, uploadLog(), signal);
  s3.plant('PutObject', 'cut');
  await put(store);
  expect(s3.objects.get(`chat/files/${KEY}`)?.sha256).toBe(sha256('a file'));
});

test('a store that never does it is silent, with what it says', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  s3.plant('PutObject', { status: 503, code: 'SlowDown', message: 'Please reduce your request rate.' }, 99);
  const error = await errorOf(put(store));
  expect(error).toMatchObject({ code: 'FILES.STORE_SILENT', exitCode: 7 });
  expect(error.message).toBe(
    `${s3.endpoint} does not do PutObject in the bucket files: SlowDown (503): Please reduce your request rate. (8 tries)`,
  );
});

test('a store that sends nothing is asked again, and one that is not there is silent', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3, { silentMs: 30 });
  s3.plant('HeadObject', 'hang');
  expect(await store.head(KEY, signal)).toBeUndefined();
  expect(operations(s3)).toEqual(['HeadObject 0', 'HeadObject 404']);
  await using gone = await openBucket({ ...s3, endpoint: 'http://127.0.0.1:1' });
  const { code, message } = await errorOf(put(gone));
  expect(code).toBe('FILES.STORE_SILENT');
  expect(message).toContain('it cannot be reached (ECONNREFUSED) (4 tries)');
});

test.for([
  [{ accessKeyId: 'AKIAOTHER' }, 'InvalidAccessKeyId', 'accessKeyId'],
  [{ secretAccessKey: 'another/secret/0123456789abcdef' }, 'SignatureDoesNotMatch', 'secretAccessKey'],
] as const)('a wrong key is named, and not shown: %j', async ([wrong, code, member]) => {
  await using s3 = await startFakeS3();
  const keys = { ...s3.keys, ...wrong };
  await using store = await openBucket({ ...s3, keys });
  for (const call of [() => put(store), () => store.head(KEY, signal), () => store.remove(KEY, signal)]) {
    const error = await errorOf(call());
    expect(error).toMatchObject({ code: 'FILES.STORE_DENIED', exitCode: 10 });
    expect(error.message).toContain(code);
    expect(error.hint).toContain(`files.credentials.${member}`);
    expect(JSON.stringify([error.message, error.hint, String(error.cause)])).not.toContain(
      keys.secretAccessKey,
    );
  }
});

test('keys that the store quotes are not shown', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  const message = `you sent ${s3.keys.secretAccessKey} of ${s3.keys.accessKeyId}\u001b[31m`;
  s3.plant('PutObject', { status: 403, code: 'AccessDenied', message });
  const { message: shown } = await errorOf(put(store));
  expect(shown).toContain('you sent [secret] of [secret]');
  expect(shown).not.toContain('\u001b');
});

test.for([
  ['PutObject', 's3:PutObject'],
  ['HeadObject', 's3:ListBucket'],
  ['DeleteObject', 's3:DeleteObject'],
  ['GetObject', 's3:GetObject'],
] as const)('%s that is not allowed names the right', async ([operation, right]) => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  await put(store);
  s3.plant(operation, { status: 403, code: 'AccessDenied' }, 99);
  const calls = {
    PutObject: () => put(store),
    HeadObject: () => store.head(KEY, signal),
    DeleteObject: () => store.remove(KEY, signal),
    GetObject: () => bytesOf(store, KEY, signal),
  };
  const error = await errorOf(calls[operation]());
  expect(error).toMatchObject({ code: 'FILES.STORE_DENIED' });
  expect(error.message).toContain(`${operation} in the bucket files`);
  expect(error.hint).toContain(right);
});

test.for([3_600_000, -3_600_000])('a clock that differs by %i ms is named', async (skewMs) => {
  await using s3 = await startFakeS3();
  s3.skewMs = skewMs;
  for (const call of ['put', 'head'] as const) {
    await using store = await openBucket(s3);
    const error = await errorOf(call === 'put' ? put(store) : store.head(KEY, signal));
    expect(error).toMatchObject({ code: 'FILES.STORE_DENIED', exitCode: 10 });
    const side = skewMs < 0 ? 'ahead of' : 'behind';
    expect(error.message).toMatch(new RegExp(`clock of this machine is 3(600|599|601) s ${side} `));
    expect(error.hint).toContain('NTP');
  }
});

test('a clock that differs by minutes is known, and no error', async () => {
  await using s3 = await startFakeS3();
  s3.skewMs = 300_000;
  await using store = await openBucket(s3);
  await put(store);
  expect(Math.abs((store.skewS ?? 0) - 300)).toBeLessThan(3);
});

test.for([
  [{ status: 507, code: 'XMinioStorageFull' }],
  [{ status: 403, code: 'QuotaExceeded' }],
  [{ status: 403, code: 'StorageCapExceeded' }],
] as const)('a store without room is full: %j', async ([fault]) => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  s3.plant('PutObject', fault, 99);
  expect(await errorOf(put(store))).toMatchObject({ code: 'FILES.STORE_FULL', exitCode: 7 });
  expect(s3.count('PutObject')).toBe(1);
});

test('a bucket that is not there', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket({ ...s3, bucket: 'other' });
  expect(await store.head(KEY, signal)).toBeUndefined();
  const error = await errorOf(put(store));
  expect(error).toMatchObject({ code: 'FILES.CONFIG', message: `${s3.endpoint} has no bucket other` });
});

test.for([
  [{ status: 301, code: 'PermanentRedirect', headers: { 'x-amz-bucket-region': 'eu-central-1' } }],
  [{ status: 400, code: 'AuthorizationHeaderMalformed', headers: { 'x-amz-bucket-region': 'eu-central-1' } }],
] as const)('a bucket in another region names it: %j', async ([fault]) => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  for (const operation of ['PutObject', 'HeadObject'] as const) s3.plant(operation, fault, 99);
  for (const call of [put(store), store.head(KEY, signal)]) {
    const error = await errorOf(call);
    expect(error).toMatchObject({ code: 'FILES.CONFIG', hint: 'write  region: eu-central-1  under  files:' });
    expect(error.message).toContain('eu-central-1');
  }
});

test('a request that the store does not take is refused with its words', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  s3.plant('PutObject', { status: 400, code: 'InvalidRequest', message: 'no such storage class' }, 99);
  const { code, message } = await errorOf(put(store));
  expect(code).toBe('FILES.STORE_DENIED');
  expect(message).toContain('InvalidRequest (400): no such storage class');
  expect(s3.count('PutObject')).toBe(1);
});

test('an object that is read goes on where its answer was cut, and never ends early', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  const content = randomBytes(900_000);
  const key = keyOf(content);
  await store.put(key, fileBody(content), PNG, uploadLog(), signal);
  s3.plant('GetObject', 'cutBody', 3);
  expect(sha256(await bytesOf(store, key, signal))).toBe(sha256(content));
  s3.plant('GetObject', 'cutBody', 1_000);
  expect(await errorOf(bytesOf(store, key, signal))).toMatchObject({ code: 'FILES.STORE_SILENT' });
});

test('a signal ends a request that is under way, and the wait for another try', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  s3.plant('PutObject', 'hang', 99);
  const ending = new AbortController();
  const call = store.put(KEY, fileBody('a file'), PNG, uploadLog(), ending.signal);
  await expect.poll(() => s3.count('PutObject')).toBe(1);
  ending.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
});

test('plain http is for this machine only, and a key that is missing is named', async () => {
  await using s3 = await startFakeS3();
  const spec = bucketSpec(s3);
  const access = storeAccess(s3.keys);
  const http = openStore({ store: { ...spec, endpoint: 'http://store.example.com' } }, access);
  expect(await errorOf(http)).toMatchObject({ code: 'FILES.CONFIG' });
  const keyless = openStore({ store: spec }, { ...access, access: { ...access.access, env: {} } });
  const { code, message } = await errorOf(keyless);
  expect([code, message]).toEqual([
    'AUTH.KEY_MISSING',
    'files.credentials.accessKeyId: no API key in the environment variable S3_ID',
  ]);
});

test('pages in the place of answers are no success, and no crash', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  const page = {
    code: '',
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><p>Welcome & login',
  };
  const large = fileBody(Buffer.alloc(17 * 2 ** 20));
  for (const [status, code] of [
    [200, 'FILES.STORE_SILENT'],
    [503, 'FILES.STORE_SILENT'],
    [403, 'FILES.STORE_DENIED'],
    [404, 'FILES.STORE_DENIED'],
    [302, 'FILES.CONFIG'],
  ] as const) {
    for (const operation of ['PutObject', 'CreateMultipartUpload'] as const)
      s3.plant(operation, { ...page, status }, 99);
    expect(await errorOf(put(store)), `PutObject ${status}`).toMatchObject({ code });
    const inParts = store.put(keyOf('large'), large, PNG, uploadLog(), signal);
    expect(await errorOf(inParts), `CreateMultipartUpload ${status}`).toMatchObject({ code });
    s3.pardon();
  }
  expect(s3.objects.size).toBe(0);
});

test('an answer without an end is not kept in memory', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  s3.plant('PutObject', { status: 400, code: '', body: `<Error>${' '.repeat(2 ** 21)}` }, 99);
  expect((await errorOf(put(store))).code).toBe('FILES.STORE_DENIED');
  s3.pardon();
  s3.plant('PutObject', { status: 200, code: '', body: `<Error>${' '.repeat(2 ** 21)}` }, 99);
  expect((await errorOf(put(store))).message).toContain('its answer has no end');
});
