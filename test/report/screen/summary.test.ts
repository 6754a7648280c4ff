import { describe, expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { summary } from '../../../src/report/screen/summary.ts';
import { styleFor } from '../../../src/terminal/style.ts';
import { fitted, widthOf, wrapped } from '../../../src/terminal/width.ts';
import { reportFixture } from '../../support/report-fixture.ts';

const plain = styleFor(false);
const NEXT = 'correct the rows, then:  chatferry validate intranet.yaml';

/** A report with the given number of codes. */
const many = (count: number): Report => {
  const report = reportFixture();
  const [one] = report.problems as [Report['problems'][number]];
  const problems = Array.from({ length: count }, (_, index) => ({
    ...one,
    code: `MANY.CODES_${index}`,
    count: 900 - index,
  }));
  return { ...report, problems };
};

describe('the summary', () => {
  test.each([60, 80, 120])('at %i columns is unchanged', async (columns) => {
    const text = summary(reportFixture(), { style: plain, next: NEXT, columns });
    await expect(text).toMatchFileSnapshot(`../../fixtures/summary/${columns}.txt`);
    const wide = text.split('\n').filter((line) => widthOf(line) > columns && !line.includes(NEXT));
    expect(wide).toEqual([]);
  });

  test.each([0, 1, 6, 20, 43, 200])(
    'with %i codes is at most a screen, and says what it leaves out',
    (count) => {
      for (const columns of [60, 80, 120, undefined]) {
        const report = many(count);
        const text = summary(report, { style: plain, next: NEXT, columns });
        expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
        expect(text).toContain(NEXT);
        expect(text).toContain('MESSAGE.SAME_SECOND');
        const shown = report.problems.filter(({ code }) => new RegExp(`✖ ${code}\\b`).test(text)).length;
        expect(shown).toBeGreaterThanOrEqual(Math.min(count, 10));
        if (shown < count) expect(text).toContain(`and ${count - shown} more code`);
        if (count > 0) expect(text).toContain('→ write epoch seconds');
      }
    },
  );

  test('a few problems are shown with samples and hints', () => {
    const report = reportFixture();
    const text = summary(
      { ...report, problems: report.problems.slice(0, 1), notices: [] },
      { style: plain, next: NEXT },
    );
    expect(text).toContain(
      '✖ ROW.TIME_INVALID  212 rows\n    messages.csv:10482  sentAt = "31/02/2024"  no such date or time of day\n',
    );
    expect(text).toContain('\n    and 210 more\n  → write');
    expect(text).toContain('a run takes 15 439 requests, 4 h 17 m at 60 a minute');
  });

  test('a requested number of samples takes as many lines as needed', () => {
    const text = summary(many(60), { style: plain, next: NEXT, samples: 1 });
    expect(text.match(/MANY\.CODES/g)).toHaveLength(60);
    expect(text.match(/ {4}messages\.csv:10482 /g)).toHaveLength(60);
  });

  test('colours do not count as width', () => {
    const lines = summary(reportFixture(), { style: styleFor(true), next: NEXT, columns: 80 }).split('\n');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: styles are control sequences
    const bare = lines.map((line) => line.replaceAll(/\u001b\[\d+m/g, ''));
    expect(bare).toEqual(summary(reportFixture(), { style: plain, next: NEXT, columns: 80 }).split('\n'));
  });
});

describe('the width of a text', () => {
  test.each([
    ['abc', 3],
    ['山田', 4],
    ['ｱ', 1],
    ['Ｗ', 2],
    ['한국', 4],
    ['e\u0301', 1],
    ['👩‍👩‍👧‍👦', 2],
    ['👍🏽', 2],
    ['🇩🇪', 2],
    ['\u001b[31mred\u001b[39m', 3],
    ['→ ✖ ✓ …', 7],
    ['\u001b[1;38;5;196mred\u001b[0m', 3],
    ['a\u0007b\u200b', 2],
    ['\u0915\u093f', 2],
  ])('of %j is %i', (text, cells) => expect(widthOf(text)).toBe(cells));

  test('fitted cuts between characters, including wide ones, and closes styles', () => {
    expect(fitted('山田太郎', 8)).toBe('山田太郎');
    expect(fitted('山田太郎', 6)).toBe('山田…');
    expect(fitted('a👩‍👩‍👧‍👦b👍🏽', 4)).toBe('a👩‍👩‍👧‍👦…');
    expect(fitted('\u001b[1mabcdef\u001b[22m', 4)).toBe('\u001b[1mabc…\u001b[22m');
  });

  test('wrapped breaks between words and leaves a longer word whole', () => {
    expect(wrapped('  → one two three', 9, '    ')).toEqual(['  → one', '    two', '    three']);
    expect(wrapped('a verylongword b', 6, '  ')).toEqual(['a', '  verylongword', '  b']);
  });
});
