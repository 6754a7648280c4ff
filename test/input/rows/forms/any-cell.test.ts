import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entities } from '../../../../src/input/entities/entities.ts';
import { entityNames } from '../../../../src/input/entities/entity.ts';
import { stepNames } from '../../../../src/input/rows/forms/field-source.ts';
import { compileMapping, type FieldMap, lookupId } from '../../../../src/input/rows/mapping.ts';
import type { Values } from '../../../../src/input/rows/row.ts';
import { fieldSource, whereSchema } from '../../../../src/pipeline/schema/field-schema.ts';
import { IN_TIME } from '../../../support/in-time.ts';

const columns = ['a', 'b.c', '$nth', 'd[0]', '__proto__'];
const column = fc.constantFrom(...columns, 'b.c[*].d', 'gone');
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const step = fc.oneof(
  fc.constantFrom(...stepNames),
  fc.record({ split: fc.string({ minLength: 1, maxLength: 2 }) }),
);
const steps = fc.oneof(step, fc.array(step, { minLength: 1, maxLength: 4 }));
const spec = { file: 'x.csv', key: 'k', value: 'v' };
const refinement = {
  pattern: fc.constantFrom('.', '(a)|b', '^$', '\\p{L}+', '(?i)x(y)?'),
  as: steps,
  // biome-ignore lint/suspicious/noThenProperty: the name that users write; the object is never awaited.
  then: steps,
  values: fc.dictionary(fc.string(), scalar),
  lookup: fc.constant(spec),
  default: scalar,
  time: fc.constantFrom('iso', 's', 'ms', 'dd-MMM-yy h:mm a', 'x', "y'"),
  zone: fc.constantFrom('UTC', 'Europe/Berlin'),
};
const refined = fc.oneof(
  fc.record({ from: column, ...refinement }, { requiredKeys: ['from'] }),
  fc.record({ first: fc.array(column, { minLength: 1 }), ...refinement }, { requiredKeys: ['first'] }),
  fc.record({ template: fc.constantFrom('{a}', 'x{b.c}{{'), ...refinement }, { requiredKeys: ['template'] }),
  fc.record(
    { hash: fc.array(column, { minLength: 1 }), perEqualRow: fc.boolean(), ...refinement },
    { requiredKeys: ['hash'] },
  ),
  fc.record({ other: column, than: column, ...refinement }, { requiredKeys: ['other', 'than'] }),
);
const source = fc.oneof(
  column,
  fc.constant(null),
  fc.record({ const: scalar }),
  refined,
  fc.record(
    { url: refined, name: column, type: column, base: fc.constant('https://x.org/'), split: fc.boolean() },
    { requiredKeys: ['url'] },
  ),
);
const where = fc.dictionary(
  column,
  fc.oneof(
    scalar,
    fc.constant(null),
    fc.record({ matches: fc.constant('a+') }),
    fc.record({ empty: fc.boolean() }),
  ),
);
const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '<b>x',
    '[1,',
    '{"a":1}',
    '1e999',
    '\ud800',
    'a|b',
    '**',
    'https://x.org/%E0%A4%A.png',
    '12:60 PM',
  ),
  fc.double(),
  fc.bigInt(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.object({ maxDepth: 1 })), {
    maxLength: 3,
  }),
  fc.object({ maxDepth: 2 }),
);
const objectRow = fc.dictionary(
  fc.constantFrom('a', 'b', 'b.c', 'd', '$nth', '__proto__', 'metadata.x'),
  cell,
);
const csvRow = fc.array(fc.string({ unit: 'binary' }), {
  minLength: columns.length,
  maxLength: columns.length,
});

const lookups = new Map([
  [lookupId(spec), { size: 1, digest: '', get: (key: string) => (key === 'a' ? 1 : undefined) }],
]);

test('any form of any field, on any cell, gives fields and problems and never throws', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...entityNames).chain((name) =>
        fc.record({
          name: fc.constant(name),
          map: fc.dictionary(fc.constantFrom(...Object.keys(entities[name].fields), 'metadata.x'), source, {
            maxKeys: 5,
            noNullPrototype: true,
          }),
        }),
      ),
      where,
      fc.array(fc.oneof(objectRow, csvRow), { minLength: 1, maxLength: 5 }),
      ({ name, map }, conditions, rows) => {
        for (const each of Object.values(map)) expect(fieldSource.safeParse(each).success).toBe(true);
        expect(whereSchema.safeParse(conditions).success).toBe(true);
        for (const row of rows) {
          const header = Array.isArray(row) ? columns : undefined;
          const context = { where: conditions, lookups, constants: { gone: 'x' }, since: '2024-01-01' };
          const { mapping } = compileMapping(entities[name], map as FieldMap, header, context);
          const { fields, problems } = mapping(row as Values);
          expect([undefined, 'where']).toContain(mapping.leftOut?.(row as Values));
          for (const { code, message } of problems)
            expect([code, message]).toEqual([expect.any(String), expect.any(String)]);
          JSON.stringify([entities[name].schema().safeParse(fields).success, mapping.meaning]);
        }
      },
    ),
    { numRuns: 3_000, ...IN_TIME },
  );
});
