import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { exitCodes } from '../../src/errors/run-error.ts';
import { entities } from '../../src/input/entities/entities.ts';
import { pipelineJsonSchema } from '../../src/pipeline/pipeline-schema.ts';
import { FLOORS } from '../architecture/architecture-rules.ts';
import { cliIn } from '../support/cli-here.ts';
import { startCli } from '../support/cli-process.ts';
import { copyOf, ownFiles, repository } from '../support/repository.ts';

const readme = readFileSync(join(repository, 'README.md'), 'utf8');
const scripts = (
  JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
).scripts;

/** Lines of a page's shell blocks, without comments. */
const commandsOf = (page: string): string[] =>
  [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) =>
    (block as string)
      .split('\n')
      .map((line) => line.replace(/\s+#.*$/, '').trim())
      .filter(Boolean),
  );

/** A page without the part that needs an account of an old system: `without-export.process.test.ts`. */
const withoutAccounts = (page: string): string =>
  page.replace(/^## Without an export\n[\s\S]*?(?=^## )/m, '');

/** Page whose commands need two sandboxes: `move-page.process.test.ts` runs them. */
const MOVE_PAGE = 'docs/from/service.md';
/** What a test inside the suite cannot run: the installation it stands on, and itself. Both are run by .ci/run. */
const elsewhere = new Set([
  'npm ci',
  'npm test',
  ...commandsOf(readFileSync(join(repository, MOVE_PAGE), 'utf8')),
]);

const expectedExit: Readonly<Record<string, number>> = {
  'npx chatferry validate samples/broken/pipeline.yaml': 4,
  'npx chatferry validate samples/broken/pipeline.yaml --report broken.html': 4,
  'npx chatferry validate samples/broken/pipeline.yaml --max-errors 3': 4,
  'npx chatferry validate samples/broken/pipeline.yaml --rejects to-mend': 4,
};

/** Commands of a page about an export system, where there are more than three. */
const LEAST_OF_SYSTEM: Readonly<Record<string, number>> = {
  'README.md': 5,
  'slack.md': 5,
  'firebase.md': 4,
  'service.md': 0,
};

async function runIn(
  folder: string,
  command: string,
): Promise<{ code: number | null; out: string; err: string }> {
  const args =
    command === 'npm start'
      ? (scripts['start'] as string).replace(/^node dist\/cli\.js /, '')
      : command.replace(/^npx chatferry /, '');
  if (!args.startsWith('sandbox')) return cliIn(folder, args.split(' '));
  const child = startCli(args.split(' '), process.env, folder);
  child.stdin.end();
  const closed = once(child, 'close');
  child.stdout.once('data', () => child.kill('SIGINT'));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await closed) as [number | null];
  return { code, out, err };
}

test.each([
  ['README.md', 7],
  ['docs/sources/unknown-files.md', 3],
  ['docs/sources/recipes.md', 2],
  ['docs/sources/attachments.md', 2],
  ['test/docs/examples/samples.md', 5],
  ['docs/operating/troubleshooting.md', 3],
  ['docs/sources/history.md', 4],
  ['test/docs/examples/history.md', 6],
  ...readdirSync(join(repository, 'docs/from')).map((page): [string, number] => [
    `docs/from/${page}`,
    LEAST_OF_SYSTEM[page] ?? 3,
  ]),
])('every command of %s does what it says, in the order in which it stands there', async (page, least) => {
  const commands = commandsOf(withoutAccounts(readFileSync(join(repository, page), 'utf8')));
  await using copy = await copyOf('samples', 'pipelines', 'schema');
  await symlink(join(repository, 'package.json'), join(copy.path, 'package.json'));
  const ran: string[] = [];
  for (const command of commands.flatMap((line) => line.split(' && '))) {
    if (elsewhere.has(command)) continue;
    const { code, err } = await runIn(copy.path, command);
    expect([command, code], err).toEqual([command, expectedExit[command] ?? 0]);
    ran.push(command);
  }
  expect(ran.length).toBeGreaterThanOrEqual(least);
});

test('the README shows the real output of the demo', async () => {
  await using copy = await copyOf('samples', 'pipelines', 'schema');
  const shown = (/```text\n([\s\S]*?)```/.exec(readme) as RegExpExecArray)[1] as string;
  const { out } = await runIn(copy.path, 'npm start');
  const timeless = (text: string): string => text.replaceAll(/(?:\d+ m )?\d+(?:\.\d)? s\b/g, 'T s').trim();
  expect(timeless(out)).toBe(timeless(shown));
});

test('inspect prints what the examples show', async () => {
  await using copy = await copyOf('samples');
  const { out } = await runIn(copy.path, 'npx chatferry inspect samples/legacy/messages.csv');
  expect(read('test/docs/examples/inspect.md')).toContain(`\`\`\`text\n${out.trimEnd()}\n\`\`\``);
});

test('the README can be read on two screens', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(120);
});

test('the reference names every exit code and every key of a pipeline file and of the entities', () => {
  const commands = read('docs/reference/commands.md');
  const keysPage = read('docs/reference/pipeline.md');
  const fieldsPage = read('docs/reference/entities.md');
  for (const code of Object.values(exitCodes))
    expect(commands, `exit code ${code}`).toMatch(new RegExp(`^(?:\\d+, )*${code}(?:, \\d+)* \\|`, 'm'));
  const keys = new Set(keysIn(pipelineJsonSchema()));
  expect(keys.size).toBeGreaterThan(100);
  for (const key of keys) expect(keysPage, key).toMatch(new RegExp(`[\`.]${key}[\` \\n]|\\{ ${key}: `));
  for (const { fields } of Object.values(entities))
    for (const field of Object.keys(fields)) expect(fieldsPage, field).toContain(`\n\`${field}\``);
});

/** Every key that a JSON Schema has, at any depth, but for the fields of entities. */
function keysIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, ...rest } = schema as { properties?: Readonly<Record<string, unknown>> };
  const inner = Object.entries(properties).flatMap(([name, each]) => (name === 'map' ? [] : keysIn(each)));
  return [...Object.keys(properties), ...inner, ...Object.values(rest).flatMap(keysIn)];
}

/** Every page that a clone holds for readers. */
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'test/README.md',
  ...(await ownFiles('docs')),
];
const read = (page: string): string => readFileSync(join(repository, page), 'utf8');

/** The anchor that a heading gets: lower case, blanks as hyphens, without punctuation and code marks. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

test('every file that the documents link to is there, and every heading', () => {
  for (const page of pages)
    for (const [, link = '', anchor] of read(page).matchAll(/\]\(([^)#:]*)(?:#([^):]+))?\)/g)) {
      const target = link ? join(page, '..', link) : page;
      expect(existsSync(join(repository, target)), `${page}: ${link}`).toBe(true);
      if (anchor === undefined) continue;
      const headings = [...read(target).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
      expect(headings, `${page}: ${link}#${anchor}`).toContain(anchor);
    }
});

test('docs/operating/troubleshooting.md names only codes that are explained', () => {
  const codes = [...read('docs/operating/troubleshooting.md').matchAll(/`([A-Z]+\.[A-Z_]+)`/g)].map(
    ([, code]) => code,
  );
  expect(codes.length).toBeGreaterThan(20);
  const explained = read('docs/reference/errors.md');
  expect(codes.filter((code) => !explained.includes(`\n### ${code}\n`))).toEqual([]);
});

test('every decision has a number of its own and a line in the index', () => {
  const index = read('docs/decisions/README.md');
  const decisions = pages.filter((page) => /^docs\/decisions\/.+\//.test(page));
  const numbers = decisions.map((page) => /\/(\d{3})-[a-z0-9-]+\.md$/.exec(page)?.[1]);
  expect(new Set(numbers).size).toBe(decisions.length);
  for (const page of decisions) {
    const [, number, title] = /^# (\d{3}) (.+)$/m.exec(read(page)) ?? [];
    expect(index, page).toContain(`[${number} ${title}](${page.slice('docs/decisions/'.length)})`);
    expect(page).toContain(`/${number}-`);
    for (const part of ['## Context', '## Decision', '## Consequences'])
      expect(read(page), page).toContain(part);
  }
});

test('every file of src that a decision or a page about the code names is there', () => {
  const floors = readdirSync(join(repository, 'src'));
  for (const page of pages.filter((name) => /^(?:ARCHITECTURE|docs\/(?:decisions|development)\/)/.test(name)))
    for (const [, path = ''] of read(page).matchAll(/`((?:[\w-]+\/)+(?:[\w-]+\.ts)?)`/g))
      if (floors.includes(path.split('/')[0] as string))
        expect(existsSync(join(repository, 'src', path)), `${page}: ${path}`).toBe(true);
});

test('ARCHITECTURE.md names every file and folder of src', () => {
  const page = read('ARCHITECTURE.md');
  const names = readdirSync(join(repository, 'src'), { withFileTypes: true }).map((entry) =>
    entry.isDirectory() ? `${entry.name}/` : entry.name,
  );
  expect(names.filter((name) => !page.includes(name))).toEqual([]);
});

test('ARCHITECTURE.md can be read in one go: at most 120 lines and 10 KB', () => {
  const page = read('ARCHITECTURE.md');
  expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(10_000);
});

test('ARCHITECTURE.md lists the floors from the top, as the rules have them, and explains 25 terms', () => {
  const page = read('ARCHITECTURE.md');
  const part = (heading: string): string => page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const floors = Array.from(part('Floors').matchAll(/^`([\w-]+)\/` \|/gm), ([, floor]) => floor);
  expect(floors).toEqual(FLOORS);
  expect(Array.from(part('Glossary').matchAll(/^[a-z][a-z -]* \|/gm))).toHaveLength(25);
});
