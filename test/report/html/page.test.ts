import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entityTable } from '../../../src/input/entities/entity.ts';
import { zeroCounts } from '../../../src/input/rows/outcome.ts';
import { htmlReport } from '../../../src/report/html/page.ts';
import type { ProblemReport, Report } from '../../../src/report/result/report.ts';
import { temporaryFolder } from '../../sandbox/sandbox-client.ts';
import { runHere } from '../../support/command-here.ts';
import { reportFixture } from '../../support/report-fixture.ts';

const pageOf = (report: Report): string => htmlReport(report).replaceAll('\u00a0', ' ');
const partOf = (page: string, id: string): string =>
  new RegExp(`<section id="${id}"[\\s\\S]*?</section>`).exec(page)?.[0] ?? '';

/** Codes with a row each, in three files, about two columns. */
function codes(count: number): ProblemReport[] {
  return Array.from({ length: count }, (_, index) => ({
    code: `ROW.CODE_${index}`,
    count: 1,
    hint: `hint ${index}`,
    samples: [
      {
        entity: 'users',
        file: `part-${index % 3}.csv`,
        line: index + 2,
        byte: 0,
        field: index % 2 === 0 ? 'name' : 'role',
        message: 'is wrong',
      },
    ],
  }));
}

test('beyond the first three, codes are folded to a line with count, first place and hint', () => {
  const errors = partOf(pageOf({ ...reportFixture(), problems: codes(40) }), 'errors');
  expect(errors.match(/<details class="problem is-bad" open>/g)).toHaveLength(3);
  expect(errors.match(/<details class="problem is-bad">/g)).toHaveLength(37);
  expect(errors).toContain(
    '<summary><h3>ROW.CODE_7</h3><span class="n">1 row</span><span class="gist"><code>part-1.csv:9</code> hint 7</span></summary>',
  );
});

test('a code is found by its name, its files and its columns, without a script', () => {
  const errors = partOf(pageOf({ ...reportFixture(), problems: codes(7) }), 'errors');
  const linksOf = (name: string): string[] =>
    [
      ...(new RegExp(`<code>${name}</code></th><td>(.*?)</td>`).exec(errors)?.[1] ?? '').matchAll(
        /#errors-\d+/g,
      ),
    ].map(([link]) => link);
  expect(linksOf('part-1.csv')).toEqual(['#errors-2', '#errors-5']);
  expect(linksOf('role')).toEqual(['#errors-2', '#errors-4', '#errors-6']);
});

test('zeros are quiet, and both axes of a chart have labels', () => {
  const fixture = reportFixture();
  const page = pageOf({
    ...fixture,
    timeline: {
      spanSeconds: 60,
      rows: [3_000, 4_500, 0],
      throttled: [0, 0, 0],
      retried: [0, 0, 0],
      paused: [false, false, true],
    },
  });
  expect(partOf(page, 'rows')).toMatch(/<td class="n zero" [^>]*>0<\/td>/);
  expect(partOf(page, 'rows')).not.toMatch(/<td class="n" [^>]*>0<\/td>/);
  const labels = [...partOf(page, 'pace').matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(labels).toEqual(['0', '2 000', '4 000', '6 000', 'start', '1 m', '2 m', '3 m']);
});

test('a column shows every field that uses it, and a conversation its name', () => {
  const fixture = reportFixture();
  const [file] = fixture.profile?.files ?? [];
  const [first] = fixture.profile?.biggest ?? [];
  const counts = { filled: 3, empty: 0, shortest: 1, longest: 2 };
  if (!fixture.profile || !file || !first) throw new Error('no profile');
  const columns = [
    { name: 'first', field: 'uid', fields: ['uid', 'name'], ...counts },
    { name: 'state', fields: [], ...counts },
    { name: 'fax', ...counts },
  ];
  const page = pageOf({
    ...fixture,
    profile: {
      ...fixture.profile,
      files: [{ ...file, columns }],
      biggest: [{ ...first, name: 'Team <One>' }],
    },
  });
  const found = partOf(page, 'columns');
  expect(found).toContain('<code>uid</code>, <code>name</code>');
  expect(found).toContain('condition or join');
  expect(found.match(/not used/g)).toHaveLength(1);
  expect(partOf(page, 'conversations')).toContain('Team &lt;One&gt; <code class="id">group_team-0</code>');
});

/** A report of a run whose spans are as given. */
const run = (spanSeconds: number, rows: readonly number[], throttled: readonly number[] = []): Report => ({
  ...reportFixture(),
  command: 'run',
  timeline: {
    spanSeconds,
    rows,
    throttled: rows.map((_, at) => throttled[at] ?? 0),
    retried: rows.map(() => 0),
    paused: rows.map(() => false),
  },
});

test.each([
  [1, 4, ['start', '1 s', '2 s', '3 s', '4 s']],
  [1, 21, ['start', '5 s', '10 s', '15 s', '20 s']],
  [2, 16, ['start', '10 s', '20 s', '30 s']],
  [5, 17, ['start', '30 s', '1 m']],
  [4, 30, ['start', '30 s', '1 m', '1 m 30 s', '2 m']],
  [60, 73, ['start', '15 m', '30 m', '45 m', '1 h']],
  [512, 60, ['start', '2 h', '4 h', '6 h', '8 h']],
] as const)('spans of %i s, %i of them: the times below a chart are round', (spanSeconds, count, wanted) => {
  const page = pageOf(
    run(
      spanSeconds,
      Array.from({ length: count }, (_, at) => at + 1),
    ),
  );
  const along = /class="ticks along"[\s\S]*?<\/svg>/.exec(partOf(page, 'pace'))?.[0] ?? '';
  expect([...along.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual(wanted);
});

test('what was done in one moment has no chart over time, unless something held it back', () => {
  for (const rows of [[], [1], [0, 0, 240, 0]]) expect(partOf(pageOf(run(1, rows)), 'pace')).toBe('');
  const held = partOf(pageOf(run(1, [0, 0, 240, 0], [3])), 'pace');
  expect(held).toContain('Requests tried again, 3 at most');
  expect(held).not.toContain('Rows a minute, ');
});

test('below months stand the beginnings of years, and where there are few, the first and the last', () => {
  const labelsOf = (months: number): (string | undefined)[] => {
    const part = partOf(pageOf(reportFixture({ months })), 'timeline');
    const along = /class="ticks along"[\s\S]*?<\/svg>/.exec(part)?.[0] ?? '';
    return [...along.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
  };
  expect(labelsOf(81)).toEqual(['Jan 2021', 'Jan 2023', 'Jan 2025']);
  expect(labelsOf(240).every((label) => label?.startsWith('Q1 '))).toBe(true);
  expect(labelsOf(3)).toHaveLength(3);
});

test('messages of one month have a sentence, and no chart of one bar', () => {
  const { profile, ...fixture } = reportFixture({ months: 1 });
  const part = partOf(pageOf({ ...fixture, ...(profile && { profile }) }), 'timeline');
  expect(part).toMatch(/<p class="lead">[\d ]+ messages in [\d ]+ conversations, [A-Z][a-z]{2} \d{4}\. /);
  expect(part).not.toMatch(/<svg|<table/);
});

/** The heads of a table, and the cells of its rows. */
const cellsOf = (part: string): string[] =>
  [...part.matchAll(/<t[hd](?: [^>]*)?>([^<]+)</g)].map(([, text = '']) => text);

test('a sync of one changed row says so once, without columns of zeros', () => {
  const counts = { ...zeroCounts(), read: 114, updated: 1, unchanged: 113 };
  const none = { kept: 0, deactivated: 0, deleted: 0, failed: 0 };
  const report: Report = {
    ...run(1, [1]),
    exitCode: 0,
    entities: entityTable(
      (name) => (name === 'users' ? counts : zeroCounts()),
      () => false,
    ),
    missing: { users: none },
  };
  const page = pageOf(report);
  expect(partOf(page, 'sync')).toBe('');
  const heads = ['Entity', 'Read', 'Changed', 'Unchanged', 'Share'];
  expect(cellsOf(partOf(page, 'rows'))).toEqual([...heads, 'users', '114', '1', '113', '100 %']);
  const gone = { ...report, missing: { users: { ...none, deactivated: 2 }, groups: none } };
  expect(cellsOf(partOf(pageOf(gone), 'sync'))).toEqual(['Entity', 'Deactivated', 'users', '2']);
});

test('rejected rows are amber where the pipeline allows so many, and red everywhere else', () => {
  const kindOf = (report: Partial<Report>): string | undefined =>
    /<h1 class="is-(\w+)"/.exec(pageOf({ ...reportFixture(), command: 'run', exitCode: 4, ...report }))?.[1];
  const met = { measure: 'rejected', limit: '<1%', value: 0.02, passed: true } as const;
  const other = { measure: 'requests', limit: '<9', value: 4, passed: true } as const;
  expect(kindOf({ thresholds: [met, other] })).toBe('notice');
  expect(kindOf({ thresholds: [] })).toBe('bad');
  expect(kindOf({ thresholds: [other] })).toBe('bad');
  expect(kindOf({ thresholds: [met, { ...other, passed: false }] })).toBe('bad');
  const error = { code: 'GUARD.THRESHOLD', message: 'm', hint: 'h' };
  expect(kindOf({ thresholds: [met], exitCode: 11, error })).toBe('bad');
  expect(kindOf({ thresholds: [met], balanced: false })).toBe('bad');
});

test('requests are one line, with what went wrong if something did; their numbers are folded', () => {
  const lineOf = (requests: Report['requests'], count = 4): string | undefined =>
    /<p>([^<]*)<\/p><details class="numbers"><summary>/.exec(
      partOf(
        pageOf({ ...run(1, [1]), requests, latency: { count, p50: 12, p95: 40, p99: 41, max: 50 } }),
        'cost',
      ),
    )?.[1];
  const fine = { sent: 1, retried: 0, throttled: 0, floor: 1 };
  expect(lineOf(fine, 1)).toBe('1 request sent.');
  expect(lineOf(fine)).toBe('1 request sent, median 12 ms, 95 % within 40 ms.');
  expect(lineOf({ sent: 1_204, retried: 3, throttled: 2, floor: 1_199 })).toBe(
    '1 204 requests sent, 3 repeated after a failure, 2 answered with 429, median 12 ms, 95 % within 40 ms.',
  );
});

test('a derived source is shown with the file that it is derived from', async () => {
  using folder = temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  writeFileSync(
    at('chat.csv'),
    'muid,sender,receiver,receiverType,sentAt,text\nm1,ann,bob,user,1700000000,hi\n',
  );
  writeFileSync(
    at('p.yaml'),
    `version: 1
name: derived
target: sandbox
sources:
  users: { from: messages, key: sender }
  messages: { path: chat.csv }
`,
  );
  await runHere(['validate', at('p.yaml'), '--report', at('r.html')]);
  const columns = partOf(readFileSync(at('r.html'), 'utf8').replaceAll('\u00a0', ' '), 'columns');
  expect(columns).toContain('<h3>users</h3><span class="facts">derived from chat.csv · 1 row · ');
  expect(columns).not.toContain('sources.users ·');
});
