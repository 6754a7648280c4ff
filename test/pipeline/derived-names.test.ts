import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ServiceHere, serviceHere } from '../support/service-here.ts';

/** The name of a derived row is what people wrote: what a pattern finds, before the steps that make an id of it. */

const LINES = '[10:55] <Ann Lee> hello there\n[10:56] <Ben> hi\n';

const MESSAGES = (sender: string): string =>
  [
    '  messages:',
    '    path: chat.txt',
    '    format: csv',
    '    delimiter: "\\x01"',
    '    quote: none',
    '    header: none',
    '    columns: [line]',
    '    map:',
    '      muid: { hash: [$file, $line] }',
    `      sender: ${sender}`,
    '      receiver: { from: $path, pattern: "([a-z]+)[.]txt$", as: slug }',
    '      receiverType: { const: group }',
    '      sentAt: { const: 1760000000 }',
    '      text: line',
  ].join('\n');

async function withSources(users: string, sender: string): Promise<ServiceHere> {
  const here = await serviceHere({ files: { 'chat.txt': LINES } });
  const pipeline = here.pipelineAt(here.baseUrl);
  const [head = ''] = readFileSync(pipeline, 'utf8').split('sources:');
  writeFileSync(
    join(here.folder, 'pipeline.yaml'),
    `${head}sources:\n  users: { from: messages, key: sender${users} }\n  groups: { from: messages, key: receiver }\n${MESSAGES(sender)}\n`,
  );
  return here;
}

const names = async ({ service }: ServiceHere): Promise<unknown[]> => {
  const users = await Array.fromAsync(service.users.list());
  return users
    .map(({ name }) => name)
    .filter((name) => /ann|ben/i.test(String(name)))
    .toSorted();
};

test.each([
  ['{ from: line, pattern: "<([^>]*)>", as: slug }', ['Ann Lee', 'Ben']],
  ['{ first: [line], pattern: "<([^>]*)>", as: [lower, slug] }', ['Ann Lee', 'Ben']],
])('a name is what the pattern finds: %s', async (sender, expected) => {
  await using here = await withSources('', sender);
  expect((await here.json('validate')).exitCode).toBe(0);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(await names(here)).toEqual(expected);
  const groups = await Array.fromAsync(here.service.groups.list());
  expect(groups.map(({ guid, name }) => [guid, name])).toEqual([['chat', 'chat']]);
});

test('a map of derived rows refines a column as any other map', async () => {
  const users = ', map: { name: { column: line, pattern: "<([^>]*)>", as: upper } }';
  await using here = await withSources(users, '{ from: line, pattern: "<([^>]*)>", as: slug }');
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(await names(here)).toEqual(['ANN LEE', 'BEN']);
});

test('the name can stay the whole cell', async () => {
  await using here = await withSources(
    ', map: { name: { column: line } }',
    '{ from: line, pattern: "<([^>]*)>", as: slug }',
  );
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect((await names(here))[0]).toBe('[10:55] <Ann Lee> hello there');
});
