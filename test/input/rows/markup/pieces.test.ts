import { expect, test } from 'vitest';
import { stripMarkup } from '../../../../src/input/rows/markup/markdown.ts';
import { piecesToMarkdown, type TextPiece } from '../../../../src/input/rows/markup/pieces.ts';

const markdown = (...pieces: readonly (string | TextPiece)[]): string =>
  piecesToMarkdown(
    pieces.map((piece) => (typeof piece === 'string' ? { text: piece } : piece)),
    (id) => id.toUpperCase(),
  );

test.each<[readonly (string | TextPiece)[], string]>([
  [['*bold* _it_ ~del~'], '*bold* _it_ ~del~'],
  [['see ', { text: 'https://a.test/x_y_z', style: 'auto' }], 'see https://a.test/x_y_z'],
  [['a ', { text: 'b', style: 'bold' }, ' ', { text: 'c', style: 'italic' }], 'a **b** *c*'],
  [[{ text: 'gone', style: 'strike' }], '~~gone~~'],
  [['a', { text: ' b ', style: 'bold' }, 'c'], 'a **b** c'],
  [[{ text: 'two\n\nlines', style: 'bold' }], '**two**\n\n**lines**'],
  [['2*3 ', { text: 'x', style: 'bold' }], '2\\*3 **x**'],
  [[{ text: 'a*b', style: 'bold' }], '**a\\*b**'],
  [['run ', { text: 'rm *', style: 'code' }], 'run `rm *`'],
  [[{ text: 'a`b', style: 'code' }], '``a`b``'],
  [
    ['code:', { text: 'let x = 1;\n', style: 'block', of: 'ts' }, 'after'],
    'code:\n```ts\nlet x = 1;\n```\nafter',
  ],
  [[{ text: 'a ``` b', style: 'block' }], '````\na ``` b\n````'],
  [[{ text: 'one\ntwo', style: 'quote' }, 'mine'], '> one\n> two\n\nmine'],
  [[{ text: 'page', style: 'link', of: 'https://a.test/(1)' }], '[page](https://a.test/%281%29)'],
  [[{ text: 'a [b]', style: 'link', of: 'https://a.test' }], '[a \\[b\\]](https://a.test)'],
  [[{ text: 'bad', style: 'link', of: 'javascript:alert(1)' }], 'bad'],
  [[{ text: 'Ann', style: 'mention', of: 'user1' }, ', come'], '<@uid:USER1>, come'],
  [[{ text: '', style: 'bold' }], ''],
  [[{ text: '\n', style: 'bold' }, 'x'], '\nx'],
])('%j', (pieces, expected) => {
  expect(markdown(...pieces)).toBe(expected);
});

test('what is marked up reads as it was when the marks are taken away', () => {
  const whole = markdown('1. no *list* ', { text: 'b_o_ld', style: 'bold' }, ' and <b> & `tick`');
  expect(stripMarkup(whole)).toBe('1. no *list* b_o_ld and <b> & `tick`');
});
