import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { entities } from '../../src/input/entities/entities.ts';
import type { EntityName } from '../../src/input/entities/entity.ts';
import { stepNames } from '../../src/input/rows/forms/field-source.ts';
import { compileMapping, type LookupTable, lookupId, lookupsOf } from '../../src/input/rows/mapping.ts';
import type { Values } from '../../src/input/rows/row.ts';
import { fieldSource, timeBound, whereSchema } from '../../src/pipeline/schema/field-schema.ts';
import { repository } from '../support/repository.ts';

const BLOCK = /```(\w+)(?: ([\w.]+))?\n([\s\S]*?)```\n/g;
type Block = { readonly kind: string; readonly name: string | undefined; readonly text: string };

/** A source of an example, with what this page is about. */
const source = z.strictObject({
  path: z.string(),
  map: z.record(z.string(), fieldSource),
  where: whereSchema.optional(),
  since: timeBound.optional(),
});

type Example = { readonly yaml: string; readonly files: readonly Block[]; readonly told: string };

function examplesOf(page: string): Example[] {
  const blocks = [...page.matchAll(BLOCK)].map(([, kind = '', name, text = '']) => ({ kind, name, text }));
  return blocks.flatMap(({ kind, text }, index) => {
    if (kind !== 'yaml') return [];
    const end = blocks.findIndex((block, at) => at > index && block.kind === 'text');
    return [{ yaml: text, files: blocks.slice(index + 1, end), told: blocks[end]?.text ?? '' }];
  });
}

const page = readFileSync(join(repository, 'docs/sources/mapping.md'), 'utf8');
const more = readFileSync(join(import.meta.dirname, 'examples/mapping.md'), 'utf8');
const examples = [page, more].flatMap(examplesOf);

/** The rows of a file, with the number of each among its equals. */
function rowsOf({ kind, text }: Block): { columns?: string[]; rows: Values[] } {
  if (kind !== 'csv')
    return {
      rows: text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Values),
    };
  const [header = [], ...rows] = parseCsv(text) as string[][];
  const seen = new Map<string, number>();
  const numbered = rows.map((row) => {
    const count = (seen.get(String(row)) ?? 0) + 1;
    seen.set(String(row), count);
    return [...row, String(count)];
  });
  return { columns: [...header, '$nth'], rows: numbered };
}

function table(text: string, key: string, value: string): LookupTable {
  const rows = parseCsv(text, { columns: true }) as Record<string, string>[];
  const values = new Map(rows.map((row) => [row[key] as string, row[value]]));
  return { size: values.size, digest: '', get: (name) => values.get(name) };
}

/** What the page says that an example gives: a line for each row. */
function told({ yaml, files }: Example): string {
  const [[name, spec]] = Object.entries(parse(yaml) as Record<string, unknown>) as [[EntityName, unknown]];
  const { path, map, where, since } = source.parse(spec);
  const { columns, rows } = rowsOf(files[0] as Block);
  const lookups = new Map(
    lookupsOf(map).map((lookup) => {
      const file = files.find((each) => each.name === lookup.file);
      return [lookupId(lookup), table(file?.text ?? '', lookup.key, lookup.value)];
    }),
  );
  const constants = {
    $path: path,
    $dir: posix.basename(posix.dirname(path)),
    $file: posix.basename(path, posix.extname(path)),
  };
  const context = { lookups, constants, where, since };
  const { mapping, missing } = compileMapping(entities[name], map, columns, context);
  expect(missing).toEqual([]);
  return rows
    .map((row) => {
      const rule = mapping.leftOut?.(row);
      const { fields, problems } = mapping(row);
      return `${rule ?? problems[0]?.code ?? JSON.stringify(fields)}\n`;
    })
    .join('');
}

test('the page of the mapping has an example for every block of a pipeline that it shows', () => {
  expect(examples.length).toBe(`${page}${more}`.match(/^```yaml$/gm)?.length);
  expect(examples.length).toBeGreaterThan(12);
  expect(examples.every(({ files, told: lines }) => files.length > 0 && lines !== '')).toBe(true);
});

test.each(examples)('the example $yaml gives what the page says', (example) => {
  expect(told(example)).toBe(example.told);
});

test('the page of the mapping names every step', () => {
  for (const step of stepNames) expect(page).toContain(`\`${step}\``);
});
