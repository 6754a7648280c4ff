import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pipelineSchema } from '../../src/pipeline/pipeline-schema.ts';
import { runHere } from '../support/command-here.ts';
import { repository } from '../support/repository.ts';

const read = (name: string): string => readFileSync(join(repository, 'schema', `${name}.json`), 'utf8');
const editorTakes = new Ajv({ strict: false, discriminator: false }).compile(JSON.parse(read('pipeline')));

test.each(['pipeline', 'events', 'result', 'doctor'])(
  'schema/%s.json is what  chatferry schema  prints',
  async (of) => {
    expect((await runHere(['schema', of])).stdout).toBe(read(of));
  },
);

const word = fc.constantFrom('a', 'user id', 'b.c', '山田');
const some = <T>(parts: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> =>
  fc.record(parts, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;
const steps = fc.oneof(
  fc.constantFrom('trim', 'lower', 'slug'),
  fc.array(fc.oneof(fc.constant('number'), fc.record({ split: fc.constant(',') })), {
    minLength: 1,
    maxLength: 3,
  }),
);
const scalar = fc.oneof(fc.boolean(), fc.integer(), word);
const refinement = some({
  pattern: fc.constant('^(\\w+)-'),
  as: steps,
  values: fc.dictionary(word, scalar, { maxKeys: 3 }),
  default: scalar,
  time: fc.constantFrom('iso', 's', 'dd/MM/yyyy'),
  zone: fc.constantFrom('Europe/Berlin', 'UTC'),
});
const field = fc.oneof(
  word,
  fc.constant(null),
  fc.record({ const: scalar }),
  fc.tuple(fc.record({ from: word }), refinement).map(([form, more]) => ({ ...form, ...more })),
  fc.tuple(fc.record({ template: word }), refinement).map(([form, more]) => ({ ...form, ...more })),
  fc.record({ hash: fc.array(word, { minLength: 1, maxLength: 2 }), perEqualRow: fc.boolean() }),
  fc.record({ url: word, split: fc.oneof(fc.boolean(), word) }),
);
const where = fc.dictionary(
  word,
  fc.oneof(
    scalar,
    fc.constant(null),
    fc.array(scalar, { minLength: 1 }),
    fc.record({ empty: fc.boolean() }),
    fc.record({ not: scalar }),
  ),
  { maxKeys: 2 },
);
const ofFiles = fc
  .tuple(
    fc.record({ path: fc.oneof(word, fc.array(word, { minLength: 1 })) }),
    some({
      format: fc.constantFrom('csv', 'ndjson', 'json'),
      delimiter: fc.constantFrom(',', '\t'),
      skipLines: fc.nat(9),
      header: fc.constantFrom('skip', 'none'),
      explode: fc.oneof(word, fc.record({ column: word, split: word })),
      join: fc.dictionary(word, fc.record({ path: word, on: fc.constant({ id: 'x' }), many: fc.boolean() }), {
        maxKeys: 1,
      }),
      where,
      since: fc.constant('2024-01-31'),
      order: fc.constantFrom('asIs', 'byTime'),
      onDuplicate: fc.constantFrom('first', 'error'),
      map: some({ uid: field, name: field, metadata: field, 'metadata.team': field }),
    }),
  )
  .map(([form, more]) => ({ ...form, ...more }));
const derived = fc.record({
  from: fc.constant('messages'),
  key: fc.oneof(word, fc.array(word, { minLength: 1 })),
  map: fc.dictionary(
    word,
    fc.oneof(word, fc.record({ column: word, prefer: fc.constantFrom('first', 'max') })),
    { maxKeys: 2 },
  ),
});
const sources = fc.oneof(
  ofFiles,
  derived,
  fc.array(fc.oneof(ofFiles, derived), { minLength: 1, maxLength: 3 }),
);
const limit = fc.constantFrom('<0.1%', '==0', '<=10');

const pipelines = fc
  .tuple(
    fc.record({ version: fc.constant(1), name: fc.constantFrom('a', 'one-shot') }),
    fc.record({
      sources: fc
        .tuple(fc.record({ users: sources }), some({ groups: sources, messages: sources }))
        .map(([one, more]) => ({ ...one, ...more })),
    }),
    some({
      target: fc.oneof(
        fc.constant('sandbox'),
        some({
          appId: fc.constant('2xa'),
          region: fc.constantFrom('us', 'eu'),
          serviceHost: fc.constant('example.io'),
          apiKey: fc.oneof(
            fc.constant({ env: 'KEY' }),
            fc.constant({ file: './key' }),
            fc.constant({ command: ['pass'] }),
          ),
        }),
      ),
      state: word,
      limits: some({
        requestsPerMinute: fc.integer({ min: 1, max: 900 }),
        concurrency: fc.integer({ min: 1, max: 64 }),
        batch: fc.integer({ min: 1, max: 50 }),
        maxRejects: fc.constantFrom(0, 7, '1%'),
      }),
      retention: some({
        messagesOlderThanDays: fc.integer({ min: 1, max: 999 }),
        policy: fc.constantFrom('reject', 'skip', 'archive', 'allow'),
      }),
      thresholds: some({ rejected: limit, blocked: limit }),
      references: fc.constantFrom('closed', 'open'),
      sync: some({ onMissing: fc.constantFrom('keep', 'delete'), maxDelete: fc.constantFrom(3, '5%') }),
      notify: fc.array(
        fc.oneof(
          fc.record({ webhook: fc.constant('https://example.io/'), on: fc.constant(['failure']) }),
          fc.record({ command: fc.constant(['true']) }),
        ),
        { minLength: 1, maxLength: 2 },
      ),
    }),
  )
  .map((parts): Json => Object.assign({}, ...parts) as Json);

type Json = Record<string, unknown>;

/** Every object and list in a value. */
const holders = (value: unknown): (Json | unknown[])[] =>
  typeof value === 'object' && value !== null
    ? [value as Json, ...Object.values(value).flatMap((inner) => holders(inner))]
    : [];

/** What somebody mistypes: a value of another type or size, a key too many, a key too few. */
const mistake = fc.record({
  where: fc.nat(),
  which: fc.nat(),
  wrong: fc.constantFrom<unknown>(-1, 1.5, 1e9, true, null, [], {}, [[]], { a: 1 }),
  kind: fc.constantFrom('replace', 'add', 'remove'),
});

function withMistake(
  pipeline: Json,
  { where: at, which, wrong, kind }: typeof mistake extends fc.Arbitrary<infer T> ? T : never,
): Json {
  const changed = structuredClone(pipeline);
  const all = holders(changed);
  const holder = all[at % all.length] as Json;
  const keys = Object.keys(holder);
  const key = keys[which % Math.max(1, keys.length)] ?? 'nothing';
  if (kind === 'add' && !Array.isArray(holder)) holder['uknown'] = wrong;
  else if (kind === 'remove' && !Array.isArray(holder)) delete holder[key];
  else holder[key] = wrong;
  return changed;
}

test('an editor with the schema takes exactly the pipelines that chatferry takes: 200, and each with a mistake', () => {
  const seen = { taken: 0, refused: 0 };
  const agree = (pipeline: Json): void => {
    const { success, error } = pipelineSchema.safeParse(pipeline);
    // Such as a zone that does not exist: no JSON Schema can know.
    if (error?.issues.every(({ code }) => code === 'custom')) return;
    expect(editorTakes(pipeline), `${JSON.stringify(pipeline)} ${error?.message}`).toBe(success);
    seen[success ? 'taken' : 'refused']++;
  };
  const pairs = fc.property(pipelines, mistake, (pipeline, made) => {
    expect(pipelineSchema.safeParse(pipeline).error?.issues).toBeUndefined();
    agree(pipeline);
    agree(withMistake(pipeline, made));
  });
  fc.assert(pairs, { numRuns: 200, seed: 7 });
  expect(seen.taken).toBeGreaterThanOrEqual(200);
  expect(seen.refused).toBeGreaterThan(50);
});
