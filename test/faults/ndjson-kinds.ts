import { type Cast, lineOf } from './cast.ts';
import { glued, last } from './csv-kinds.ts';
import { type Finding, type Kind, problem, shown } from './kind.ts';

const syntax = 'NDJSON.SYNTAX_INVALID';

/** The good row of a file in which any fault may stand. */
const written = (cast: Cast): string => lineOf('ndjson', cast.entity, cast.cells(cast.entity));

/** A fault in the line of any file; `faultAt` is the index of the first character that does not fit. */
function line(
  name: string,
  broken: (good: string) => { readonly text: string; readonly faultAt: number },
): Kind {
  return {
    name,
    format: 'ndjson',
    rows: (cast) => {
      const { text, faultAt } = broken(written(cast));
      return [cast.text(cast.entity, text, 'rejected', { ...problem(syntax), column: faultAt + 1 })];
    },
  };
}

/** The good row with more text before its last brace. */
function more(name: string, text: string, offset: number): Kind {
  return line(name, (good) => ({ text: `${good.slice(0, -1)}${text}}`, faultAt: good.length - 1 + offset }));
}

const ofSyntax: readonly Kind[] = [
  more('a trailing comma', ',', 1),
  more('NaN', ',"x":NaN', 5),
  more('Infinity', ',"x":-Infinity', 5),
  more('a number with a leading zero', ',"x":07', 6),
  more('single quotes', ",'x':1", 1),
  more('a name without quotes', ',x:1', 1),
  more('an escape \\x01', ',"x":"\\x01"', 6),
  more('a raw control character', ',"x":"a\u0001"', 7),
  more('a raw tab in a string', ',"x":"a\tb"', 7),
  more('a comment', ' /* x */', 1),
  more('a name twice, deep inside', ',"x":{"a":[{"b":1,"\\u0062":2}]}', 18),
  more('the True of another language', ',"x":True', 5),
  line('a name twice', (good) => {
    const name = /"\w+"/.exec(good)?.[0] ?? '';
    return { text: `${good.slice(0, -1)},${name}:"again"}`, faultAt: good.length };
  }),
  line('no closing brace', (good) => ({ text: good.slice(0, -1), faultAt: good.length - 1 })),
  line('a string that is not closed', (good) => ({
    text: `${good.slice(0, -1)},"x":"open`,
    faultAt: good.length - 1 + ',"x":"open'.length,
  })),
  line('two objects on one line', (good) => ({ text: `${good} ${good}`, faultAt: good.length + 1 })),
  line('a comma after the object', (good) => ({ text: `${good},`, faultAt: good.length })),
  line('a byte order mark inside the file', (good) => ({ text: `\ufeff${good}`, faultAt: 0 })),
  line('blanks that JSON does not know', () => ({ text: '\u00a0\u2003', faultAt: 0 })),
  {
    name: 'an object over two lines',
    format: 'ndjson',
    rows: (cast) => {
      const good = written(cast);
      const at = good.indexOf(',') + 1;
      const found = (column: number): Finding => ({ ...problem(syntax), column });
      return [
        cast.text(cast.entity, good.slice(0, at), 'rejected', found(at + 1)),
        glued(cast.text(cast.entity, good.slice(at), 'rejected', found(good.slice(at).indexOf(':') + 1))),
      ];
    },
  },
  {
    name: 'the last line cut off',
    format: 'ndjson',
    rows: (cast) => {
      const text = lineOf('ndjson', 'messages', cast.cells('messages')).slice(0, -4);
      const found = { ...problem(syntax), column: text.length + 1 };
      return [last({ entity: 'messages', bytes: Buffer.from(text), outcome: 'rejected', finds: [found] })];
    },
  },
];

/** JSON that is no object. */
const notObjects: readonly Kind[] = [['a', { b: 1 }], null, 42, 'text', true].map((value) => ({
  name: `the bare value ${JSON.stringify(value)}`,
  format: 'ndjson',
  rows: (cast) => [
    cast.text(cast.entity, JSON.stringify(value), 'rejected', {
      ...problem('NDJSON.NOT_OBJECT'),
      // A null is a value here, not an absent one.
      value: shown(value) ?? 'null',
    }),
  ],
}));

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const others: readonly Kind[] = [
  ...[65, 5_000].map(
    (levels): Kind => ({
      name: `nested ${levels} levels deep`,
      format: 'ndjson',
      rows: (cast) => [
        cast.text(
          cast.entity,
          `${written(cast).slice(0, -1)},"x":${deep(levels - 1)}}`,
          'rejected',
          problem('NDJSON.TOO_DEEP'),
        ),
      ],
    }),
  ),
  {
    name: 'good: nested 64 levels deep',
    format: 'ndjson',
    rows: (cast) => {
      const cells = { ...cast.cells('users'), metadata: JSON.parse(deep(63)) };
      return [cast.text('users', JSON.stringify(cells), 'pending')];
    },
  },
  {
    name: 'good: blanks around values, escapes, CR LF and blank lines',
    format: 'ndjson',
    rows: (cast) => {
      const { uid, name } = cast.cells('users', { name: 'P\u00e9 \u{1f600}' });
      const spaced = ` {\t"uid" : "${uid}" , "name":"\\u0050\\/\\ud83d\\ude00${name}" } \r`;
      const blank = { entity: 'users', bytes: Buffer.from('\n \t\n\r\n'), finds: [] } as const;
      return [cast.text('users', spaced, 'pending'), blank, glued(cast.good('users'))];
    },
  },
  ...(
    [
      ['an id beyond 2^53', '1154468745624535081', '1154468745624535081'],
      ['an id with a fraction', '12.5', '12.5'],
      ['an id with an exponent', '1e21', /^1e\+?21$/],
      ['an id beyond every number', '1e400', /^(1e\+?400|Infinity)$/],
    ] as const
  ).map(
    ([name, digits, value]): Kind => ({
      name,
      format: 'ndjson',
      rows: (cast) => [
        cast.text('users', `{"uid":${digits},"name":"Planted"}`, 'rejected', {
          ...problem('ID.PRECISION_LOST', 'uid'),
          value,
        }),
      ],
    }),
  ),
  {
    name: 'a number beyond every number in metadata',
    format: 'ndjson',
    rows: (cast) => [
      cast.text('users', `{"uid":"${cast.id()}","name":"Planted","metadata":{"n":1e400}}`, 'rejected', {
        ...problem('ROW.FIELD_TYPE', 'metadata'),
        value: /1e\+?400|Infinity/,
      }),
    ],
  },
];

export const ndjsonKinds: readonly Kind[] = [...ofSyntax, ...notObjects, ...others];
