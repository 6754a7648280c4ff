import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportPolicyValues } from '../../src/exports/export-rules.ts';
import { exportSystems } from '../../src/exports/readers.ts';
import { pipelineJsonSchema } from '../../src/pipeline/pipeline-schema.ts';
import { repository } from '../support/repository.ts';
import { exportsIndex } from './exports-page.ts';

const read = (page: string): string => readFileSync(join(repository, page), 'utf8');
const index = read('docs/from/README.md');

test('the pages are those of docs/from: npm run docs:reference', async () => {
  expect(index).toBe(await exportsIndex());
});

test('the page about exports names every system with its page', () => {
  for (const system of exportSystems) expect(index, system).toContain(`](${system}.md)`);
});

test('the schema, of which the reference is made, has every policy of an export with its values, the default first, and says what it is about', () => {
  const { properties } = pipelineJsonSchema() as unknown as {
    properties: { policies: { properties: Record<string, { enum: string[]; description: string }> } };
  };
  for (const [name, values] of Object.entries(exportPolicyValues)) {
    expect(properties.policies.properties[name]?.enum, name).toEqual(values);
    expect(properties.policies.properties[name]?.description, name).toMatch(/\w+ \w+/);
  }
});
