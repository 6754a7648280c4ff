import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { FileFetcher } from '../../../../src/pipeline/files/fetch/fetched-file.ts';
import { type Files, realFiles } from '../../../../src/system/files.ts';
import { type CopyingHere, copyingHere, keyOf, png, sha256 } from './copying-here.ts';

const opened: CopyingHere[] = [];
afterEach(async () => {
  for (const here of opened.splice(0).reverse()) await here[Symbol.asyncDispose]();
});
async function begun(...args: Parameters<typeof copyingHere>): Promise<CopyingHere> {
  const here = await copyingHere(...args);
  opened.push(here);
  return here;
}

const each = (...urls: readonly string[]) => urls.map((url, at) => ({ muid: `m${at + 1}`, files: [url] }));

test('two pipelines with one bucket have one object for one content; the second one knows that it is not its work', async () => {
  const one = await begun('s3');
  const { source, bucket } = one;
  const two = await begun('s3', { source, bucket, to: 's3://files/chat' });
  one.rows(each(source.put('/a.png', png('a'))));
  two.rows(each(source.put('/other/a.png', png('a')), source.put('/b.png', png('b'))));
  expect((await one.copy()).counts).toMatchObject({ copied: 1 });
  expect((await two.copy()).counts).toMatchObject({ copied: 1, alreadyThere: 1, requests: { put: 1 } });
  expect(await one.origins()).toEqual({ [keyOf(png('a'))]: 'created' });
  expect(await two.origins()).toEqual({ [keyOf(png('a'))]: 'exists', [keyOf(png('b'))]: 'created' });
  expect(bucket?.count('PutObject')).toBe(2);
});

test('addresses that differ by their tokens alone have files of their own, as each token says', async () => {
  const here = await begun('s3');
  const { source } = here;
  const urls = ['a', 'b'].map((name) => source.put(`/thumb.jpg?jwt=${name}`, png(name)));
  here.rows(each(...urls));
  expect((await here.copy()).counts).toMatchObject({ copied: 2 });
  const find = await here.find();
  for (const [at, name] of ['a', 'b'].entries())
    expect(find(urls[at] as string)).toMatchObject({ url: expect.stringContaining(keyOf(png(name))) });
});

test('a file without a name, or with a blank one, is copied like any other', async () => {
  const here = await begun();
  const names = [undefined, '', '  '];
  const urls = names.map((_, at) => here.source.put(`/${at}.png`, png(`${at}`)));
  here.rows([]);
  const rows = urls.map((url, at) => ({
    muid: `m${at}`,
    sender: 'ann',
    receiver: 'ben',
    receiverType: 'user',
    text: 'hello',
    sentAt: 1_700_000_000,
    attachments: [{ url, name: names[at], mimeType: 'image/png', extension: 'png' }],
  }));
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  writeFileSync(join(here.folder, 'messages.ndjson'), lines);
  expect((await here.copy()).counts).toMatchObject({ found: 3, copied: 3 });
});

test('an object of others with the name of a copy is never written over', async () => {
  const here = await begun('s3');
  const { source, bucket } = here;
  const key = `chat/${keyOf(png('a'))}`;
  const foreign = { body: Buffer.from('x'), bytes: 1, sha256: sha256('x'), headers: {} };
  bucket?.objects.set(key, foreign);
  here.rows(each(source.put('/a.png', png('a'))));
  expect((await here.copy()).code).toBe('FILE.KEY_TAKEN');
  expect(bucket?.objects.get(key)).toBe(foreign);
  // As long as ours, and it does not say what it is: its bytes decide.
  const other = png('b');
  bucket?.objects.set(key, { body: other, bytes: other.length, sha256: sha256(other), headers: {} });
  expect((await here.copy()).code).toBe('FILE.KEY_TAKEN');
  bucket?.objects.set(key, { body: png('a'), bytes: 17, sha256: sha256(png('a')), headers: {} });
  expect((await here.copy()).counts).toMatchObject({ alreadyThere: 1, copied: 0 });
  expect(bucket?.count('PutObject')).toBe(0);
});

test('a bucket that refuses or is silent ends it; what was copied is known, and nothing is fetched twice', async () => {
  const here = await begun('s3');
  const { source, bucket } = here;
  here.files({ concurrency: 1 });
  const urls = ['a', 'b', 'c'].map((name) => source.put(`/${name}.png`, png(name)));
  here.rows(each(...urls));
  let puts = 0;
  bucket?.plant('PutObject', { status: 403, code: 'AccessDenied' }, 1, () => ++puts === 2);
  expect(await here.copy()).toMatchObject({ code: 'FILES.STORE_DENIED', counts: { copied: 1 } });
  bucket?.plant('HeadObject', { status: 503, code: 'SlowDown' }, 1_000);
  expect((await here.copy()).code).toBe('FILES.STORE_SILENT');
  bucket?.pardon();
  expect(await here.copy()).toMatchObject({ error: undefined, counts: { known: 1, copied: 2 } });
  expect(Object.keys(here.objects())).toHaveLength(3);
});

test('a large file goes in parts, is read back, and goes on with the parts that were sent', async () => {
  const here = await begun('s3');
  const { source, bucket } = here;
  const large = png('x'.repeat(17 * 2 ** 20));
  here.rows(each(source.put('/large.png', large)));
  bucket?.plant('UploadPart', { status: 403, code: 'AccessDenied' }, 1_000, ({ part }) => part === 3);
  expect((await here.copy()).code).toBe('FILES.STORE_DENIED');
  expect(bucket?.uploads.size).toBe(1);
  bucket?.pardon();
  source.forget();
  const sent = bucket?.count('UploadPart') ?? 0;
  expect(await here.copy()).toMatchObject({
    error: undefined,
    counts: { copied: 1, requests: { parts: 1 } },
  });
  expect((bucket?.count('UploadPart') ?? 0) - sent).toBe(1);
  expect(bucket?.count('GetObject')).toBe(1);
  expect(here.objects()).toEqual({ [keyOf(large)]: sha256(large) });
  // Of a file that is not named any more, nothing is left.
  here.rows(each(source.put('/larger.png', png('y'.repeat(17 * 2 ** 20)))));
  bucket?.plant('UploadPart', { status: 403, code: 'AccessDenied' }, 1_000, ({ part }) => part === 3);
  await here.copy();
  expect(bucket?.uploads.size).toBe(1);
  here.rows([]);
  expect((await here.copy()).error).toBeUndefined();
  expect(here.objects()).toEqual({ [keyOf(large)]: sha256(large) });
});

test('an interrupt ends it at once, and the next run does the rest', async () => {
  const here = await begun();
  const { source } = here;
  const stop = new AbortController();
  here.files({ concurrency: 2 });
  const slow = source.answer('/slow.png', () => stop.abort(new Error('interrupted')));
  const urls = Array.from({ length: 5 }, (_, n) => source.put(`/${n}.png`, png(`${n}`)));
  here.rows(each(urls[0] as string, slow, ...urls.slice(1)));
  const ended = await here.copy({ signal: stop.signal });
  expect(ended.error).toMatchObject({ message: 'interrupted' });
  source.put('/slow.png', png('slow'));
  const before = source.requests.length;
  const rest = await here.copy();
  expect(rest).toMatchObject({ error: undefined, counts: { balanced: true } });
  expect(rest.counts.known + source.requests.length - before).toBe(6);
  expect(Object.keys(here.objects())).toHaveLength(6);
});

test('a full disk is a clear error, and nothing is lost', async () => {
  const here = await begun();
  const { source } = here;
  here.rows(each(source.put('/a.png', png('a')), source.put('/b.png', png('b'.repeat(5 * 2 ** 20)))));
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const files: Files = {
    ...realFiles,
    open: async (path, flags, mode) => {
      const file = await realFiles.open(path, flags, mode);
      if (!path.endsWith('.part')) return file;
      const fail = () => Promise.reject(full);
      const close = () => file.close();
      const rest = { stat: () => file.stat(), close, [Symbol.asyncDispose]: close };
      return { read: fail, write: fail, datasync: fail, sync: fail, ...rest };
    },
  };
  const ended = await here.copy({ files });
  expect(ended.code).toBe('STATE.UNWRITABLE');
  expect((ended.error as Error).message).toContain('no space is left on the disk');
  const small: Files = { ...realFiles, statfsSync: (path) => ({ ...realFiles.statfsSync(path), bavail: 1 }) };
  expect((await here.copy({ files: small })).code).toBe('STATE.UNWRITABLE');
  expect((await here.copy()).counts).toMatchObject({ distinct: 2, balanced: true });
  expect(Object.keys(here.objects())).toHaveLength(2);
});

test('files of an export are known by their bytes: another export has another copy, and the earlier one stays', async () => {
  const here = await begun();
  const folder = join(here.folder, 'export');
  const write = (name: string, content: Buffer): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  write('photos/1.png', png('one'));
  write('result.json', Buffer.from('{}'));
  here.rows(each('export:///photos/1.png', 'export:///photos/2.png'));
  const exported = [folder];
  expect((await here.copy({ exported })).counts).toMatchObject({ copied: 1, failed: { gone: 1 } });
  expect((await here.copy({ exported })).counts).toMatchObject({ known: 1, requests: { put: 0, head: 0 } });
  write('photos/1.png', png('another'));
  write('photos/2.png', png('two'));
  expect((await here.copy({ exported, hasSent: true })).counts).toMatchObject({ known: 1, copied: 0 });
  expect((await here.copy({ exported })).counts).toMatchObject({ copied: 2 });
  const find = await here.find();
  expect(find('export:///photos/1.png')).toMatchObject({
    url: expect.stringContaining(keyOf(png('another'))),
  });
  expect(Object.keys(here.objects()).sort()).toEqual(
    ['one', 'two', 'another'].map((text) => keyOf(png(text))).sort(),
  );
});

test('copies are of one store', async () => {
  const here = await begun();
  here.rows(each(here.source.put('/a.png', png('a'))));
  await here.copy();
  here.files({ to: './elsewhere' });
  expect((await here.copy()).code).toBe('FILES.CONFIG');
});

test('an object that others name stays, though a kill has left it as ours', async () => {
  const here = await begun();
  here.rows(each(here.source.put('/a.png', png('a'))));
  const stop = new AbortController();
  const store = { put: 0 };
  // It ends after the put, before the record.
  await here.copy({
    signal: stop.signal,
    around: {
      store: (of) => ({
        requests: of.requests,
        head: (...args) => of.head(...args),
        read: (...args) => of.read(...args),
        remove: (...args) => of.remove(...args),
        abort: (...args) => of.abort(...args),
        put: async (...args) => {
          await of.put(...args);
          store.put++;
          throw new Error('killed');
        },
        [Symbol.asyncDispose]: () => of[Symbol.asyncDispose](),
      }),
    },
  });
  expect([store.put, Object.keys(here.objects())]).toEqual([1, [keyOf(png('a'))]]);
  here.rows([]);
  await here.copy({ isShared: async () => true });
  expect(Object.keys(here.objects())).toHaveLength(1);
});

test('whatever becomes of files, each address and each reference has one outcome', async () => {
  const here = await begun();
  here.files({ keep: ['kept.example.com'], maxFailed: '100%' });
  const outcome = fc.constantFrom(
    'good',
    'twin',
    'gone',
    'login',
    'silent',
    'kept',
    'refused',
  ) as fc.Arbitrary<string>;
  const row = fc.record({ what: outcome, n: fc.nat(4), flags: fc.nat(3) });
  const fetching = (inner: FileFetcher): FileFetcher => ({
    get requests() {
      return inner.requests;
    },
    fetch: async (wanted, signal) => {
      const [, why] = /\/(login|silent)-/.exec(wanted.key) ?? [];
      return why ? { why: why as 'login', message: why } : await inner.fetch(wanted, signal);
    },
    [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 12 }),
      fc.boolean(),
      fc.boolean(),
      async (rows, retry, isSync) => {
        const { source } = here;
        const urls = rows.map(({ what, n }) => {
          if (what === 'good') return source.put(`/good-${n}.png`, png(`${n}`));
          if (what === 'twin') return source.put(`/twin-${n}.png`, png(`${n}`));
          if (what === 'kept') return `https://kept.example.com/${n}.png`;
          if (what === 'refused') return `https://10.0.0.${n}/a.png`;
          return `${source.origin}/${what}-${n}.png`;
        });
        here.rows(each(...urls));
        const { error, counts } = await here.copy({
          retry,
          isSync,
          finish: true,
          around: { fetcher: fetching },
        });
        expect(error).toBeUndefined();
        expect(counts.balanced).toBe(true);
        expect([counts.found, counts.distinct]).toEqual([urls.length, new Set(urls).size]);
        expect(new Set(Object.keys(here.objects()))).toEqual(await here.named());
        const contents = new Set(
          rows.flatMap(({ what, n }) => (what === 'good' || what === 'twin' ? [n] : [])),
        );
        expect(counts.bytes).toBe([...contents].reduce((sum, n) => sum + png(`${n}`).length, 0));
      },
    ),
    { numRuns: 12 },
  );
  expect(readdirSync(join(here.folder, 'prepared')).filter((name) => name !== 'export')).toEqual([]);
});
