import { expect, test } from 'vitest';
import type { FileStore, Upload, UploadLog } from '../../../../src/pipeline/files/stores/file-store.ts';
import { type FakeS3, type S3Operation, startFakeS3 } from '../fake-s3.ts';
import { fileBody, keyOf, openBucket, PNG, sha256, uploadLog } from './store-here.ts';

const signal = new AbortController().signal;
const PART = 8 * 2 ** 20;
/** Three parts of other bytes. */
const CONTENT = Buffer.concat([1, 2, 3].map((byte) => Buffer.alloc(byte === 3 ? 1_000 : PART, byte)));
const KEY = keyOf(CONTENT, 'mp4');
const BODY = fileBody(CONTENT);

const put = (store: FileStore, log: UploadLog = uploadLog()): Promise<void> =>
  store.put(KEY, BODY, { ...PNG, type: 'video/mp4' }, log, signal);

const sentParts = (s3: FakeS3): number[] =>
  s3.requests.flatMap(({ operation, part }) => (operation === 'UploadPart' ? [part ?? 0] : [])).sort();

function expectWhole(s3: FakeS3): void {
  expect([...s3.objects.keys()]).toEqual([`chat/files/${KEY}`]);
  const [object] = s3.objects.values();
  expect(object?.sha256).toBe(sha256(CONTENT));
  expect(object?.headers).toMatchObject({
    'content-type': 'video/mp4',
    'x-amz-meta-sha256': sha256(CONTENT),
  });
  expect(s3.uploads.size).toBe(0);
}

test('a large file is sent in parts, each recorded, three at once', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  const log = uploadLog();
  await put(store, log);
  expectWhole(s3);
  expect(log.entries.sort()).toEqual(['begin upload-1', 'drop', 'part 1', 'part 2', 'part 3']);
  expect(s3.mostAtOnce).toBeGreaterThan(1);
  expect(s3.mostAtOnce).toBeLessThanOrEqual(3);
  expect(store.requests).toEqual({ put: 2, parts: 3, head: 1, get: 0 });
});

test('after a kill, only parts that are not in the log are sent again', async () => {
  await using s3 = await startFakeS3();
  const killed = uploadLog();
  {
    await using store = await openBucket(s3);
    s3.plant('UploadPart', { status: 403, code: 'AccessDenied' }, 99, ({ part }) => part === 2);
    await expect(put(store, killed)).rejects.toMatchObject({ code: 'FILES.STORE_DENIED' });
  }
  const known = killed.upload as Upload;
  const missing = [1, 2, 3].filter((number) => known.etags[number - 1] === undefined);
  expect(missing).toContain(2);
  expect(missing.length).toBeLessThan(3);
  s3.requests.length = 0;
  const again = await startAgain(s3);
  await put(again.store, uploadLog(known));
  await again[Symbol.asyncDispose]();
  expect(sentParts(again.s3)).toEqual(missing);
  expect(again.s3.count('CreateMultipartUpload')).toBe(0);
  expectWhole(again.s3);
});

/** The same store, which now allows everything. */
async function startAgain(s3: FakeS3) {
  s3.pardon();
  const store = await openBucket(s3);
  return { s3, store, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}

test('a part whose answer was lost, or that was refused for a while, is sent again', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  s3.plant('UploadPart', 'lost', 1, ({ part }) => part === 1);
  s3.plant('UploadPart', { status: 503, code: 'SlowDown' }, 2, ({ part }) => part === 2);
  s3.plant('UploadPart', 'cut', 1, ({ part }) => part === 3);
  s3.plant('CreateMultipartUpload', { status: 500, code: 'InternalError' });
  await put(store);
  expect(sentParts(s3)).toEqual([1, 1, 2, 2, 2, 3, 3]);
  expectWhole(s3);
});

test.for([
  ['lost', ['CompleteMultipartUpload 0', 'HeadObject 200']],
  [
    'errorIn200',
    ['CompleteMultipartUpload 200', 'HeadObject 404', 'CompleteMultipartUpload 200', 'HeadObject 200'],
  ],
  ['cut', ['CompleteMultipartUpload 0', 'HeadObject 404', 'CompleteMultipartUpload 200', 'HeadObject 200']],
] as const)('what is there decides after a Complete that was %s', async ([fault, expected]) => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  s3.plant('CompleteMultipartUpload', fault);
  await put(store);
  const shown = s3.requests.map(({ operation, status }) => `${operation} ${status}`);
  expect(shown.filter((text) => /^(?:Complete|Head)/.test(text))).toEqual(expected);
  expect(sentParts(s3)).toEqual([1, 2, 3]);
  expectWhole(s3);
});

test('a kill between Complete and the log: the object is there, nothing is sent', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  const first = uploadLog();
  await put(store, { ...first, drop: async () => {} });
  s3.requests.length = 0;
  const log = uploadLog(first.upload);
  await put(store, log);
  expect(s3.requests.map(({ operation }) => operation)).toEqual(['CompleteMultipartUpload', 'HeadObject']);
  expect(log.entries).toEqual(['drop']);
  expectWhole(s3);
});

test.for<[S3Operation]>([['UploadPart'], ['CompleteMultipartUpload']])(
  'an upload that the store has lost begins anew: %s',
  async ([operation]) => {
    await using s3 = await startFakeS3();
    await using store = await openBucket(s3);
    const etags = operation === 'UploadPart' ? [] : ['"1"', '"2"', '"3"'];
    const log = uploadLog({ id: 'upload-of-last-month', partBytes: PART, etags });
    await put(store, log);
    expect(s3.requests[0]?.status === 404 || operation === 'UploadPart').toBe(true);
    expect(log.entries.slice(0, 2)).toEqual(['drop', 'begin upload-1']);
    expectWhole(s3);
  },
);

test('parts that the store has others of are sent anew, and their upload is given up', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  s3.plant('CompleteMultipartUpload', { status: 400, code: 'InvalidPart' });
  await put(store);
  expect(sentParts(s3)).toEqual([1, 1, 2, 2, 3, 3]);
  expectWhole(s3);
});

test('a store that loses every upload is no endless loop', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  s3.plant('CompleteMultipartUpload', { status: 404, code: 'NoSuchUpload' }, 99);
  await expect(put(store)).rejects.toMatchObject({ code: 'FILES.STORE_DENIED' });
  expect(s3.count('CreateMultipartUpload')).toBe(3);
  expect(s3.objects.size).toBe(0);
});

test('an upload can be given up, also one that is not there', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  s3.plant('CompleteMultipartUpload', { status: 403, code: 'AccessDenied' });
  const log = uploadLog();
  await expect(put(store, log)).rejects.toMatchObject({ code: 'FILES.STORE_DENIED' });
  expect(s3.uploads.size).toBe(1);
  const id = log.upload?.id ?? '';
  await store.abort(KEY, id, signal);
  await store.abort(KEY, id, signal);
  expect(s3.uploads.size).toBe(0);
});

test('an aborted signal keeps the upload for the next run', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  const ending = new AbortController();
  s3.plant('UploadPart', 'hang', 99, ({ part }) => part === 3);
  const log = uploadLog();
  const call = store.put(KEY, BODY, PNG, log, ending.signal);
  await expect.poll(() => log.entries.length).toBe(3);
  ending.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  expect(log.entries).not.toContain('drop');
  expect(s3.uploads.size).toBe(1);
});

test('a disk that fails while a part is read ends the upload with its error', async () => {
  await using s3 = await startFakeS3();
  await using store = await openBucket(s3);
  const { bytes, sha256, read } = BODY;
  const failing = {
    bytes,
    sha256,
    read: (from: number, until: number) =>
      from >= PART ? Promise.reject(new Error('EIO')) : read(from, until),
  };
  await expect(store.put(KEY, failing, PNG, uploadLog(), signal)).rejects.toThrow('EIO');
  expect(s3.objects.size).toBe(0);
});
