import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ExportBytes, type Fixture, fixtures, writeExport } from '../../fuzz-exports/exports.ts';
import { type Judged, judged } from '../../fuzz-exports/judge.ts';
import { sized } from '../../support/long-form.ts';
import { largestOf, variantsOf } from './variants.ts';

/** Exports that are damaged, mixed, doubled or meant to harm, of every system that there is. */

const OPTIONS: Readonly<Record<string, string>> = { whatsapp: ', zone: UTC, shape: { dates: dmy }' };

async function judgedAs({ system }: Fixture, files: ExportBytes): Promise<Judged> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-hostile-'));
  await writeExport(join(folder.path, 'export'), files);
  const pipeline = join(folder.path, 'pipeline.yaml');
  const options = OPTIONS[system] ?? ', zone: UTC';
  await writeFile(
    pipeline,
    `version: 1\nname: hostile\nsources: { export: { system: ${system}, path: export${options} } }\n`,
  );
  return await judged(pipeline);
}

const bytesOf = ({ files }: Fixture): number => files.get(largestOf(files))?.length ?? 0;
/** One of each system in the suite, all of them in the long form. */
const smallest = Array.from(
  Map.groupBy(fixtures, ({ system }) => system).values(),
  (some) => some.toSorted((one, other) => bytesOf(one) - bytesOf(other))[0] as Fixture,
);
const given = sized(smallest, fixtures);
const LONG_ALONE = /UTF-16 BE|latin1|rows in another|parents of|the id __proto__/;
/** What lands of the export itself: people who wrote in a file of another one may have a row, too. */
const peopleAndMessages = (landed: Judged['landed']) => [landed?.['users'], landed?.['messages']];
/** Exports whose messages have no ids, so that a copy of one is another message. */
const WITHOUT_IDS = /^(?:telegram|whatsapp)\/chat-miner|^crisp\/import/;

describe.each(given.map((fixture) => [fixture.name, fixture] as const))('%s', (name, fixture) => {
  const other = fixtures.find(({ system }) => system !== fixture.system) as Fixture;
  const all = variantsOf(fixture, other);
  const variants = sized(
    all.filter(({ name: variant }) => !LONG_ALONE.test(variant)),
    all,
  );

  test('as it is, and in every hostile variant', async () => {
    const plain = await judgedAs(fixture, fixture.files);
    expect([plain.said, plain.faults]).toEqual([undefined, []]);
    for (const { name: variant, files, lands } of variants) {
      const { landed, faults, said } = await judgedAs(fixture, files);
      expect(faults, variant).toEqual([]);
      // An error stops everything, and says what to do.
      if (!landed) expect(said, variant).toMatch(/^(?:SOURCE|EXPORT)\./);
      if (WITHOUT_IDS.test(name) && variant !== 'mixed with another system') continue;
      if (lands === 'the same' || (lands === 'the same, or an error' && landed))
        expect(peopleAndMessages(landed), variant).toEqual(peopleAndMessages(plain.landed));
      for (const [kind, count] of Object.entries(lands === 'at most as much' ? (landed ?? {}) : {}))
        expect(count, `${variant}: ${kind}`).toBeLessThanOrEqual(plain.landed?.[kind] ?? 0);
    }
  });
});
