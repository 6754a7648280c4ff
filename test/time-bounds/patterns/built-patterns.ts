/** Prints, as JSON, the regular expressions that the source builds. Loads all of it, so it is a program of its own. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repository } from '../../support/repository.ts';

const built = new Map<string, { source: string; flags: string; path: string }>();

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, given: ConstructorParameters<typeof RegExp>) {
    const made = new target(...given);
    const [, path] = /\/(src\/[^:?]+\.ts):\d+/.exec(new Error().stack?.split('\n')[2] ?? '') ?? [];
    const { source, flags } = made;
    if (path !== undefined) built.set(String(made), { source, flags, path });
    return made;
  },
});

const load = (path: string): Promise<Record<string, never>> =>
  import(pathToFileURL(join(repository, path)).href) as Promise<Record<string, never>>;

/** What begins something when it is loaded, or runs in a browser. */
const NOT_LOADED = /^src\/cli\.ts$|\/view\/|\/assembly\/|\/(worker|[\w-]+-thread)\.ts$/;
for (const path of globSync('src/**/*.ts', { cwd: repository })) if (!NOT_LOADED.test(path)) await load(path);

/** Those that are built when something is called. */
const { formatReader } = await import('../../../src/input/rows/declared-time.ts');
const FORMATS = [
  'yyyy-MM-dd HH:mm:ss',
  'd. MMMM yyyy, h:mm a',
  'M/d/yy',
  "EEE d MMM yyyy HH'h'mm",
  'dd.MM.yyyy',
];
for (const format of FORMATS) formatReader(format);
const { discordToMarkdown } = await import('../../../src/exports/systems/discord/markup.ts');
const TOKENS = ['@Ann', '@Ann B', '#general', '#'].map((token) => ({ token, words: 'x' }));
discordToMarkdown('@Ann', (id) => id, TOKENS);
const { nameTest } = await import('../../../src/features/forget/traces.ts');
nameTest({ names: new Set(['ann', 'ann_b']) } as Parameters<typeof nameTest>[0]);
const { namedPaths } = await import('../../../src/inspection/trees/globs.ts');
namedPaths(['/x/a/m1.csv', '/x/b/m2.csv'], {
  base: '/x',
  all: ['/x/a/m1.csv', '/x/b/m2.csv', '/x/b/u.csv'],
});
const { nextElement } = await import('../../../src/input/sources/json/json-array-resync.ts');
const bytes = Buffer.from('{"a": x},\n  {"a": 1}');
nextElement({ bytes, start: 0, limit: bytes.length, indent: '  ', faultAt: 6 } as Parameters<
  typeof nextElement
>[0]);

process.stdout.write(JSON.stringify([...built.values()]));
process.exit(0);
