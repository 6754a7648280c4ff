import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type Fixture, fixtures, writeExport } from '../../fuzz-exports/exports.ts';
import { startCli } from '../../support/cli-process.ts';
import { sized } from '../../support/long-form.ts';
import { largestOf } from './variants.ts';

/** One document of 100 MB in the long form, of every system whose exports are JSON; one short one in the suite. */

const BYTES = sized(4 << 20, 100 << 20);
const RSS_MB_MAX = 250;
const MARK = '⟦rows⟧';

type Row = Readonly<Record<string, unknown>>;
/** The names and rows of a list or of an object. */
type Rows = { readonly holder: object; readonly entries: readonly (readonly [string, Row])[] };
/** A document without the rows of its longest list, or of its object with most of them. */
type Document = Omit<Rows, 'holder'> & {
  readonly before: string;
  readonly after: string;
  readonly isKeyed: boolean;
};

function documentOf(fixture: Fixture): Document | undefined {
  const bytes = fixture.files.get(largestOf(fixture.files));
  try {
    const whole = JSON.parse(String(bytes)) as unknown;
    const rows = longestOf(whole);
    if (rows === undefined) return undefined;
    const { holder, entries } = rows;
    const json = JSON.stringify(whole, (_, value: unknown) => (value === holder ? MARK : value));
    const [before = '', after = ''] = json.split(JSON.stringify(MARK));
    return { before, entries, after, isKeyed: !Array.isArray(holder) };
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function longestOf(value: unknown): Rows | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value) as [string, Row][];
  const own = entries.every(([, each]) => isObject(each)) ? { holder: value, entries } : undefined;
  return entries
    .map(([, each]) => longestOf(each))
    .reduce(
      (longest, each) => ((each?.entries.length ?? 0) > (longest?.entries.length ?? 0) ? each : longest),
      own,
    );
}

/** The same row as another one. */
const another = (row: Row, at: number): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (!/^(?:_?id|message_id|ts)$/.test(name)) return [name, value];
      return [name, typeof value === 'number' ? value + at * 1_000_000 : `${value}${at}`];
    }),
  );

async function writeLarge(path: string, { before, entries, after, isKeyed }: Document): Promise<void> {
  const out = createWriteStream(path);
  out.write(`${before}${isKeyed ? '{' : '['}`);
  let length = 0;
  for (let at = 0; length < BYTES; at++) {
    const json = entries
      .map(([key, row]) => {
        const written = JSON.stringify(at === 0 ? row : another(row, at));
        return isKeyed ? `${JSON.stringify(`${key}${at === 0 ? '' : at}`)}:${written}` : written;
      })
      .join(',');
    length += json.length;
    if (!out.write(at === 0 ? json : `,${json}`)) await once(out, 'drain');
  }
  out.end(`${isKeyed ? '}' : ']'}${after}`);
  await once(out, 'close');
}

const peakMb = (pid: number | undefined): number =>
  Number(/^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

/** The largest JSON document of each system. */
const documents = Array.from(Map.groupBy(fixtures, ({ system }) => system).values(), (some) =>
  some
    .flatMap((fixture) => {
      const document = documentOf(fixture);
      return document ? [{ fixture, document }] : [];
    })
    .toSorted((one, other) => other.document.entries.length - one.document.entries.length)
    .slice(0, 1),
).flat();

test.each(sized(documents.slice(0, 1), documents).map((each) => [each.fixture.name, each] as const))(
  '%s is read in flat memory as one large document',
  { timeout: 300_000 },
  async (_, { fixture, document }) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-large-'));
    await writeExport(join(folder.path, 'export'), fixture.files);
    await writeLarge(join(folder.path, 'export', largestOf(fixture.files)), document);
    const child = startCli(['inspect', join(folder.path, 'export'), '--json']);
    child.stdin.end();
    let mb = 0;
    const poll = setInterval(() => {
      if (child.exitCode === null) mb = Math.max(mb, peakMb(child.pid));
    }, 20);
    const [, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    clearInterval(poll);
    expect([child.exitCode, stderr]).toEqual([0, '']);
    expect(mb).toBeLessThan(RSS_MB_MAX);
  },
);
