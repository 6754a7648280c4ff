import { expect, test } from 'vitest';
import { stagesHere } from '../fleet/shards/stages-here.ts';
import { copiesHere, copiesIn, keyOf, PUBLIC, png } from './copies-here.ts';

test('shards: the files are copied once, before the first row, and each shard knows the copies', async () => {
  await using here = await copiesHere();
  const { source } = here;
  here.copies('', 'shards: 2');
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  here.users({ ann: source.put('/ann.png', png('ann')) });
  here.messages(
    ...names.map((name, at) => ({
      muid: name,
      sender: ['ann', 'ben', 'cy'][at % 3] as string,
      receiver: ['ben', 'cy', 'ann'][at % 3] as string,
      files: [source.put(`/${name}.png`, png(name))],
    })),
  );
  const first = await stagesHere(here.pipeline, ({ kind }) => kind === 'files');
  expect([first.exitCode, source.requests.length]).toEqual([0, 7]);
  expect(here.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  source.forget();
  const { exitCode, report } = await stagesHere(here.pipeline);
  expect([exitCode, source.connections]).toEqual([0, 0]);
  expect(await here.sent()).toEqual(
    Object.fromEntries(names.map((name) => [name, [`${PUBLIC}/${keyOf(png(name))}`]])),
  );
  expect(report && copiesIn(report)).toMatchObject({ distinct: 7, known: 7, balanced: true });
});
