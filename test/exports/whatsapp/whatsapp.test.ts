import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import { runHere } from '../../support/command-here.ts';
import { expectedOf, expectSums, exportHere, fixtures, kindOf, summaryOf } from '../expected.ts';
import { chatsHere } from './files-of-whatsapp.ts';

const UTC = { options: ', zone: UTC' };

describe.each([
  ['android-dmy-24', '1 × chat from Android'],
  ['android-mdy-12', '1 × chat from Android'],
  ['ios-dmy-24s', '1 × chat from an iPhone'],
  ['ios-mdy-12s', '1 × chat from an iPhone'],
])('synthetic/%s', (name, variant) => {
  test('the sums are those of another program, and every kind adds up', async () => {
    await using here = await exportHere(`whatsapp/synthetic/${name}`, UTC);
    const { summary, report } = await summaryOf(here);
    const expected = expectedOf(`whatsapp/synthetic.${name}`);
    expect(summary).toMatchObject({ system: 'whatsapp', label: 'WhatsApp', variant });
    expectSums({ summary, report }, expected);
    expect(kindOf(summary, 'messages').dropped).toEqual({
      system: expected.by_kind['system'],
      ...(expected.deleted > 0 ? { deleted: expected.deleted } : {}),
    });
  });
});

test.each(['mmddyy_24hrs', 'ddmmyy_24hrs', 'yyyymmdd_24hrs', 'mmddyyyy_12hrs', '[mmddyy]_24hrs'])(
  'chat-miner, %s: the sums are those of another program',
  async (name) => {
    await using here = await exportHere(`whatsapp/chat-miner/test_${name}.txt`, UTC);
    const { summary, report } = await summaryOf(here);
    expectSums({ summary, report }, CHAT_MINER);
    expect(kindOf(summary, 'messages').dropped).toEqual({ system: 2 });
    expect([summary.first, summary.last]).toEqual(['2019-01-01T11:25:00.000Z', '2021-12-30T22:01:00.000Z']);
  },
);

/** The same in all of its files. */
const CHAT_MINER = expectedOf('whatsapp/chat-miner');

test('open-chat-exporter: what is left out, and what was deleted, is counted', async () => {
  await using here = await exportHere('whatsapp/open-chat-exporter/_chat.txt', UTC);
  const { summary, report } = await summaryOf(here);
  expectSums({ summary, report }, expectedOf('whatsapp/open-chat-exporter'));
  expect(kindOf(summary, 'messages').dropped).toEqual({ deleted: 1, empty: 1, system: 1 });
  expect(kindOf(summary, 'attachments').dropped).toEqual({ omitted: 1 });
});

test('a run lands all chats, verify finds all of it, and a second run sends nothing', async () => {
  await using here = await exportHere('whatsapp/synthetic', UTC);
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.balanced]).toEqual([0, true]);
  expect(result.entities).toMatchObject({
    users: { created: 9 },
    groups: { created: 4 },
    members: { created: 13 },
    messages: { created: 166, rejected: 0 },
  });
  expect((await here.json<Verification>('verify')).exitCode).toBe(0);
  const sent = here.requests.length;
  const again = await here.json('run', '--yes');
  expect(again.result.entities).toEqual(result.entities);
  expect(here.requests.slice(sent).filter((request) => request.startsWith('POST'))).toEqual([]);
});

test('without a zone, the command says what to declare', async () => {
  await using here = await exportHere('whatsapp/synthetic');
  const { exitCode, stderr } = await runHere(['validate', here.pipeline]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('EXPORT.ZONE_MISSING')]);
  expect(stderr).toContain('zone: Europe/Berlin');
  expect(stderr).not.toContain('dates');
});

test('dates that could be of two months are refused, with both readings and what to declare', async () => {
  await using here = await exportHere('whatsapp/ambiguous', UTC);
  const { exitCode, stderr } = await runHere(['validate', here.pipeline]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('EXPORT.DAY_ORDER_UNCLEAR')]);
  expect(stderr).toContain(
    '_chat.txt, line 1: 03/04/24, 09:15:00 is 3 April 2024 (dmy) or 4 March 2024 (mdy)',
  );
  expect(stderr).toContain('shape: { dates: dmy }');
  await using both = await exportHere('whatsapp/ambiguous');
  const neither = await runHere(['validate', both.pipeline]);
  expect(neither.stderr).toContain('zone: Europe/Berlin, shape: { dates: dmy }');
});

test.each([
  ['dmy', '2024-04-03T09:15:00.000Z', '2024-04-05T23:59:59.000Z'],
  ['mdy', '2024-03-04T09:15:00.000Z', '2024-05-04T23:59:59.000Z'],
])('declared as %s, they are read so', async (dates, first, last) => {
  await using here = await exportHere('whatsapp/ambiguous', {
    options: `, zone: UTC, shape: { dates: ${dates} }`,
  });
  const { summary } = await summaryOf(here);
  expect([summary.first, summary.last, kindOf(summary, 'messages').read]).toEqual([first, last, 3]);
});

test.each([
  ['shape: { dates: dym }', 'dates is one of dmy, mdy, ymd, not "dym", did you mean dmy'],
  ['shape: { date: dmy }', 'there is no key date, did you mean dates'],
  ['shape: mdy', 'there is no key preset'],
  ['zone: Europe/Berlim', 'there is no zone Europe/Berlim'],
])('%s is refused', async (written, words) => {
  const options = written.startsWith('zone') ? `, ${written}` : `, zone: UTC, ${written}`;
  await using here = await exportHere('whatsapp/synthetic', { options });
  const { exitCode, stderr } = await runHere(['validate', here.pipeline]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(words)]);
});

test('inspect and init say what an export is, and take the zone and the order of dates', async () => {
  await using here = await chatsHere({});
  const folder = join(here.folder, 'chats');
  cpSync(join(fixtures, 'whatsapp/ambiguous'), folder, { recursive: true });
  const lacking = await runHere(['inspect', folder]);
  expect([lacking.exitCode, lacking.stderr]).toEqual([2, expect.stringContaining('--zone Europe/Berlin')]);
  const out = join(here.folder, 'chats.yaml');
  const unclear = await runHere(['init', folder, '--zone', 'UTC', '--out', out]);
  expect(unclear.stderr).toContain('--answer dates=dmy');
  const wrong = await runHere(['init', folder, '--zone', 'UTC', '--answer', 'dates=dy', '--out', out]);
  expect(wrong.stderr).toContain('did you mean');
  const written = await runHere(['init', folder, '--zone', 'UTC', '--answer', 'dates=dmy', '--out', out]);
  expect([written.exitCode, written.stderr]).toEqual([0, '']);
  const { exitCode, stdout } = await runHere(['validate', out, '--json']);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout).export).toMatchObject({ system: 'whatsapp', first: '2024-04-03T09:15:00.000Z' });
  const seen = await runHere(['inspect', join(fixtures, 'whatsapp/synthetic'), '--zone', 'UTC', '--json']);
  expect(seen.stdout).toContain('2 × chat from Android, 2 × chat from an iPhone');
});
