import fc from 'fast-check';

const text = fc.constantFrom(
  '"x"',
  '""',
  '"é 😀"',
  '"a\\"b"',
  '"tab\\t"',
  '"\\\\"',
  '"{\\"a\\": 1}"',
  '"line\u2028end"',
  '" "',
  '"\\u00e9"',
  '"\\/"',
  '"\\u0000"',
  '"\\ud83d"',
  '"open',
  '"\u007f"',
  '"\\x"',
  '"a  b"',
);
const number = fc.constantFrom(
  '0',
  '1',
  '-1',
  '12',
  '1.5',
  '0.1',
  '-0.5',
  '123456789012345',
  '0.000001',
  '1700000000',
  '-0',
  '1.50',
  '1e3',
  '1E400',
  '1234567890123456',
  '0.0000001',
  '00',
  '1.',
  '.5',
  '-',
  '1.0',
  '-00.5',
);
const name = fc.oneof(
  { arbitrary: fc.constantFrom('a', 'b', 'id', 'name', 'a b', 'é', 'x\\n', '', '_x'), weight: 12 },
  fc.constantFrom('0', '12', '__proto__', 'a', '\\u0061', 'constructor'),
);
const usual = fc.oneof(fc.constantFrom('"x"', '"é 😀"', '"a\\"b"', '1', '-0.5', 'true', 'null'));
const rare = fc.oneof(text, number, fc.constantFrom('true', 'false', 'null', 'nul', 'NaN', ''));
const scalar = fc.oneof({ arbitrary: usual, weight: 20 }, rare);
const blanks = fc.constantFrom('', '', '', '', ' ', '\t');

/** Text that is JSON or nearly: lists and objects, most of them as programs write them. */
export const nestedText = (blank: fc.Arbitrary<string> = blanks): fc.Arbitrary<string> =>
  fc.letrec<{ value: string; object: string; list: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      { arbitrary: scalar, weight: 4 },
      { arbitrary: tie('object'), weight: 1 },
      { arbitrary: tie('list'), weight: 1 },
    ),
    object: fc
      .tuple(
        fc.uniqueArray(fc.tuple(name, tie('value')), {
          maxLength: 4,
          selector: ([each, value]) => (value === 'null' ? `${each} again` : each),
        }),
        blank,
        blank,
      )
      .map(
        ([members, one, other]) =>
          `{${one}${members.map(([each, value]) => `"${each}"${other}:${one}${value}`).join(`${other},${one}`)}}`,
      ),
    list: fc
      .tuple(fc.array(tie('value'), { maxLength: 3 }), blank)
      .map(([values, one]) => `[${values.join(`${one},${one}`)}${one}]`),
  })).object;
