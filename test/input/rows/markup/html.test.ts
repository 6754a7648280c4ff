import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { htmlToMarkdown, htmlToText } from '../../../../src/input/rows/markup/html.ts';
import { stripMarkup } from '../../../../src/input/rows/markup/markdown.ts';

describe('HTML becomes text and Markdown', () => {
  test.each([
    ['<b>Hi</b> <i>you</i>', 'Hi you', '**Hi** *you*'],
    ['<p>One</p>\n<p>Two<br>three</p>', 'One\n\nTwo\nthree', 'One\n\nTwo\nthree'],
    ['a<br/><br/><br/>b', 'a\n\nb', 'a\n\nb'],
    ['<div>a</div><div>b</div>', 'a\nb', 'a\nb'],
    ['<b> spaced </b>out', 'spaced out', '**spaced** out'],
    ['<b>a</b><strong>b</strong>', 'ab', '**ab**'],
    ['<b><p>a</p><p>b</p></b>', 'a\n\nb', '**a**\n\n**b**'],
    ['<s>old</s> <del>gone</del>', 'old gone', '~~old~~ ~~gone~~'],
    ['<b></b>x<i> </i>y', 'x y', 'x y'],
    ['<h2>Plan</h2>go', 'Plan\n\ngo', '## Plan\n\ngo'],
    ['<a href="https://x.org/a_(b)">x</a>', 'x', '[x](https://x.org/a_%28b%29)'],
    ['<a href="mailto:a@b.c"><b>x</b></a>', 'x', '[**x**](mailto:a@b.c)'],
    ['<a href="javascript:alert(1)">x</a>', 'x', 'x'],
    ['<a href="/relative">x</a>', 'x', 'x'],
    ['<img src="https://x.org/a.png" alt="a [cat]">', 'a [cat]', '![a  cat ](https://x.org/a.png)'],
    ['<img src="data:x" alt="cat">', 'cat', 'cat'],
    ['<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>d', '- a\n- b\n  - c\n\nd', '- a\n- b\n  - c\n\nd'],
    ['<ol><li>a<li>b</ol>', '1. a\n2. b', '1. a\n2. b'],
    ['<blockquote>a<br>b</blockquote>c', '> a\n> b\n\nc', '> a\n> b\n\nc'],
    ['<code>a * b</code>', 'a * b', '`a * b`'],
    ['<code>a`b</code>', 'a`b', '``a`b``'],
    ['<pre>  x\n y</pre>z', '  x\n y\n\nz', '```\n  x\n y\n```\n\nz'],
    ['<pre><code>```</code></pre>', '```', '````\n```\n````'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc', 'a b\nc'],
    ['x<script>alert(1)</script><style>b{}</style>y', 'xy', 'xy'],
    ['<p>unclosed <b>bold', 'unclosed bold', 'unclosed **bold**'],
    ['&lt;b&gt; &amp;amp; &#8364;<br>', '<b> &amp; €', '\\<b> \\&amp; €'],
    ['a&nbsp;b <!-- no --> c', 'a b c', 'a b c'],
    ['</p></b></li>x', 'x', 'x'],
    ['1 &lt; 2\n3 &gt; 2', '1 < 2\n3 > 2', '1 < 2\n3 > 2'],
    ['no tags\nat all', 'no tags\nat all', 'no tags\nat all'],
  ])('%s', (html, text, markdown) => {
    expect(htmlToText(html)).toBe(text);
    expect(htmlToMarkdown(html)).toBe(markdown);
  });

  test.each([
    '*a*',
    '2*3*4',
    '_a_',
    '`a`',
    '# a',
    '- a',
    '1. a',
    '> a',
    '[a](b)',
    '~~a~~',
    'a\n---',
    '\\*',
    '&lt;',
  ])('text that looks like Markdown stays text: %s', (text) => {
    const html = `<div>${text.replaceAll('&', '&amp;').replaceAll('\n', '<br>')}</div>`;
    expect(stripMarkup(htmlToMarkdown(html))).toBe(text);
    expect(stripMarkup(htmlToMarkdown(text.replaceAll('&', '&amp;')))).toBe(text);
  });

  test('words with signs read the same as Markdown and as text', () => {
    const word = fc.string({
      unit: fc.constantFrom(
        'a',
        'b',
        '*',
        '_',
        '`',
        '~',
        '[',
        ']',
        '(',
        '\\',
        '#',
        '!',
        '1',
        '.',
        '&',
        ';',
        '>',
        '+',
      ),
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        const text = words.join(' ');
        const html = `<div>${text.replaceAll('&', '&amp;').replaceAll('>', '&gt;')}</div>`;
        expect(htmlToText(html)).toBe(text);
        expect(stripMarkup(htmlToMarkdown(html))).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  test('never throws, and leaves no tag', () => {
    const pieces = fc.constantFrom(
      '<b>',
      '</b>',
      '<ul>',
      '<li>',
      '</ul>',
      '<pre>',
      '</pre>',
      '<code>',
      '<a href="https://x.org">',
      '</a>',
      '<br>',
      '<p>',
      '</p>',
      '<blockquote>',
      '</blockquote>',
      '<script>',
      '</script>',
      '<img src=x>',
      'text',
      ' ',
      '&amp;',
      '<',
      '>',
      '<!--',
      '\u0000',
      '\ud83d',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const html = parts.join('');
        expect(typeof htmlToMarkdown(html)).toBe('string');
        expect(htmlToText(html)).not.toMatch(/<\/?(?:b|ul|li|p|br|a|blockquote|script)[ >]/);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a mebibyte of open tags takes no longer than a mebibyte of text should', () => {
    const started = performance.now();
    for (const html of ['<b>', '<ul><li>', '<blockquote>', '<a href=x>y', '&amp;<', '<p>x '])
      htmlToMarkdown(html.repeat(2 ** 18 / html.length));
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});
