import { describe, expect, test } from 'vitest';
import { discordToMarkdown } from '../../src/exports/systems/discord/markup.ts';
import { htmlToMarkdown, htmlToText } from '../../src/input/rows/markup/html.ts';
import { stripMarkup } from '../../src/input/rows/markup/markdown.ts';
import { type PieceStyle, piecesToMarkdown } from '../../src/input/rows/markup/pieces.ts';
import { slackToMarkdown } from '../../src/input/rows/markup/slack.ts';
import type { Report } from '../../src/report/result/report.ts';
import { CPU_MS_MAX, workOf } from './work-of.ts';

/** About 160 KB each; what is not linear takes minutes. */
const HTML: Readonly<Record<string, string>> = {
  'many backticks': `<code>${'` '.repeat(75_000)}</code>`,
  'deep quotes and many lines': '<blockquote>'.repeat(5_000) + '<br>x'.repeat(20_000),
  'some quotes and many lines': '<blockquote>'.repeat(200) + '<br>x'.repeat(25_000),
  'deep bold text': '<b>x'.repeat(37_500),
  'deep bold elements': '<b>'.repeat(50_000),
  'elements that others close': '<b>'.repeat(20_000) + '</i>'.repeat(20_000),
  'deep lists': '<ul><li>'.repeat(15_000),
  'deep lists with text': '<ul><li>x'.repeat(15_000),
  'deep tables': '<table><tr><td>'.repeat(10_000),
  'deep boxes': '<div><p>'.repeat(12_500) + '</p>'.repeat(12_500),
  'bold after bold': '<b>a</b>'.repeat(20_000),
  'a long address on many lines': `<a href="https://x.org/${'y'.repeat(75_000)}">${'<br>x'.repeat(15_000)}`,
  'a heading in bold on many lines': `<h1><b><i><s><a href="https://x.org">${'<br>x'.repeat(25_000)}`,
  'blanks in an address': `<img src="https://x.org/${'\u3000'.repeat(50_000)}y" alt="a">`,
  'empty links': '<a href="x">'.repeat(10_000) + '<p>x'.repeat(10_000),
};
const TEXTS: Readonly<Record<string, string>> = {
  'empty lines and a bullet': `*a*${'\n'.repeat(150_000)}x•`,
  'returns and a bullet': `*a*${'\r'.repeat(150_000)}x•`,
  'lines of another kind and a bullet': `*a*${'\u2028'.repeat(50_000)}x•`,
  'blanks and a bullet': `*a*\n${' '.repeat(150_000)}x•`,
  stars: '*a *a'.repeat(30_000),
  'stars and waves': '*~'.repeat(75_000),
  'open brackets': '<a'.repeat(75_000),
  hats: `<!${'^'.repeat(125_000)}\r>`,
  backticks: '```a`'.repeat(30_000),
  'two backticks': `\`\`\`${'x``'.repeat(50_000)}`,
  'ends of lines': `${'\n'.repeat(125_000)}x`,
};

const cpuOf = (work: () => string): { readonly text: string; readonly cpuMs: number } => {
  const before = process.cpuUsage();
  const text = work();
  const { user, system } = process.cpuUsage(before);
  return { text, cpuMs: (user + system) / 1_000 };
};

/** Styles of texts with line ends and without, one after the other. */
const STYLES: readonly PieceStyle[] = ['quote', 'code', 'bold', 'block', 'link'];
const asPieces = (text: string): string =>
  piecesToMarkdown(
    STYLES.flatMap((style) => [{ text: text.slice(0, 40_000), style }, { text: 'x' }]),
    (id) => id,
  );
const words = Array.from({ length: 200 }, (_, at) => ({ token: `@${'a'.repeat(30)}${at}`, person: 'U1' }));

test.each(Object.entries({ ...HTML, ...TEXTS }))(
  '%s cost linear time and become no large text',
  (_, given) => {
    const converters: readonly ((text: string) => string)[] = [
      htmlToMarkdown,
      htmlToText,
      stripMarkup,
      asPieces,
      (text) => slackToMarkdown(text, (id) => id),
      (text) => discordToMarkdown(text, (id) => id, words),
    ];
    for (const convert of converters) {
      const { text, cpuMs } = cpuOf(() => convert(given));
      expect(cpuMs).toBeLessThan(CPU_MS_MAX);
      expect(text.length).toBeLessThan(given.length * 4 + 1_024);
    }
  },
);

test('many pieces of text cost linear time', () => {
  const pieces = Array.from(
    { length: 100_000 },
    (_, at) => ({ text: 'x', style: at % 2 ? 'block' : 'quote' }) as const,
  );
  expect(cpuOf(() => piecesToMarkdown(pieces, (id) => id)).cpuMs).toBeLessThan(CPU_MS_MAX);
});

test('a mark that is open already is not written again', () => {
  expect(htmlToMarkdown('<b>a <strong>b</strong> c</b> <i><em>d</em></i>')).toBe('**a b c** *d*');
});

test('text behind very deep elements goes on', () => {
  expect(htmlToText(`${'<div>'.repeat(1_100)}a${'</div>'.repeat(1_100)}b`)).toBe('a\nb');
});

describe('in a row, as a pipeline names it', () => {
  test.each([
    ['htmlToMarkdown', Object.values(HTML)],
    ['slackToMarkdown', Object.values(TEXTS)],
  ])('%s: the rows around it count', async (step, texts) => {
    const bodies = ['good', ...texts, 'good'];
    const ended = await workOf(
      {
        'users.ndjson': bodies.map((body, id) => JSON.stringify({ id: `u${id}`, body })).join('\n'),
        'pipeline.yaml': `version: 1
name: texts
sources:
  users:
    path: users.ndjson
    map: { uid: id, name: id, "metadata.text": { from: body, as: ${step} } }
`,
      },
      'validate',
      '@/pipeline.yaml',
      '--json',
    );
    expect(ended.stdout).not.toBe('');
    const { entities } = JSON.parse(ended.stdout) as Report;
    expect(entities.users.read).toBe(bodies.length);
    expect(entities.users.pending).toBeGreaterThanOrEqual(2);
    expect(ended.cpuMs).toBeLessThan(CPU_MS_MAX * texts.length);
  });
});
