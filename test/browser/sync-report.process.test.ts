import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EntityName, entityRecord } from '../../src/input/entities/entity.ts';
import { zeroCounts } from '../../src/input/rows/outcome.ts';
import { htmlReport } from '../../src/report/html/page.ts';
import { makeReport, type Report, type ReportParts } from '../../src/report/result/report.ts';
import { NASTY } from '../support/report-fixture.ts';
import { openBrowser } from './open-view.ts';
import { accessibility, layout } from './page-checks.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

function report(users: object, more: Partial<ReportParts> = {}): Report {
  const counts = { ...zeroCounts(), ...users };
  const problem = { count: 1, samples: [] };
  return makeReport({
    command: 'run',
    pipeline: 'nightly',
    exitCode: 0,
    target: {},
    warnings: [],
    run: '20260102T030405Z-3f9a',
    startedAt: '2026-01-02T03:04:05.000Z',
    finishedAt: '2026-01-02T03:05:05.000Z',
    steps: {
      users: {
        counts,
        problems: counts.rejected > 0 ? { 'USER.NAME_TOO_LONG': problem } : {},
        notCarried: {},
        skipped: {},
      },
    },
    requests: { sent: 4, retried: 0, throttled: 0, floor: 4 },
    missing: { users: { kept: 0, deactivated: 0, deleted: 0, failed: 0 } },
    files: { rejects: [] },
    ...more,
  });
}

const CHANGED: Partial<ReportParts> = {
  missing: { users: { kept: 0, deactivated: 2, deleted: 0, failed: 0 } },
  changes: {
    total: 31_204,
    listed: 31_204,
    counts: { 'users.deactivated': 2, 'users.updated': 31_202 },
    fields: { 'users.name': 31_202, 'users.statusMessage': 12 },
    samples: [
      { entity: 'users', key: 'u-1', action: 'deactivated' },
      ...NASTY.map((key) => ({
        entity: 'users' as const,
        key,
        action: 'updated' as const,
        fields: ['name', 'statusMessage'],
      })),
      { entity: 'messages', key: `m-${'9'.repeat(250)}`, action: 'updated' },
    ],
  },
};
const removed = entityRecord((name: EntityName) => ({
  removed: name === 'users' ? 3 : 0,
  implied: 0,
  gone: 1,
  kept: 0,
  failed: 0,
}));

const PAGES: readonly (readonly [headline: string, kind: string, Report])[] = [
  ['Nothing has changed', 'is-good', report({ read: 9_000, unchanged: 9_000 })],
  [
    '31 202 changed, 2 deactivated',
    'is-good',
    report({ read: 40_000, updated: 31_202, unchanged: 8_798 }, CHANGED),
  ],
  [
    '2 could not be removed',
    'is-notice',
    report(
      { read: 1, unchanged: 1 },
      { missing: { users: { kept: 0, deactivated: 0, deleted: 0, failed: 2 } } },
    ),
  ],
  [
    '1 of 100 rows was not imported',
    'is-bad',
    report({ read: 100, unchanged: 99, rejected: 1 }, { exitCode: 4 }),
  ],
  [
    'The run stopped before the end',
    'is-bad',
    report(
      {},
      { exitCode: 11, error: { code: 'GUARD.MAX_DELETE', message: '3 of 9 users', hint: 'check it' } },
    ),
  ],
  [
    '3 rows removed',
    'is-good',
    { ...report({}, { command: 'undo', removed }), missing: undefined } as unknown as Report,
  ],
];

test.each(PAGES)(
  '%s (%s): one line says it, and its colour is that of what is to be done',
  async (headline, kind, found) => {
    const page = await browser.newPage();
    await page.setContent(htmlReport(found));
    const h1 = page.locator('h1');
    expect((await h1.textContent())?.replaceAll('\u00a0', ' ')).toBe(headline);
    expect(await h1.getAttribute('class')).toBe(kind);
    expect(await page.evaluate(accessibility)).toEqual([]);
    await page.close();
  },
);

test.each([1280, 400, 320])(
  'at %i pixels the changes come first, and nothing is cut or drawn over something',
  async (width) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      await page.setContent(htmlReport(report({ read: 40_000, updated: 31_202, unchanged: 8_798 }, CHANGED)));
      expect(await page.locator('main h2').first().textContent()).toBe('What changed');
      expect(await page.locator('#changes tbody th code').allTextContents()).toContain(NASTY[0]);
      expect(await page.locator('#changes .more').textContent()).toContain('changes.ndjson');
      expect(await page.evaluate(layout)).toEqual([]);
      expect(await page.evaluate(accessibility)).toEqual([]);
      await page.close();
    }
  },
);
