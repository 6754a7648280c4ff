import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeReport } from '../../src/report/result/report.ts';
import { errorBlock } from '../../src/report/screen/error-block.ts';
import { summary } from '../../src/report/screen/summary.ts';
import {
  cut,
  duration,
  grouped,
  printable,
  printableJson,
  withoutHidden,
} from '../../src/terminal/printable.ts';
import { styleFor, wantsColour } from '../../src/terminal/style.ts';

/** What must never reach a terminal: all controls but the line end, and what turns the direction of text. */
const UNSAFE = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const EVIL = '\u001b[2J\u0007\r\u202egnp.exe\u2066\u2028\u009b31m';

describe('printable', () => {
  test('shows every control and direction character as its code, and nothing else', () => {
    expect(printable('a\u001b[31m\u202eé🙂')).toBe('a\\u001b[31m\\u202eé🙂');
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !UNSAFE.test(printable(text))));
  });
});

describe('jsonText', () => {
  test('is JSON that every program reads, also of texts that are no Unicode', () => {
    expect(printableJson({ a: 'x\ud800y\\udc00', b: '🙂' })).toBe(
      '{\n  "a": "x\\\\ud800y\\\\udc00",\n  "b": "🙂"\n}\n',
    );
    const anything = fc.string({
      unit: fc.integer({ min: 0, max: 0xffff }).map((c) => String.fromCharCode(c)),
    });
    fc.assert(
      fc.property(anything, (text) => {
        const json = printableJson([text]);
        const [read] = JSON.parse(json) as [string];
        expect(read.isWellFormed()).toBe(true);
        if (text.isWellFormed()) expect(read).toBe(text);
      }),
    );
  });
});

describe('withoutHidden', () => {
  const coloured = `${styleFor(true).red('a')}\u001b[3A\u001b[J\tb\n[1mc`;
  test('keeps lines, and on a terminal our colours and moves of the cursor, and nothing else', () => {
    expect(withoutHidden(coloured, true)).toBe(coloured);
    expect(withoutHidden(coloured)).toBe('\\u001b[31ma\\u001b[39m\\u001b[3A\\u001b[J\tb\n[1mc');
    expect(withoutHidden('\u001b]0;t\u0007\u009b31m\u001b[2;5H\u202e\r', true)).toBe(
      '\\u001b]0;t\\u0007\\u009b31m\\u001b[2;5H\\u202e\\u000d',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => !/[^\P{Cc}\n\t]/u.test(withoutHidden(text))),
    );
  });

  test('leaves the meaning of JSON as it is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), (value) => {
        expect(JSON.parse(withoutHidden(JSON.stringify(value, null, 2)))).toEqual({ ...value });
      }),
    );
  });
});

describe('cut, grouped and duration', () => {
  test('cut counts characters and never leaves half of one', () => {
    expect(cut('abcdef', 4)).toBe('abc…');
    expect(cut('abcd', 4)).toBe('abcd');
    expect(cut('🙂🙂🙂', 2)).toBe('🙂…');
  });
  test.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1 000'],
    [1_234_567, '1 234 567'],
  ])('grouped(%i) is %s', (value, text) => expect(grouped(value).replaceAll(/\s/g, ' ')).toBe(text));
  test.each([
    [300, '0.3 s'],
    [41_000, '41 s'],
    [30 * 60_000, '30 m'],
    [(3 * 60 + 37) * 60_000, '3 h 37 m'],
  ])('duration(%i) is %s', (ms, text) => expect(duration(ms)).toBe(text));
});

describe('wantsColour', () => {
  test.each([
    [{ flag: true, env: { NO_COLOR: '1' }, isTTY: false }, true],
    [{ flag: false, env: { FORCE_COLOR: '1' }, isTTY: true }, false],
    [{ env: { NO_COLOR: '1', FORCE_COLOR: '1' }, isTTY: true }, false],
    [{ env: { NO_COLOR: '' }, isTTY: true }, true],
    [{ env: { FORCE_COLOR: '1' }, isTTY: false }, true],
    [{ env: { FORCE_COLOR: '0' }, isTTY: false }, false],
    [{ env: { CLICOLOR_FORCE: '1' }, isTTY: false }, true],
    [{ env: { TERM: 'dumb' }, isTTY: true }, false],
    [{ env: {}, isTTY: true }, true],
    [{ env: {}, isTTY: false }, false],
  ])('%j gives %s', (choice, wanted) => expect(wantsColour(choice)).toBe(wanted));
  test('without colour a text is left as it is', () => expect(styleFor(false).red('a')).toBe('a'));
});

describe('summary', () => {
  const counts = {
    read: 3,
    created: 1,
    updated: 0,
    exists: 0,
    unchanged: 0,
    skipped: 1,
    rejected: 1,
    blocked: 0,
    pending: 0,
    inDoubt: 0,
  };
  const report = (read: number) =>
    makeReport({
      command: 'run',
      pipeline: 'a',
      exitCode: 4,
      target: {},
      startedAt: '2026-01-01T00:00:00.000Z',
      finishedAt: '2026-01-01T00:00:01.000Z',
      steps: {
        users: {
          counts: { ...counts, read },
          problems: {
            [`SERVICE.${EVIL}`]: {
              count: 1,
              samples: [
                { file: EVIL, line: 2, byte: 9, key: EVIL, field: 'name', value: EVIL, message: EVIL },
              ],
            },
          },
          notCarried: {},
          skipped: { duplicate: 1 },
        },
      },
      requests: { sent: 1, retried: 0, throttled: 0, floor: 1 },
      warnings: [EVIL],
      files: { rejects: [`/tmp/${EVIL}`], report: '/tmp/r.json' },
    });

  test('never prints what could move the cursor or reorder a line', () => {
    expect(summary(report(3), { style: styleFor(false), next: 'next' })).not.toMatch(UNSAFE);
    const error = { code: 'X', message: `a\n${EVIL}`, hint: EVIL, where: { file: EVIL, line: 3, column: 4 } };
    expect(errorBlock(error, { errStyle: styleFor(false), live: true, columns: () => 40 })).not.toMatch(
      UNSAFE,
    );
    expect(errorBlock(error, { errStyle: styleFor(false), live: true, columns: () => 40 })).toContain(':3:4');
  });

  test('says whether the numbers add up, and what to do next', () => {
    expect(summary(report(3), { style: styleFor(false), next: 'chatferry next' })).toContain('adds up');
    expect(summary(report(3), { style: styleFor(false), next: 'chatferry next' })).toContain(
      'chatferry next',
    );
    expect(summary(report(4), { style: styleFor(false), next: 'x' })).toContain('does not add up');
    expect(report(4).balanced).toBe(false);
  });
});
