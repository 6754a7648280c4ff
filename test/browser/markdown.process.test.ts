import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { htmlToMarkdown } from '../../src/input/rows/markup/html.ts';
import { importRows, message, openSandbox } from '../sandbox/sandbox-client.ts';
import { openBrowser, openView, type Watched } from './open-view.ts';
import { go, texts, until } from './page-actions.ts';
import { accessibility } from './page-checks.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** Opens the conversation of ann and bob with these texts as its messages. */
async function conversationOf(list: readonly string[]) {
  const opened = await openSandbox();
  await importRows(opened, 'users', {
    ann: { uid: 'ann', name: 'Ann Lee' },
    bob: { uid: 'bob', name: '<b>Bob</b>' },
  });
  const rows = list.map((text, at) => message(`m${at}`, { sentAt: 1_700_000_000 + at, data: { text } }));
  await importRows(opened, 'messages', Object.fromEntries(rows.map((row) => [row['muid'], row])));
  const view = await openView(browser, opened.sandbox.viewUrl);
  await go(view.page, '#/c/user_ann_user_bob', '.message');
  return {
    view,
    opened,
    [Symbol.asyncDispose]: async () => {
      await view[Symbol.asyncDispose]();
      await opened[Symbol.asyncDispose]();
    },
  };
}

/** The elements of each text: their names, the addresses of links, the first number of lists, and what they hold. */
const drawn = ({ page }: Watched): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const of = (node) => {
      if (node.nodeType === 3) return node.data;
      const inner = [...node.childNodes].map(of).join('');
      if (node.tagName === 'BDI') return inner;
      const more = node.tagName === 'A' ? ' ' + node.getAttribute('href') : node.start > 1 ? ' ' + node.start : '';
      return '<' + node.tagName.toLowerCase() + more + '>' + inner + '</>';
    };
    return [...document.querySelectorAll('.bubble .text')].map((text) => [...text.childNodes].map(of).join(''));
  })()`);

const LONG = 'code '.repeat(50);

const CASES: readonly (readonly [text: string, shown: string])[] = [
  [
    'Die **Lieferung** ist *da*, ~~nicht~~ __wirklich__ _heute_',
    'Die <strong>Lieferung</> ist <em>da</>, <s>nicht</> <strong>wirklich</> <em>heute</>',
  ],
  ['1.200,00 € \\<netto>', '1.200,00 € <netto>'],
  [
    '***both*** *foo**bar*** **a *b***',
    '<em><strong>both</></> <em>foo<strong>bar</></> <strong>a <em>b</></>',
  ],
  ['snake_case_name 2 * 3 * 4 **open ~one~ a', 'snake_case_name 2 * 3 * 4 **open ~one~ a'],
  ['`a **b** <i>` ``x ` y`` `open', '<code>a **b** <i></> <code>x ` y</> `open'],
  ['see\n```js\nlet **a** = `1`;\n\n  b\n```\nend', 'see<pre><code>let **a** = `1`;\n\n  b</></>end'],
  [`\`\`\`\n${LONG}\n\`\`\``, `<pre><code>${LONG}</></>`],
  ['one\n\n\ntwo\nthree', 'one\n\n\ntwo\nthree'],
  ['*not\n\nover* an empty line', '*not\n\nover* an empty line'],
  [
    '- a\n- b\n  - c\n    - d\n- e\n\nout',
    '<ul><li>a</><li>b<ul><li>c<ul><li>d</></></></></><li>e</></>out',
  ],
  ['to do:\n1. one\n2. two\n   more', 'to do:<ol><li>one</><li>two\nmore</></>'],
  ['7. seven\n8. eight', '<ol 7><li>seven</><li>eight</></>'],
  ['It was\n1986. A good year, - and * no list', 'It was\n1986. A good year, - and * no list'],
  [
    '> quoted **b**\n> > deeper\n> - x\nown',
    '<blockquote>quoted <strong>b</><blockquote>deeper</><ul><li>x</></></>own',
  ],
  ['## Head *two*\ntext #no', '<p>Head <em>two</></>text #no'],
  [
    '[**a** link](https://a.example/x_(y)?q=1) <https://b.example> mailto <mailto:c@d.example>',
    '<a https://a.example/x_(y)?q=1><strong>a</> link</> <a https://b.example/>https://b.example</> mailto <a mailto:c@d.example>c@d.example</>',
  ],
  [
    '**https://a.example/x_y**, https://a.example/\\_z\\_/w.',
    '<strong><a https://a.example/x_y>https://a.example/x_y</></>, <a https://a.example/_z_/w>https://a.example/_z_/w</>.',
  ],
  ['![a picture](https://a.example/p.png)', '<a https://a.example/p.png>a picture</>'],
  [
    'hi <@uid:nobody> and **<@uid:ann>** and `<@uid:ann>`',
    'hi @nobody and <strong>@Ann Lee</> and <code><@uid:ann></>',
  ],
];

test('texts are shown as clients render Markdown; escaped characters and line breaks as they are meant', async () => {
  await using shown = await conversationOf(CASES.map(([text]) => text));
  expect(await drawn(shown.view)).toEqual(CASES.map(([, expected]) => expected));
  const link = shown.view.page.locator('.bubble .text a').first();
  expect([
    await link.getAttribute('rel'),
    await link.getAttribute('target'),
    await link.getAttribute('title'),
  ]).toEqual(['noopener noreferrer', '_blank', 'https://a.example/x_(y)?q=1']);
  // A list of conversations shows the text without its marks.
  const last = await shown.view.page.locator('.side .row-below').first().textContent();
  expect(last).toBe('Ann Lee: hi @nobody and @Ann Lee and <@uid:ann>');
  expect(shown.view.troubles).toEqual([]);
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [400, 1280]) {
      await using view = await openView(browser, shown.opened.sandbox.viewUrl, {
        viewport: { width, height: 900 },
        colorScheme,
      });
      await go(view.page, '#/c/user_ann_user_bob', '.message');
      expect(await view.sideways()).toBe(0);
      const outside =
        "[...document.querySelectorAll('.bubble')].filter((bubble) => bubble.scrollWidth > bubble.clientWidth).length";
      expect(await view.page.evaluate(outside)).toBe(0);
      // Its links lead to places of the page that a script shows.
      const found = await view.page.evaluate<string[]>(accessibility);
      expect(found.filter((wrong) => /^(?:contrast|has no name|no part)/.test(wrong))).toEqual([]);
      expect(view.troubles).toEqual([]);
    }
});

test('what htmlToMarkdown has made of HTML is shown as the HTML was', async () => {
  const pages = [
    '<p>Die <b>Lieferung</b> kostet 1.200,00 € &lt;netto&gt; *und* _mehr_ `x`</p>',
    '<ul><li>a<ul><li>b</li></ul></li><li><i>c<b>d</b></i></li></ul><pre>x\n ```\ny</pre>',
    '<blockquote>q <a href="https://a.example/(1)">l[i]n*k</a></blockquote><p>1. no list</p><p># no head</p>',
  ];
  await using shown = await conversationOf(pages.map(htmlToMarkdown));
  expect(await drawn(shown.view)).toEqual([
    'Die <strong>Lieferung</> kostet 1.200,00 € <netto> *und* _mehr_ `x`',
    '<ul><li>a<ul><li>b</></></><li><em>c<strong>d</></></></><pre><code>x\n ```\ny</></>',
    '<blockquote>q <a https://a.example/%281%29>l[i]n*k</></>1. no list\n\n# no head',
  ]);
});

/** Each is an attack on the page, or on its time. */
const HOSTILE = [
  '[x](javascript:alert(1)) [y](data:text/html,z) <javascript:alert(2)> [z](vbscript:a) [w](JaVaScRiPt:alert(3))',
  '**<img src=x onerror=alert(4)>** [<script>alert(5)</script>](https://a.example/"onmouseover="alert(6))',
  '```<script>\n</code></pre><script>alert(7)</script>\n```',
  '[a](https://a.example/\u202egpj.exe) <@uid:__proto__> <@uid:constructor>',
  ...[
    '*a ',
    '**a*_b_',
    '_a *b ~~c ',
    '[',
    '[a](',
    '![a',
    '`',
    '\\',
    '<',
    '> ',
    '- ',
    '*',
    '_',
    '~~',
    '[x] ',
    '[a [x] ',
    '~',
  ].map((part) => part.repeat(Math.floor(9_000 / part.length))),
  Array.from({ length: 130 }, (_, length) => '`'.repeat(length + 1)).join('a'),
  Array.from({ length: 90 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n'),
  `${'>'.repeat(4_000)} x`,
  '\n'.repeat(9_000),
  `\` ${' '.repeat(9_000)}x\``,
  `[${'a'.repeat(4_000)}](${'b'.repeat(4_000)}`,
];

test('hostile Markdown becomes neither markup nor a link of another kind, and takes no time', async () => {
  await using shown = await conversationOf([...HOSTILE, 'the last one']);
  const { view } = shown;
  const { page } = view;
  expect(await page.locator('.text :is(img, script, svg, iframe, style)').count()).toBe(0);
  const addresses = await page.evaluate<string[]>(
    "[...document.querySelectorAll('.text a')].map(({ protocol }) => protocol)",
  );
  expect(new Set(addresses)).toEqual(new Set(['https:']));
  expect((await texts(page, '.bubble .text'))[0]).toBe(HOSTILE[0]);
  const attributes = await page.evaluate<string[]>(
    "[...new Set([...document.querySelectorAll('.text *')].flatMap((node) => node.getAttributeNames()))].sort()",
  );
  expect(attributes).toEqual(
    ['class', 'dir', 'href', 'rel', 'start', 'target', 'title'].filter((name) => attributes.includes(name)),
  );
  // How deep elements are in each other is bounded, whatever a text has.
  const deepest = await page.evaluate<number>(
    "Math.max(...[...document.querySelectorAll('.text *')].map((node) => { let depth = 0; for (let at = node; !at.matches('.text'); at = at.parentElement) depth++; return depth; }))",
  );
  expect(deepest).toBeLessThanOrEqual(30);
  // A text of another thousand of each is read within the time of a look.
  const took = await page.evaluate<number>(`(async () => {
    const { markdown } = await import('/view/parts/markdown.js');
    const texts = ${JSON.stringify(HOSTILE)}.map((text) => text.repeat(Math.max(1, Math.floor(60_000 / text.length))));
    const start = performance.now();
    for (const text of texts) markdown(text, (uid) => document.createTextNode(uid));
    return performance.now() - start;
  })()`);
  expect(took).toBeLessThan(10_000);
  await until(page, "document.querySelector('.feed').textContent.includes('the last one')");
  expect(await view.sideways()).toBe(0);
  expect(view.troubles).toEqual([]);
});
