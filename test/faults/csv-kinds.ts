import { type Cast, lineOf } from './cast.ts';
import { type Kind, type Planted, problem } from './kind.ts';

/** The written cells of a good row. */
type Written = readonly string[];

/** A fault in one physical line of any file: what becomes of the cells of a good row, and which character is at fault. */
function line(name: string, code: string, broken: (cells: Written) => string, faultAt?: RegExp): Kind {
  return {
    name,
    format: 'csv',
    rows: (cast) => {
      const text = broken(written(cast));
      const column = faultAt === undefined ? undefined : text.search(faultAt) + 1;
      return [cast.text(cast.entity, text, 'rejected', { ...problem(code), ...(column ? { column } : {}) })];
    },
  };
}

/** The good row of a file in which any fault may stand; none of its cells needs quotes. */
function written(cast: Cast): Written {
  return lineOf('csv', cast.entity, cast.cells(cast.entity)).split(',');
}

const withCell = (cells: Written, at: number, cell: (before: string) => string): string =>
  cells.with(at, cell(cells.at(at) ?? '')).join(',');

const unclosed = 'CSV.QUOTE_UNCLOSED';
const stray = 'CSV.QUOTE_STRAY';
const mismatch = 'CSV.COLUMNS_MISMATCH';

const quotes: readonly Kind[] = [
  line(
    'unclosed quote in the first cell',
    unclosed,
    (cells) => withCell(cells, 0, (cell) => `"${cell}`),
    /"/,
  ),
  line('unclosed quote in the middle', unclosed, (cells) => withCell(cells, 2, (cell) => `"${cell}`), /"/),
  line(
    'unclosed quote in the last cell',
    unclosed,
    (cells) => withCell(cells, -1, (cell) => `"${cell}x`),
    /"/,
  ),
  line(
    'unclosed quote after a doubled one',
    unclosed,
    (cells) => withCell(cells, 1, (cell) => `"${cell} ""x"" y`),
    /"/,
  ),
  line(
    'unclosed quote after wide characters',
    unclosed,
    (cells) => `😀é${withCell(cells, 1, () => '"x')}`,
    /"/,
  ),
  line('stray quote in a cell', stray, (cells) => withCell(cells, 1, () => 'In"ner'), /"/),
  line('stray quote at the end of a cell', stray, (cells) => withCell(cells, 1, () => '12"'), /"/),
  line('stray quote after wide characters', stray, (cells) => withCell(cells, 1, () => '👩‍👧 5" pipe'), /"/),
  line('blank before a quote', stray, (cells) => withCell(cells, 1, () => ' "x"'), /"/),
  line('text after a closing quote', stray, (cells) => withCell(cells, 1, () => '"Af"ter'), /(?<=")t/),
  line('blank after a closing quote', stray, (cells) => withCell(cells, 1, () => '"After" '), /(?<=") /),
  line('backslash before a quote', stray, (cells) => withCell(cells, 1, () => '"a \\"b\\" c"'), /(?<=")b/),
  {
    name: 'stray quote in a row over two lines',
    format: 'csv',
    rows: (cast) => {
      const [first = '', ...rest] = written(cast);
      const second = ['b"c', ...rest.slice(1)].join(',');
      return [
        cast.text(cast.entity, `${first},"a`, 'rejected', problem(stray)),
        glued(cast.text(cast.entity, second, 'rejected', { ...problem(stray), column: 2 })),
      ];
    },
  },
  {
    name: 'unclosed quote in the last row of a file',
    format: 'csv',
    rows: (cast) => {
      const text = lineOf('csv', 'messages', cast.cells('messages', { text: '§' }));
      const bytes = Buffer.from(text.replace('§', '"never closed'));
      return [
        last({
          entity: 'messages',
          bytes,
          outcome: 'rejected',
          finds: [{ ...problem(unclosed), column: text.indexOf('§') + 1 }],
        }),
      ];
    },
  },
];

const cells: readonly Kind[] = [
  line('one cell too few', mismatch, (each) => each.slice(0, -1).join(',')),
  line('a single cell', mismatch, (each) => each[0] ?? ''),
  line('one cell too many', mismatch, (each) => [...each, 'x'].join(',')),
  line('an unquoted delimiter in a cell', mismatch, (each) => withCell(each, 1, () => 'Doe, Jane')),
  line('another delimiter', mismatch, (each) => each.join(';')),
  line('a cell too many, over two lines', mismatch, (each) =>
    [...withCell(each, 1, () => '"a\nb"').split(','), 'x'].join(','),
  ),
  {
    name: 'a lone CR in a cell without quotes',
    format: 'csv',
    rows: (cast) => {
      const each = written(cast);
      const [before, after] = [each.slice(0, 2).join(','), each.slice(2).join(',')];
      return [
        {
          entity: cast.entity,
          bytes: Buffer.from(`${before}\r`),
          outcome: 'rejected',
          finds: [problem(mismatch)],
        },
        glued(cast.text(cast.entity, after, 'rejected', problem(mismatch))),
      ];
    },
  },
  {
    name: 'a row cut off at the end of a file',
    format: 'csv',
    rows: (cast) => [
      last({
        entity: 'groups',
        bytes: Buffer.from(`${cast.id()},Cut o`),
        outcome: 'rejected',
        finds: [problem(mismatch)],
      }),
    ],
  },
];

/** JSON in a cell: what NDJSON refuses in a row is no better here. */
const json: readonly Kind[] = [
  ['a name twice', '{"a":1,"a":2}'],
  ['nested 65 levels deep', `{"a":${'['.repeat(64)}${']'.repeat(64)}}`],
  ['a number beyond every number', '{"n":1e400}'],
].map(([name, metadata = '']) => ({
  name: `JSON in a cell: ${name}`,
  format: 'csv',
  rows: (cast) => [cast.bad('users', { metadata }, problem('ROW.JSON_INVALID', 'metadata', metadata))],
}));

/** Rows that only look as if something were wrong with them. */
const good: readonly Kind[] = [
  {
    name: 'good: line ends, delimiters and quotes in quotes',
    format: 'csv',
    rows: (cast) => [
      cast.good('users', { name: 'a\nb\r\nc\rd' }),
      cast.good('groups', { name: '","' }),
      cast.good('messages', { text: '\n""",\n,"' }),
    ],
  },
  {
    name: 'good: CR LF, CR and blank lines',
    format: 'csv',
    rows: (cast) => {
      const text = (): Buffer => Buffer.from(lineOf('csv', 'users', cast.cells('users')));
      const ended = (end: string): Planted => ({
        entity: 'users',
        bytes: Buffer.concat([text(), Buffer.from(end)]),
        outcome: 'pending',
        finds: [],
      });
      const blank: Planted = { entity: 'users', bytes: Buffer.from('\n\r\n\r\r\n'), finds: [] };
      return [ended('\r\n'), ended('\r'), blank, glued(ended('\n'))];
    },
  },
  {
    name: 'good: every cell in quotes',
    format: 'csv',
    rows: (cast) => [
      cast.text(
        cast.entity,
        written(cast)
          .map((cell) => `"${cell}"`)
          .join(','),
        'pending',
      ),
    ],
  },
];

export function glued(planted: Planted): Planted {
  return { ...planted, glued: true };
}

export function last(planted: Planted): Planted {
  return { ...planted, last: true };
}

export const csvKinds: readonly Kind[] = [...quotes, ...cells, ...json, ...good];
