import { join } from 'node:path';
import { repository } from '../support/repository.ts';
import { IMPLEMENTATIONS } from './architecture-rules.ts';
import { readTree, type SourceFile } from './import-graph.ts';

/** A file up to here that only one file of its folder imports could be a part of that one. */
const LINES_MAX = 60;
/** Splinters of `src/`. Goes down with their number, never up. */
export const SPLINTERS_MAX = 6;

/** Small files that only one other file imports, which lies beside them; implementations of an interface are none. */
export function splinters(files: readonly SourceFile[]): readonly string[] {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of files)
    for (const to of new Set(imports.map((each) => each.to)))
      importers.set(to, [...(importers.get(to) ?? []), path]);
  return files.flatMap(({ path, lines }) => {
    const [only, ...others] = importers.get(path) ?? [];
    if (lines >= LINES_MAX || only === undefined || others.length > 0) return [];
    if (folderOf(only) !== folderOf(path)) return [];
    return IMPLEMENTATIONS.some(({ of, namedBy }) => of.test(path) || namedBy.test(only))
      ? []
      : [`${path} (${lines} lines) could be a part of ${only}`];
  });
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

if (import.meta.main) {
  const found = splinters(readTree(join(repository, 'src')));
  console.log([...found, `${found.length} of at most ${SPLINTERS_MAX}`].join('\n'));
}
