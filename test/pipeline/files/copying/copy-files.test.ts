import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addressKey } from '../../../../src/input/rows/forms/address-key.ts';
import { type CopyingHere, copyingHere, keyOf, png, sha256 } from './copying-here.ts';

let here: CopyingHere;
beforeEach(async () => {
  here = await copyingHere();
});
afterEach(() => here[Symbol.asyncDispose]());

/** Messages m1, m2 … with one file each. */
const each = (...urls: readonly string[]) => urls.map((url, at) => ({ muid: `m${at + 1}`, files: [url] }));
const copied = (text: string) => [keyOf(png(text)), sha256(png(text))] as const;

test('copies each file once; the second time it asks nobody', async () => {
  const { source } = here;
  const [a, b] = [source.put('/a.png', png('a')), source.put('/b.png', png('b'))];
  const twin = source.put('/twin.png', png('a'));
  const avatar = source.put('/ann.png', png('ann'));
  here.rows(
    [
      { muid: 'm1', files: [a, b] },
      { muid: 'm2', files: [a, twin] },
    ],
    { ann: avatar },
  );
  const first = await here.copy();
  expect(first.error).toBeUndefined();
  expect(first.counts).toMatchObject({
    found: 5,
    distinct: 4,
    copied: 3,
    sameContent: 1,
    bytes: 3 * 17 + 2,
    bytesCopied: 3 * 17 + 2,
    requests: { get: 4, put: 3, head: 3 },
    balanced: true,
  });
  const refs = first.counts.references;
  expect(refs.copied + refs.sameContent).toBe(5);
  expect(here.objects()).toEqual(Object.fromEntries([copied('a'), copied('b'), copied('ann')]));
  const find = await here.find();
  expect(find(twin)).toMatchObject({
    outcome: 'copied',
    url: `https://cdn.example.com/chat/${keyOf(png('a'))}`,
  });
  source.forget();
  const second = await here.copy();
  expect(second.counts).toMatchObject({
    distinct: 4,
    known: 4,
    copied: 0,
    bytes: 3 * 17 + 2,
    bytesCopied: 0,
    requests: { get: 0, put: 0, head: 0, parts: 0 },
    balanced: true,
  });
  expect(source.connections).toBe(0);
  expect(second.events.map(({ type }) => type)).toEqual(['files.started', 'files.finished']);
});

test('addresses that are signed anew are known; of several forms the one that ends last is asked', async () => {
  const { source } = here;
  source.put('/a.png', png('a'));
  const signed = (ends: string): string =>
    `${source.origin}/a.png?X-Amz-Date=${ends}T000000Z&X-Amz-Expires=86400&X-Amz-Signature=${ends}`;
  here.rows(each(signed('20200101'), signed('20990101'), signed('20200102')));
  const { counts } = await here.copy();
  expect(counts).toMatchObject({ found: 3, distinct: 1, copied: 1 });
  expect(source.requests.map(({ path }) => path)).toEqual([expect.stringContaining('Signature=20990101')]);
  here.rows(each(signed('20980101')));
  expect((await here.copy()).counts).toMatchObject({ known: 1, requests: { get: 0, head: 0 } });
  // What opens an address is nowhere in the state.
  expect(readFileSync(here.state('files/map.ndjson'), 'utf8')).not.toContain('Signature');
});

test('people first, then messages from the newest on', async () => {
  const { source } = here;
  const put = (name: string) => source.put(`/${name}.png`, png(name));
  here.files({ concurrency: 1 });
  here.rows(
    [
      { muid: 'old', files: [put('old')], at: 1_500_000_000 },
      { muid: 'new', files: [put('new')], at: 1_700_000_000 },
      { muid: 'mid', files: [put('mid')], at: 1_600_000_000 },
    ],
    { ben: put('ben') },
  );
  await here.copy();
  expect(source.requests.map(({ path }) => path)).toEqual(['/ben.png', '/new.png', '/mid.png', '/old.png']);
});

test('says why files fail, asks again only if told to, and never for what stays as it is', async () => {
  const { source } = here;
  const good = source.put('/good.png', png('good'));
  const gone = `${source.origin}/gone.png`;
  const empty = source.put('/empty.png', '');
  const kept = 'https://kept.example.com/a.png';
  here.files({ keep: ['kept.example.com'] });
  here.rows(each(good, gone, empty, 'https://10.0.0.1/x.png', kept, gone));
  const first = await here.copy();
  expect(first.counts).toMatchObject({
    found: 6,
    distinct: 5,
    copied: 1,
    kept: 1,
    failed: { gone: 1, empty: 1, refused: 1 },
    references: { failed: { gone: 2 } },
    balanced: true,
  });
  const failures = first.events.filter((event) => event.type === 'files.failed');
  expect(failures.map(({ address, why }) => [address, why]).sort()).toEqual(
    [
      [empty, 'empty'],
      [gone, 'gone'],
      ['https://10.0.0.1/x.png', 'refused'],
    ].sort(),
  );
  source.forget();
  source.put('/gone.png', png('back'));
  expect((await here.copy()).counts).toMatchObject({
    known: 1,
    failed: { gone: 1, empty: 1, refused: 1 },
    balanced: true,
  });
  expect(source.requests).toEqual([]);
  expect((await here.copy({ retry: true })).counts).toMatchObject({
    known: 1,
    copied: 1,
    failed: { gone: 0, empty: 1, refused: 1 },
    balanced: true,
  });
  const find = await here.find();
  expect([find(gone).outcome, find(kept).outcome, find(empty)]).toEqual([
    'copied',
    'kept',
    { outcome: 'failed', why: 'empty', how: 'link' },
  ]);
});

test('a failure of access is asked again with another signature, another one is not', async () => {
  const { source } = here;
  source.answer('/a.png', (_, response) => void response.writeHead(403).end());
  const signed = (id: number): string =>
    `${source.origin}/a.png?X-Amz-Date=20990101T000000Z&X-Amz-Expires=86400&X-Amz-Signature=${id}`;
  here.rows(each(signed(1)));
  const { counts } = await here.copy();
  expect(counts.failed.login + counts.failed.denied + counts.failed.expired).toBe(1);
  source.forget();
  await here.copy();
  expect(source.requests).toHaveLength(0);
  source.put('/a.png', png('a'));
  here.rows(each(signed(2)));
  expect((await here.copy()).counts).toMatchObject({ copied: 1, balanced: true });
});

test('hosts that do not answer end it before anything is sent, unless it is to be finished', async () => {
  const { source } = here;
  const good = source.put('/good.png', png('good'));
  const silent = source.answer('/silent.png', (_, response) => void response.writeHead(503).end());
  here.rows(each(good, silent));
  const first = await here.copy();
  expect(first.code).toBe('FILES.SILENT');
  expect(first.counts).toMatchObject({ copied: 1, failed: { silent: 1 }, balanced: true });
  expect((await here.copy()).code).toBe('FILES.SILENT');
  const finished = await here.copy({ finish: true });
  expect(finished).toMatchObject({ error: undefined, counts: { known: 1, failed: { silent: 1 } } });
  expect((await here.find())(silent)).toEqual({ outcome: 'failed', why: 'silent', how: 'link' });
  // What was sent without it stays without it.
  source.put('/silent.png', png('late'));
  expect(await here.copy({ hasSent: true })).toMatchObject({
    error: undefined,
    counts: { known: 1, failed: { silent: 1 }, requests: { get: 0 } },
  });
  expect((await here.copy()).counts).toMatchObject({ known: 1, copied: 1 });
});

test('too many failures end it, and what was copied stays known', async () => {
  const { source } = here;
  const good = Array.from({ length: 195 }, (_, n) => source.put(`/${n}.png`, png(`${n}`)));
  const bad = Array.from({ length: 30 }, (_, n) => `${source.origin}/bad-${n}.png`);
  here.files({ maxFailed: 20 });
  here.rows(each(...bad.slice(0, 20), ...good.slice(0, 100)));
  expect(await here.copy()).toMatchObject({
    error: undefined,
    counts: { copied: 100, failed: { gone: 20 } },
  });
  here.rows(each(...bad, ...good));
  const ended = await here.copy();
  expect(ended.code).toBe('FILES.TOO_MANY_FAILED');
  expect(ended.counts.failed.gone).toBeGreaterThan(20);
  expect(ended.counts.failed.gone).toBeLessThanOrEqual(30);
  const asked = source.requests.length;
  here.files({ maxFailed: '20%' });
  expect(await here.copy()).toMatchObject({ error: undefined, counts: { distinct: 225, balanced: true } });
  expect(source.requests.length - asked).toBeLessThanOrEqual(225 - asked + 20);
  here.files({ maxFailed: '5%' });
  expect((await here.copy()).code).toBe('FILES.TOO_MANY_FAILED');
});

test('rows that a rule or the check leaves out bring no files', async () => {
  const { source } = here;
  const [a, b] = [source.put('/a.png', png('a')), source.put('/b.png', png('b'))];
  here.rows([
    { muid: 'good', files: [a] },
    { muid: 'bad', files: [b], at: 99_999_999_999 },
  ]);
  expect((await here.copy()).counts).toMatchObject({ found: 1, distinct: 1, copied: 1 });
  expect(source.counts()).toEqual({ '/a.png': 1 });
  // Rows that a failure rejects still name it.
  const gone = `${source.origin}/gone.png`;
  here.files({ onFailure: 'reject' });
  here.rows(each(gone));
  for (const retry of [false, true])
    expect((await here.copy({ retry })).counts, `${retry}`).toMatchObject({ found: 1, failed: { gone: 1 } });
  expect(source.counts()).toEqual({ '/a.png': 1, '/gone.png': 2 });
});

test('in a sync avatars are asked again, and keep their copy unless there is other content', async () => {
  const { source } = here;
  const avatar = source.put('/ann.png', png('ann'));
  const file = source.put('/a.png', png('a'));
  here.rows(each(file), { ann: avatar });
  await here.copy({ isSync: true });
  source.forget();
  expect((await here.copy({ isSync: true })).counts).toMatchObject({
    known: 2,
    requests: { get: 1, put: 0, head: 0 },
  });
  expect(source.requests.map(({ path, status }) => [path, status])).toEqual([['/ann.png', 304]]);
  source.put('/a.png', png('other'));
  source.put('/ann.png', png('older ann'));
  expect((await here.copy({ isSync: true })).counts).toMatchObject({
    known: 1,
    copied: 1,
    requests: { get: 1 },
  });
  const find = await here.find();
  expect(find(avatar)).toMatchObject({ url: expect.stringContaining(keyOf(png('older ann'))) });
  expect(find(file)).toMatchObject({ url: expect.stringContaining(keyOf(png('a'))) });
  source.remove('/ann.png');
  expect((await here.copy({ isSync: true })).counts).toMatchObject({ known: 2, failed: { gone: 0 } });
  source.put('/ann.png', png('newest ann'));
  expect((await here.copy({ isSync: true, hasSent: true })).counts).toMatchObject({
    known: 2,
    requests: { get: 0 },
  });
  expect(addressKey(avatar)).toBe(avatar);
});
