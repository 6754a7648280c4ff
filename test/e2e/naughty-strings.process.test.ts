import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { Report } from '../../src/report/result/report.ts';
import { cli } from '../support/cli-here.ts';
import { contentOf } from '../support/sandbox-process.ts';
import { workspace } from './workspace.ts';

const list = join(import.meta.dirname, '../fixtures/blns/blns.json');

// C0 and C1 but line ends, delete, and what turns the direction of text round.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
const UNPRINTABLE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

test('naughty strings as names, ids and texts land as they are or are refused by a rule', async () => {
  const strings = JSON.parse(readFileSync(list, 'utf8')) as string[];
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  using space = workspace(0);
  space.write(
    'users-1.csv',
    `uid,name\nann,Ann\n${strings.map((text, index) => `n-${index},${quoted(text)}\n`).join('')}`,
  );
  space.write('users-2.ndjson', lines(strings.map((uid, index) => ({ uid, name: `Number ${index}` }))));
  const said = { sender: 'ann', receiver: 'n-100', receiverType: 'user' };
  space.write(
    'messages.ndjson',
    lines(
      strings.map((text, index) => ({ muid: `t-${index}`, ...said, sentAt: 1_700_000_000 + index, text })),
    ),
  );
  const pipeline = space.pipeline({
    sources: '  users: { path: [users-1.csv, users-2.ndjson] }\n  messages: { path: messages.ndjson }',
  });

  const { out: report, code } = await cli(['run', pipeline, '--json']);
  const { entities, balanced, problems } = JSON.parse(report) as Report;
  expect([code, balanced]).toEqual([4, true]);
  expect(entities.users.read).toBe(2 * strings.length + 1);
  expect(problems.filter(({ code: each }) => each.startsWith('SERVICE.'))).toEqual([]);

  const { users, messages } = await contentOf(join(space.folder, '.chatferry/e2e/sandbox.sqlite'));
  const held = (entries: readonly Readonly<Record<string, unknown>>[], key: string) =>
    new Map(entries.map((entry) => [entry[key], entry]));
  const [byUid, byMuid] = [held(users, 'uid'), held(messages, 'muid')];
  const names = strings.map((_, index) => byUid.get(`n-${index}`)?.['name']);
  expect(names).toEqual(strings.map((text) => (isName(text) ? text : undefined)));
  const texts = strings.map((_, index) => (byMuid.get(`t-${index}`)?.['data'] as { text?: string })?.text);
  expect(texts).toEqual(strings.map((text) => (text.trim() === '' ? undefined : text)));
  const ids = strings.filter(isId).map((uid) => uid.toLowerCase());
  expect(
    users
      .map(({ uid }) => String(uid))
      .filter((uid) => !/^(ann|n-\d+)$/.test(uid))
      .sort(),
  ).toEqual([...new Set(ids)].sort());

  // Every row that did not land stands in a reject file, with its text as it was.
  const rejects = join(space.folder, '.chatferry/e2e/rejects');
  const listed: { name: string; uid: string }[] = parse(readFileSync(join(rejects, 'users.csv')), {
    bom: true,
    columns: true,
  });
  const refused = strings.filter((text) => !isName(text));
  expect(listed.filter(({ uid }) => /^n-\d+$/.test(uid)).map(({ name }) => name)).toEqual(refused);

  const shown = await cli(['validate', pipeline], { NO_COLOR: '1' });
  for (const text of [shown.out, shown.err]) expect(text.match(UNPRINTABLE)).toBeNull();
  const state = join(space.folder, '.chatferry/e2e');
  for (const log of readdirSync(state).filter(
    (name) => (name !== 'ledger.log' && name.endsWith('.log')) || name.endsWith('.ndjson'),
  ))
    for (const line of readFileSync(join(state, log), 'utf8').trimEnd().split('\n'))
      expect(() => JSON.parse(line)).not.toThrow();
});

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const isName = (text: string): boolean => text.trim() !== '' && [...text].length <= 100;
/** A number with an exponent has gone through a spreadsheet. */
const isId = (text: string): boolean => /^[a-z0-9_-]{1,100}$/i.test(text) && !/^\d+e\+?\d+$/i.test(text);
