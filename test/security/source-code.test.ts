import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/repository.ts';

/** What runs text as code: none of it may be in the tool, so no pipeline, source or answer can become code. */
const RUNS_TEXT = /\beval\s*\(|\bnew Function\b|\bFunction\s*\(|'node:vm'|\bimport\(\s*[^'\s)]|\brequire\(/;
/** Loads code that the pipeline names, after a check of who may change it. */
const LOADS_CODE = 'src/pipeline/code/load-module.ts';
/** Programs that the tool starts: the command of a key, of a source and of a notification, and its own sandbox. */
const STARTS_PROGRAMS = [
  'src/features/run/monitoring/notify/notify.ts',
  'src/pipeline/code/run-program.ts',
  'src/pipeline/target.ts',
  'src/session/embedded-sandbox.ts',
];

/** Load a library of the tool when a form, or a connection, first needs it. */
const LOADS_LIBRARIES = [
  'src/features/fleet/queue/fleet-libraries.ts',
  'src/input/rows/forms/attachments.ts',
  'src/input/rows/forms/pattern.ts',
  'src/input/rows/luxon.ts',
  'src/input/rows/markup/html.ts',
  'src/input/rows/markup/markdown.ts',
  'src/input/sources/bytes/bytes.ts',
  'src/input/sources/bytes/workbook.ts',
  'src/sandbox/moderation/pattern.ts',
  'src/system/connections.ts',
  'src/terminal/width.ts',
];
/** Loads what those under `src/input/` name. */
const LOADS_NAMED = 'src/input/rows/library.ts';

/** Made of constants, of the blanks before an object, and of escaped text. */
const PATTERNS = [
  'src/features/forget/traces.ts',
  'src/input/columns/dated.ts',
  'src/inspection/trees/globs.ts',
  // Put together from constants.
  'src/exports/systems/sql/dump/dump-heads.ts',
  'src/exports/systems/stream/files.ts',
  'src/exports/systems/whatsapp/lines/header.ts',
  'src/exports/systems/whatsapp/lines/said.ts',
  'src/exports/systems/whatsapp/phrases/marks.ts',
  'src/exports/systems/whatsapp/phrases/media.ts',
  'src/input/rows/declared-time.ts',
  // Of escaped texts, one or the other.
  'src/exports/systems/discord/markup.ts',
  'src/input/sources/json/json-array-resync.ts',
  'src/sandbox/server/faults.ts',
];

const files = globSync('src/**/*.ts', { cwd: repository }).map((path) => ({
  path: path.replaceAll('\\', '/'),
  code: readFileSync(join(repository, path), 'utf8'),
}));

test('nothing that is read is run as code, but for files that a pipeline names as code', () => {
  expect(files.length).toBeGreaterThan(200);
  const running = files.filter(({ code }) => RUNS_TEXT.test(code));
  expect(running.map(({ path }) => path)).toEqual([LOADS_CODE]);
  // One import of a computed path, and none before the check.
  const [{ code: loading = '' } = {}] = running;
  expect(loading.match(new RegExp(RUNS_TEXT, 'g'))).toEqual(['import(u']);
  expect(loading.indexOf('await requireOwnCode(')).toBeLessThan(loading.indexOf('await importMarked('));
  for (const code of [
    'eval(a)',
    'new Function(a)',
    "import vm from 'node:vm'",
    'await import(name)',
    'require(config)',
  ])
    expect(code).toMatch(RUNS_TEXT);
});

test('what is loaded when it is needed is a library with a constant name', () => {
  const loading = files.filter(({ code }) => /\b(?:createRequire|libraryOf)\b/.test(code));
  expect(loading.map(({ path }) => path).sort()).toEqual([...LOADS_LIBRARIES, LOADS_NAMED].sort());
  for (const { path, code } of loading)
    if (path !== LOADS_NAMED)
      for (const call of code.match(/\b(?:load|libraryOf<.*>)\([^)]*\)/g) ?? [''])
        expect(call).toMatch(/^(?:load|libraryOf<.*>)\('[a-z0-9-]+(?:\/[a-z-]+)*(?:\.js)?'\)$/);
});

test('three places start a program, and none of them through a shell', () => {
  const starting = files.filter(({ code }) => code.includes("'node:child_process'"));
  expect(starting.map(({ path }) => path).sort()).toEqual(STARTS_PROGRAMS);
  for (const { code } of starting) expect(code).not.toMatch(/\bshell:|\bexec,|\bexecSync\b|\{ exec \}/);
});

test('no user writes a regular expression: none is made from text that is read', () => {
  const making = files.filter(({ code }) => code.includes('new RegExp('));
  expect(making.map(({ path }) => path).sort()).toEqual([...PATTERNS].sort());
});
