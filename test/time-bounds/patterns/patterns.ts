import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { repository } from '../../support/repository.ts';

/** A regular expression of the source, and a file that has it. */
export type FoundPattern = { readonly source: string; readonly flags: string; readonly path: string };

const textOf = ({ source, flags }: Pick<FoundPattern, 'source' | 'flags'>): string => `/${source}/${flags}`;

/** All regular expressions of the source, by their text: those that are written, and those that are built. */
export function allPatterns(): ReadonlyMap<string, FoundPattern> {
  const paths = globSync('src/**/*.{ts,js}', { cwd: repository }).filter(
    (path) => !path.includes('/assembly/'),
  );
  const found = new Map<string, FoundPattern>();
  for (const path of paths)
    for (const { pattern, flags } of literalsIn(readFileSync(join(repository, path), 'utf8'), path))
      found.set(textOf({ source: pattern, flags }), { source: pattern, flags, path });
  for (const built of builtPatterns()) found.set(textOf(built), built);
  return found;
}

type Literal = { readonly pattern: string; readonly flags: string };

function literalsIn(code: string, path: string): readonly Literal[] {
  const found: Literal[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (typeof node === 'object' && node !== null && !(node instanceof RegExp)) {
      const { regex } = node as { readonly regex?: Literal };
      if (regex) found.push(regex);
      Object.values(node).forEach(visit);
    }
  };
  visit(parseAst(code, { lang: path.endsWith('.ts') ? 'ts' : 'js' }));
  return found;
}

/** Those that are put together, in a program that loads all modules. */
export function builtPatterns(): readonly FoundPattern[] {
  const program = join(import.meta.dirname, 'built-patterns.ts');
  return JSON.parse(
    execFileSync(process.execPath, [program], { encoding: 'utf8', maxBuffer: 1 << 24 }),
  ) as FoundPattern[];
}

/** The verdicts on regular expressions, a line each: `linear`, or why one that is not can cost no time, then its text. */
export const VERDICTS = join(import.meta.dirname, 'verdicts.txt');

/** Why a regular expression may stay; `linear` for those that the checker has found to be. */
export function readVerdicts(): ReadonlyMap<string, string> {
  const lines = readFileSync(VERDICTS, 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [why = '', text = ''] = line.split('\t');
      return [text, why];
    }),
  );
}
