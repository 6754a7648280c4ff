import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { status } from '../../pipeline/files/source-answers.ts';
import { runHere } from '../../support/command-here.ts';
import { copiesHere, keyOf, png } from './copies-here.ts';

test('the files that only a person has sent, and the avatar, leave the store, the map and the list', async () => {
  await using here = await copiesHere('s3');
  const { source, store } = here;
  here.users({ cy: source.put('/cy.png', png('cy')), ben: source.put('/ben.png', png('ben')) });
  here.messages(
    {
      muid: 'm1',
      sender: 'cy',
      files: [source.put('/own.png', png('own')), source.put('/both.png', png('both'))],
    },
    { muid: 'm2', sender: 'ben', receiver: 'cy', files: [source.put('/to-cy.png', png('to cy'))] },
    { muid: 'm3', sender: 'ann', files: [`${source.origin}/both.png`, source.put('/same.png', png('cy'))] },
    { muid: 'm4', sender: 'cy', files: [source.answer('/lost.png', status(404))], text: 'look' },
    { muid: 'm5', sender: 'ann', files: [source.answer('/other-lost.png', status(404))], text: 'look' },
  );
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(Object.keys(store.list())).toHaveLength(5);
  mkdirSync(here.state('prepared', 'files'), { recursive: true });
  writeFileSync(here.state('prepared', 'files', '1.part'), 'half');
  const { exitCode, stdout } = await runHere(['forget', here.pipeline, '--uid', 'cy', '--yes']);
  expect([exitCode, stdout]).toEqual([
    0,
    expect.stringMatching(/files\/map\.ndjson +1 copy \(\d+ B\) in s3:\/\/files\/chat, 3 addresses/),
  ]);
  // The avatar has the bytes of a file of somebody else, and the other file is named by two.
  expect(Object.keys(store.list()).sort()).toEqual(
    ['ben', 'both', 'to cy', 'cy'].map((name) => `chat/${keyOf(png(name))}`).sort(),
  );
  const left = ['map.ndjson', 'map.sqlite'].map((name) => readFileSync(here.state('files', name), 'latin1'));
  for (const text of left) expect(text).not.toMatch(/\/(?:cy|own|lost)\.png/);
  const list = readFileSync(here.state('attachments.csv'), 'utf8');
  expect([list.includes('/lost.png'), list.includes('/other-lost.png')]).toEqual([false, true]);
  expect(existsSync(here.state('prepared', 'files'))).toBe(false);
});

test('where nothing says any more where the copies are, nobody is forgotten by half', async () => {
  await using here = await copiesHere();
  here.messages({ muid: 'm1', files: [here.source.put('/a.png', png('a'))] });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  here.rest('');
  const { exitCode, stderr } = await runHere(['forget', here.pipeline, '--uid', 'ann', '--yes']);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('FILES.CONFIG')]);
});
