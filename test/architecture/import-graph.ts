import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** One import of a source file, by path from the root of the tree. */
type Import = { readonly to: string; readonly typeOnly: boolean };

/** One file of a source tree. */
export type SourceFile = {
  /** From the root of the tree, with forward slashes. */
  readonly path: string;
  readonly lines: number;
  /** The text without comments. */
  readonly code: string;
  readonly imports: readonly Import[];
  /** Modules of Node and of packages that it imports, where not for their types alone. */
  readonly packages: readonly string[];
};

/**
 * Every TypeScript or JavaScript file below a folder with what it imports of that tree.
 * @param within reads this folder of the root alone; empty where it is not there
 */
export function readTree(root: string, within = ''): readonly SourceFile[] {
  if (!existsSync(join(root, within))) return [];
  return readdirSync(join(root, within), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[jt]s$/.test(path))
    .map((path) => join(within, path).replaceAll('\\', '/'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const code = withoutComments(text);
      return {
        path,
        lines: lineCount(text),
        code,
        imports: importsOf(code, path),
        packages: packagesOf(code),
      };
    });
}

/** The lines of a text; a line break at its end begins no other line. */
export const lineCount = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** Leaves texts alone: the comment marks in `'https://…'` begin no comment. */
export function withoutComments(text: string): string {
  const token =
    /('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return text.replaceAll(token, (_, kept: string | undefined) => kept ?? '');
}

const STATEMENT = /^(?:import|export)\s+(type\s+)?([^'";]*?)\bfrom\s+'([^']+)'/gm;
const BARE = /^import\s+'([^']+)'/gm;
const DYNAMIC = /\bimport\(\s*'([^']+)'\s*\)/g;

function importsOf(code: string, path: string): Import[] {
  return everyImport(code)
    .filter(({ to }) => to.startsWith('.'))
    .map(({ to, typeOnly }) => ({
      to: normalize(join(dirname(path), to)).replaceAll('\\', '/'),
      typeOnly,
    }));
}

const packagesOf = (code: string): string[] =>
  everyImport(code)
    .filter(({ to, typeOnly }) => !to.startsWith('.') && !typeOnly)
    .map(({ to }) => to);

/** As they are written. */
function everyImport(code: string): Import[] {
  const found: Import[] = [];
  for (const [, type, names, to] of code.matchAll(STATEMENT))
    found.push({ to: to as string, typeOnly: type !== undefined || everyNameIsType(names ?? '') });
  for (const pattern of [BARE, DYNAMIC])
    for (const [, to] of code.matchAll(pattern)) found.push({ to: to as string, typeOnly: false });
  return found;
}

/** `{ type A, type B }`. */
function everyNameIsType(names: string): boolean {
  const [, list] = /^\s*\{([\s\S]*)\}\s*$/.exec(names) ?? [];
  const each = (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return each.length > 0 && each.every((name) => name.startsWith('type '));
}

/** Each cycle once, as the path that closes it. */
export function cyclesOf(files: readonly SourceFile[], withTypes: boolean): readonly string[][] {
  const edges = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.filter(({ typeOnly }) => withTypes || !typeOnly).map(({ to }) => to),
    ]),
  );
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) cycles.push([...trail.slice(at), path]);
    if (at >= 0 || done.has(path)) return;
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return cycles;
}

/** Everything that a file reaches by its imports, types included, itself left out. */
export function reachableFrom(start: string, files: readonly SourceFile[]): ReadonlySet<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const found = new Set<string>();
  const open = [start];
  for (let path = open.pop(); path !== undefined; path = open.pop())
    for (const { to } of byPath.get(path)?.imports ?? [])
      if (!found.has(to)) {
        found.add(to);
        open.push(to);
      }
  return found;
}
