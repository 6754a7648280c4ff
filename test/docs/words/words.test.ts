import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript-6';
import { expect, test } from 'vitest';
import { commands } from '../../../src/cli/commands/commands.ts';
import { explanations } from '../../../src/errors/explanations.ts';
import { mainHere } from '../../support/main-here.ts';
import { repository } from '../../support/repository.ts';
import { found, proseOf } from './word-list.ts';

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

test('README and documents use the words of the field', () => {
  const pages = globSync(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/**/*.md'], {
    cwd: repository,
  }).filter((path) => !path.startsWith('docs/decisions/'));
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.sort().flatMap((path) => found(path, proseOf(read(path))))).toEqual([]);
});

test('the help of every command does', async () => {
  const names = commands.flatMap((each) => {
    const [name = ''] = each.command.split(' ');
    const below =
      'commands' in each ? each.commands.map((one) => [name, one.command.split(' ')[0] ?? '']) : [];
    return [[name], ...below.filter(([, own]) => own !== '$0')];
  });
  const wrong: string[] = [];
  for (const words of [[], ...names]) {
    const { out } = await mainHere([...words, '--help'], { COLUMNS: '80' });
    wrong.push(...found(`${words.join(' ')} --help`, out.replaceAll(/\s+/g, ' ')));
  }
  expect(names.length).toBeGreaterThan(25);
  expect(wrong).toEqual([]);
});

test('every explanation does', () => {
  const wrong = explanations.flatMap(({ code, cause, fix, example }) =>
    [cause, fix, typeof example === 'string' ? example : ''].flatMap((text) => found(code, text)),
  );
  expect(wrong).toEqual([]);
});

/** Files whose texts are not ours, or are never printed: the service, its checks, and words of other languages. */
const OTHERS =
  /^src\/(?:sandbox|conformance|features\/init\/(?:words|guess\/words)|exports\/systems\/whatsapp\/phrases)/;

/** Texts of a file that are sentences, with their lines. */
function sentencesIn(path: string): readonly (readonly [place: string, text: string])[] {
  const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
  const sentences: [string, string][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      if (/\p{L} \p{L}/u.test(node.text)) sentences.push([`${path}:${line + 1}`, node.text]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return sentences;
}

test('every text in the source does', () => {
  const files = globSync('src/**/*.{ts,js}', { cwd: repository }).filter((path) => !OTHERS.test(path));
  const sentences = files.sort().flatMap(sentencesIn);
  expect(sentences.length).toBeGreaterThan(2_000);
  expect(sentences.flatMap(([place, text]) => found(place, text))).toEqual([]);
});

/** The files whose names `npm run docs:api` publishes. */
function publishedFiles(): readonly string[] {
  return ['src/index.ts', 'src/client.ts'].flatMap((entry) => [
    entry,
    ...Array.from(read(entry).matchAll(/from '\.\/([^']+)'/g), ([, path = '']) => `src/${path}`),
  ]);
}

test('the doc comments of the published library do', () => {
  const wrong = [...new Set(publishedFiles())].flatMap((path) =>
    Array.from(read(path).matchAll(/\/\*\*([\s\S]*?)\*\//g), ([, comment = '']) => comment).flatMap(
      (comment) => found(path, comment.replaceAll(/\n\s*\* ?/g, ' ').replaceAll(/`[^`]*`/g, '')),
    ),
  );
  expect(publishedFiles().length).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});
