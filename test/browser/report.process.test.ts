import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defined } from '../../src/input/json/defined.ts';
import { htmlReport } from '../../src/report/html/page.ts';
import { stylesheet } from '../../src/report/html/stylesheet.ts';
import { fileFacts } from '../../src/report/result/file-copies.ts';
import type { Report } from '../../src/report/result/report.ts';
import { copiedFixture, mapEntries } from '../report/copied-files.ts';
import { runCli } from '../support/cli-process.ts';
import { NASTY, reportFixture } from '../support/report-fixture.ts';
import { copyOf, repository } from '../support/repository.ts';
import { openBrowser } from './open-view.ts';
import { accessibility, layout } from './page-checks.ts';

let browser: Browser;
let folder: Awaited<ReturnType<typeof copyOf>>;

beforeAll(async () => {
  [browser, folder] = await Promise.all([openBrowser(), copyOf('samples')]);
});
afterAll(async () => {
  await browser?.close();
  await folder?.[Symbol.asyncDispose]();
});

/** Opens a file without a network, and notes whatever a page that stands by itself does not do. */
async function openFile(path: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    offline: true,
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('console', (message) => troubles.push(`console ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => troubles.push('dialog')));
  const address = pathToFileURL(path).href;
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== address) troubles.push(`request: ${request.url()}`);
  });
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => console.error('policy', event.violatedDirective))",
  );
  await page.goto(address);
  return { page, troubles, [Symbol.asyncDispose]: () => context.close() };
}

function pageOf(report: Report, name: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, htmlReport(report));
  return path;
}

const texts = (page: Page, selector: string): Promise<string[]> => page.locator(selector).allTextContents();

test('samples/broken: opened from the disk it loads nothing, complains of nothing, and shows what --json says', async () => {
  const pipeline = join(folder.path, 'samples/broken/pipeline.yaml');
  const path = join(folder.path, 'broken.html');
  const { exitCode, stdout } = await runCli('validate', pipeline, '--report', path, '--json');
  expect(exitCode).toBe(4);
  const report = JSON.parse(stdout) as Report;
  await using opened = await openFile(path);
  const { page } = opened;
  expect(await texts(page, 'h1')).toEqual(['126 of 159 rows are not ready']);
  expect(await texts(page, '#errors h3')).toEqual(report.problems.map(({ code }) => code));
  expect(await page.locator('#errors .samples > li').count()).toBe(
    report.problems.reduce((sum, { samples }) => sum + samples.length, 0),
  );
  for (const { samples } of report.problems)
    for (const { file, line, column } of samples)
      expect(await texts(page, '#errors .place')).toContain(
        `${file}:${line}${column === undefined ? '' : `:${column}`}`,
      );
  // The raw text of rows that could not be read.
  expect((await texts(page, '#errors pre.raw')).length).toBeGreaterThan(5);
  expect(await page.evaluate(accessibility)).toEqual([]);
  expect(opened.troubles).toEqual([]);
});

test('samples/broken: its 126 wrong rows of 43 codes are five screens, and no wider than a phone', async () => {
  const pipeline = join(folder.path, 'samples/broken/pipeline.yaml');
  const path = join(folder.path, 'short.html');
  await runCli('validate', pipeline, '--report', path);
  await using wide = await openFile(path, { viewport: { width: 1280, height: 800 } });
  expect(await wide.page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThanOrEqual(
    4_000,
  );
  expect(await wide.page.evaluate(layout)).toEqual([]);
  await using narrow = await openFile(path, { viewport: { width: 400, height: 800 } });
  expect(await narrow.page.evaluate(layout)).toEqual([]);
  expect([...wide.troubles, ...narrow.troubles]).toEqual([]);
});

describe('the page of a large, messy export', () => {
  let path: string;
  beforeAll(async () => {
    const facts = await fileFacts(mapEntries(200));
    const report = defined({ ...reportFixture(), fileCopies: copiedFixture(), fileFacts: facts });
    path = pageOf(report, 'fixture.html');
  });

  test('shows what is in the files as text, whatever it is', async () => {
    await using opened = await openFile(path);
    const { page, troubles } = opened;
    const values = await texts(page, '#errors .value');
    for (const text of NASTY.slice(0, 6)) expect(values).toContain(text);
    expect(values).toContain('\\u202egnp.exe\\u2066');
    expect(values).toContain('\\u001b[31mred\\u0007');
    expect(values).toContain('line\\u000abreak\\u0009and\\u2028more');
    const made = 'img, script, iframe, object, link, [onload], [onerror], [onmouseover], [src], [style]';
    expect(await page.locator(made).count()).toBe(0);
    expect(
      await page.evaluate('document.body.innerText.match(/[\\u202a-\\u202e\\u2066-\\u2069\\u0000-\\u0008]/)'),
    ).toBeNull();
    expect(await page.locator('a:not([href^="#"])').count()).toBe(0);
    expect(troubles).toEqual([]);
  });

  test('has a policy that lets nothing be loaded and nothing run, and whose hash is that of the stylesheet', async () => {
    await using opened = await openFile(path);
    const policy = await opened.page.locator('meta[http-equiv]').getAttribute('content');
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'$/,
    );
    // The policy holds: what is added afterwards is neither applied nor run.
    const before = await opened.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await opened.page.evaluate(
      "document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { background: red !important }' }))",
    );
    expect(await opened.page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(before);
    expect(opened.troubles.join()).toContain('policy style-src-elem');
  });

  test.each(['light', 'dark'] as const)(
    '%s: headings, tables, names and contrast are in order',
    async (colorScheme) => {
      await using opened = await openFile(path, { colorScheme });
      expect(await opened.page.evaluate(accessibility)).toEqual([]);
      const ground = await opened.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      expect(ground).toBe(colorScheme === 'light' ? 'rgb(247, 247, 245)' : 'rgb(18, 20, 25)');
    },
  );

  test.each([1280, 768, 400, 320])(
    'at %i pixels nothing is wider than the page, cut or on top of something',
    async (width) => {
      const large = pageOf(reportFixture({ months: 400, columns: 300, conversations: 10 }), 'large.html');
      for (const file of [path, large]) {
        await using opened = await openFile(file, { viewport: { width, height: 900 } });
        expect(await opened.page.evaluate(layout)).toEqual([]);
        await opened.page.evaluate(
          "document.querySelectorAll('details').forEach((each) => { each.open = true; })",
        );
        expect(await opened.page.evaluate(layout)).toEqual([]);
      }
    },
  );

  test('is read with the keyboard: skip link first, codes unfold, tables scroll', async () => {
    // Wide enough for tables, but not for all of their columns.
    await using opened = await openFile(path, { viewport: { width: 660, height: 900 } });
    const { page } = opened;
    const focused = (): Promise<string> => page.evaluate<string>('document.activeElement.textContent');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the content');
    const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle');
    expect(outline).toBe('solid');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    const folded = page.locator('#errors .problem:not([open])').first();
    const code = (await folded.locator('h3').textContent()) as string;
    await folded.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() =>
        page.locator('#errors .problem', { has: page.locator('h3', { hasText: code }) }).getAttribute('open'),
      )
      .not.toBeNull();
    const table = page.locator('#columns .scroll').first();
    await table.focus();
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => page.evaluate<number>("document.querySelector('#columns .scroll').scrollLeft"))
      .toBeGreaterThan(0);
    // A link to a code that is folded away unfolds it.
    await page.locator('#errors .finder > summary').click();
    await page.locator('#errors .finder a[href="#errors-6"]').first().click();
    await expect.poll(() => page.locator('#errors .problem').last().getAttribute('open')).not.toBeNull();
  });

  test('on paper everything is unfolded and dark ink on white', async () => {
    await using opened = await openFile(path, { colorScheme: 'dark' });
    const { page } = opened;
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await page.locator('nav').isVisible()).toBe(false);
    expect(await page.evaluate(accessibility)).toEqual([]);
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.length).toBeGreaterThan(20_000);
  });
});

test('the checks find what they look for', async () => {
  const page = await browser.newPage({ viewport: { width: 400, height: 600 } });
  await page.setContent(`<!doctype html><html lang="en"><title>t</title><main class="page"><h1>a</h1><h3>b</h3>
    <p style="color:#999;background:#fff">pale</p><a href="#nowhere">c</a><svg></svg>
    <table><tr><td>d</td></tr></table><section style="width:500px">wide</section>
    <button></button><div tabindex="2" aria-labelledby="gone">e</div><ol><p>f</p></ol>
    <div class="scroll" style="overflow-x:auto"><p style="width:700px">g</p></div>
    <ul class="axis"><li>one</li><li style="margin-top:-15px">two</li></ul></main>`);
  const found = [
    ...(await page.evaluate<string[]>(accessibility)),
    ...(await page.evaluate<string[]>(layout)),
  ].join('\n');
  for (const wrong of [
    'skips a level',
    'contrast 2.8',
    'leads nowhere',
    'neither named',
    'has no name: <button>',
    'has its own place',
    'aria-labelledby leads nowhere: gone',
    'no part of a list',
    'a table is cut',
    'without a caption',
    'a row without a name',
    'scrolls sideways',
    'sticks out',
    'has no height',
    'stands on its neighbour',
  ])
    expect(found).toContain(wrong);
  await page.close();
});

describe('the charts', () => {
  /**
   * The charts alone hold no words, so that they look the same with any font: they are compared with what they were,
   * point by point. After a change on purpose:  UPDATE_CHARTS=1 npx vitest run test/browser/report.process.test.ts
   */
  test.each(['light', 'dark'] as const)('%s: look as they did', async (colorScheme) => {
    const charts = [
      ...htmlReport(reportFixture()).matchAll(/<svg class="(?:bar|pillars|mark)"[\s\S]*?<\/svg>/g),
    ];
    expect(charts.length).toBeGreaterThan(30);
    const sheet = `<!doctype html><style>${stylesheet} body { width: 640px } svg { margin: 6px }</style>${charts.join('')}`;
    const context = await browser.newContext({
      colorScheme,
      viewport: { width: 660, height: 1100 },
      deviceScaleFactor: 1,
    });
    const page = await context.newPage();
    await page.setContent(sheet);
    const shot = await page.screenshot();
    const path = join(repository, `test/fixtures/charts/${colorScheme}.png`);
    if (process.env['UPDATE_CHARTS']) writeFileSync(path, shot);
    const changed = await page.evaluate<number>(
      `(${differing})(${JSON.stringify(shot.toString('base64'))}, ${JSON.stringify(readFileSync(path).toString('base64'))})`,
    );
    await context.close();
    // Edges may be smoothed in another way.
    expect(changed).toBeLessThan(0.002);
  });
});

/** The share of points that two pictures do not have in common, to run in a page. */
const differing = `async (one, other) => {
  const points = async (data) => {
    const image = new Image();
    image.src = 'data:image/png;base64,' + data;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  };
  const [a, b] = await Promise.all([points(one), points(other)]);
  if (a.width !== b.width || a.height !== b.height) return 1;
  let count = 0;
  for (let at = 0; at < a.data.length; at += 4)
    if ([0, 1, 2].some((part) => Math.abs(a.data[at + part] - b.data[at + part]) > 24)) count++;
  return count / (a.width * a.height);
}`;
