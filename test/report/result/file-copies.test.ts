import { expect, test } from 'vitest';
import { defined } from '../../../src/input/json/defined.ts';
import { zeroFileCounts } from '../../../src/pipeline/files/file-counts.ts';
import { htmlReport } from '../../../src/report/html/page.ts';
import { applyRules } from '../../../src/report/result/apply-rules.ts';
import { fileCopiesText, fileFacts, hostOf } from '../../../src/report/result/file-copies.ts';
import { makeReport } from '../../../src/report/result/report.ts';
import { resultSchema } from '../../../src/report/result/result-schema.ts';
import { summary } from '../../../src/report/screen/summary.ts';
import { styleFor } from '../../../src/terminal/style.ts';
import { copiedFixture, mapEntries } from '../copied-files.ts';

const report = async (fileCopies = copiedFixture()) =>
  makeReport({
    command: 'run',
    pipeline: 'intranet',
    exitCode: 0,
    target: {},
    startedAt: '2026-11-21T10:12:03.000Z',
    finishedAt: '2026-11-21T10:12:13.400Z',
    steps: {},
    requests: { sent: 0, retried: 0, throttled: 0, floor: 0 },
    warnings: [],
    files: { rejects: [] },
    fileCopies,
    ...defined({ fileFacts: await fileFacts(mapEntries(100)) }),
  });

test('one line says how many files were copied, and why others were not', () => {
  expect(fileCopiesText(copiedFixture())).toBe('1 204 files (3.1 GB) copied, 12 not: 9 gone, 3 need a login');
  const zero = zeroFileCounts();
  expect(fileCopiesText(zero)).toBe('0 files copied');
  expect(fileCopiesText({ ...zero, known: 7, kept: 2 })).toBe('7 files copied before, 2 left where they are');
  expect(fileCopiesText({ ...zero, copied: 1, bytesCopied: 900, failed: { ...zero.failed, login: 1 } })).toBe(
    '1 file (900 B) copied, 1 not: 1 needs a login',
  );
});

test('facts of a map are those of its hosts, types, largest files and failures, however many there are', async () => {
  const facts = await fileFacts(mapEntries(90_000));
  expect(facts?.hosts.map(({ host, files }) => [host, files])).toEqual([
    ['cdn0.example.com', 30_000],
    ['cdn1.example.com', 30_000],
    ['cdn2.example.com', 30_000],
  ]);
  expect(facts?.types.map(({ files }) => files)).toEqual([45_000, 36_000]);
  expect(facts?.largest.map(({ bytes }) => bytes)).toEqual(
    [89_998, 89_997, 89_996, 89_995, 89_994, 89_993, 89_992, 89_991, 89_990, 89_988].map((at) => at * 1_000),
  );
  expect(facts?.failures.map(({ why, count, samples }) => [why, count, samples.length])).toEqual([
    ['gone', 4_500, 5],
    ['login', 4_500, 5],
  ]);
  expect(await fileFacts([])).toBeUndefined();
});

test('an address belongs to its host, or is in the export or the row', () => {
  for (const [address, host] of [
    ['https://Files.Example.com:8443/a/b?c', 'files.example.com:8443'],
    ['private+https://files.slack.com/x', 'files.slack.com'],
    ['export:///a/b.png', 'in the export'],
    ['data:image/png,sha256=ab', 'in the rows'],
    ['nonsense', 'no address'],
  ] as const)
    expect(hostOf(address)).toBe(host);
});

test('the result has the counts and facts, as its schema says, and the screen one line', async () => {
  const made = await report();
  const parsed = resultSchema.parse(JSON.parse(JSON.stringify(made)));
  expect([parsed.fileCopies, parsed.fileFacts]).toEqual([made.fileCopies, made.fileFacts]);
  expect(summary(made, { style: styleFor(false), next: 'x', columns: 80 })).toContain(
    '\n  1 204 files (3.1 GB) copied, 12 not: 9 gone, 3 need a login\n',
  );
  expect((await report({ ...copiedFixture(), balanced: false })).balanced).toBe(false);
});

test('the page shows files by outcome, host, type and reason, and nothing in an address is markup', async () => {
  const page = htmlReport(await report()).replaceAll('\u00a0', ' ');
  expect(page).toContain('<span>1 204 files (3.1 GB) copied, 12 not: 9 gone, 3 need a login</span></h1>');
  const part = /<section id="files"[\s\S]*?<\/section>/.exec(page)?.[0] ?? '';
  for (const text of ['By host', 'By type', 'The largest', 'needs a login', 'cdn1.example.com', '1 200'])
    expect(part).toContain(text);
  expect(part).not.toMatch(/<(?:img|script|svg|style)/);
  const { fileCopies: _, fileFacts: __, ...without } = await report();
  expect(htmlReport(without)).not.toContain('id="files"');
});

test('the page of a dry run shows addresses by host, with what stands against them', async () => {
  const { fileCopies: _, fileFacts: __, ...made } = await report();
  const none = { refused: 0, expired: 0, needsHeader: 0 };
  const fileAddresses = {
    ...none,
    found: 5,
    addresses: 4,
    known: 1,
    failedBefore: 0,
    kept: 0,
    todo: 3,
    needsHeader: 2,
    hosts: [{ host: 'files.slack.com', addresses: 4, ...none, needsHeader: 2 }],
    refusedBy: {},
  };
  const page = htmlReport({ ...made, command: 'validate', fileAddresses });
  expect(page).toContain(
    '2 addresses of files need a login, and the pipeline names no header for files.slack.com',
  );
  expect(page).toMatch(/<th scope="row">files.slack.com<\/th><td class="n" data-name="Addresses">4<\/td>/);
});

test('a threshold limits the share of files that were not copied', async () => {
  const measured = async (limit: string, counts = copiedFixture()) =>
    applyRules(await report(counts), { thresholds: { filesFailed: limit } });
  const bad = await measured('<0.5%');
  expect(bad.thresholds).toEqual([
    { measure: 'filesFailed', limit: '<0.5%', value: (12 / 1_216) * 100, passed: false },
  ]);
  expect(bad.exitCode).toBe(11);
  expect((await measured('<1%')).exitCode).toBe(0);
  expect((await measured('<=12')).exitCode).toBe(0);
  expect((await measured('<1%', zeroFileCounts())).exitCode).toBe(0);
});
