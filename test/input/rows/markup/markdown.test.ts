import { describe, expect, test } from 'vitest';
import { stripMarkup } from '../../../../src/input/rows/markup/markdown.ts';
import { slackToMarkdown } from '../../../../src/input/rows/markup/slack.ts';

describe('stripMarkup', () => {
  test.each([
    ['plain', 'plain'],
    ['**b** *i* __b__ _i_ ~~s~~ `c`', 'b i b i s c'],
    ['# Title\n\ntext', 'Title\n\ntext'],
    ['[label](https://x.org) ![cat](https://x.org/a.png)', 'label cat'],
    ['- a\n- b\n  - c', '- a\n- b\n  - c'],
    ['3. a\n4. b', '3. a\n4. b'],
    ['> quoted\n> more', 'quoted\nmore'],
    ['```js\nlet a = 1;\n```', 'let a = 1;'],
    ['one\ntwo', 'one\ntwo'],
    ['1 < 2 & snake_case 2*3', '1 < 2 & snake_case 2*3'],
    ['\\*a\\*', '*a*'],
    ['a <b>c</b>', 'a c'],
    ['https://x.org/a_b_c', 'https://x.org/a_b_c'],
  ])('%j is %j', (markdown, text) => {
    expect(stripMarkup(markdown)).toBe(text);
  });

  test('ends soon on texts that are all brackets', () => {
    const started = performance.now();
    for (const sign of ['[', '*a ', '`', '![', '> ', '_a', '<'])
      expect(typeof stripMarkup(sign.repeat(10_000))).toBe('string');
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});

describe('slackToMarkdown', () => {
  const uidOf = (id: string): string => id.toLowerCase();

  test.each([
    ['*bold* _it_ ~gone~', '**bold** _it_ ~~gone~~'],
    ['2*3*4 a~b~c', '2*3*4 a~b~c'],
    ['<https://x.org|X &amp; Y>', '[X & Y](https://x.org)'],
    ['<https://x.org?a=1&amp;b=2>', 'https://x.org?a=1&b=2'],
    ['<http://x.org|x.org>', 'http://x.org'],
    ['<mailto:a@b.c|a@b.c>', 'a@b.c'],
    ['hi <@U1> and <@U2|bob>', 'hi <@uid:u1> and <@uid:u2>'],
    ['<#C1|general> <#C2>', '#general #C2'],
    ['<!here> <!channel> <!subteam^S1|@ops>', '@here @channel @ops'],
    ['<!date^1392734382^{date}|Feb 18>', 'Feb 18'],
    ['&lt;b&gt; &amp;amp;', '<b> &amp;'],
    ['`*a*` ```*b*\n<@U1>```', '`*a*` ```*b*\n<@U1>```'],
    ['• one\n  • two', '- one\n  - two'],
    ['*<https://x.org|X>*', '**[X](https://x.org)**'],
    ['<open', '<open'],
  ])('%j is %j', (slack, markdown) => {
    expect(slackToMarkdown(slack, uidOf)).toBe(markdown);
  });
});
