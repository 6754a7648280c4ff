import { expect, test } from 'vitest';
import { htmlReport } from '../../../src/report/html/page.ts';
import type { ProblemReport, Report } from '../../../src/report/result/report.ts';
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
  expect(partOf(page, 'rows')).toContain('<td class="n zero">0</td>');
  expect(partOf(page, 'rows')).not.toContain('<td class="n">0</td>');
  const labels = [...partOf(page, 'pace').matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(labels).toEqual(['0', '2 000', '4 000', '6 000', 'start', '60 s', '2 m', '3 m']);
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
