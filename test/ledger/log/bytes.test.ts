import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteReader, ByteWriter } from '../../../src/ledger/log/bytes.ts';

test('texts of any length are read as they were written, also where the buffer grows for them', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .tuple(fc.constantFrom('a', 'é', '语', '😀'), fc.nat({ max: 20_000 }))
      .map(([char, times]) => char.repeat(times)),
  );
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 8 }), (texts) => {
      const to = new ByteWriter();
      for (const text of texts) to.text(text);
      to.u32(0xfeedbeef);
      const from = new ByteReader(to.bytes);
      for (const text of texts) expect(from.text()).toBe(text.toWellFormed());
      expect(from.u32()).toBe(0xfeedbeef);
    }),
  );
});
