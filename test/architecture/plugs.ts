/** A line that lists something new: it stands in `file` behind the text `after`. */
type Listed = { readonly file: string; readonly after: string; readonly line: string };

/** Something new of one kind: the files that are written, and the lines that list it. */
export type Plug = { readonly files: Readonly<Record<string, string>>; readonly listed: readonly Listed[] };

/** Rows whose cells have bars between them, without quotes. */
export const sourceFormat: Plug = {
  files: {
    'input/sources/psv/psv.ts': `import type { RowSink } from '../../rows/record.ts';
import { openBytes } from '../bytes/bytes.ts';
import { ADDED_COLUMNS, RAW_COLUMN, writtenName } from '../rejects-format.ts';
import { passRows, type RowParser, rowChunks } from '../row-parser.ts';
import { sheetLine } from '../sheet-line.ts';
import type { Source, SourceFormat, SourceOptions } from '../source.ts';

export const psv = {
  name: 'psv',
  label: 'PSV',
  endings: ['.psv'],
  takes: new Set(),
  looksLike: (head) => /^[^\\n]*[|]/.test(head.toString()),
  open: openPsv,
  rejects: async (sources) => {
    const columns = [...new Set(sources.flatMap((source) => source.columns ?? []))];
    const line = (cells: readonly unknown[]): string => sheetLine(cells.map(String), '|');
    return {
      head: line([...columns.map(writtenName), ...ADDED_COLUMNS]),
      line: ({ values, raw = '' }, _source, reasons) =>
        line([...(values as readonly string[]), ...Object.values({ [RAW_COLUMN]: raw, ...reasons })]),
    };
  },
} as const satisfies SourceFormat;

async function openPsv(path: string, file: number, { encoding, files }: SourceOptions): Promise<Source> {
  const bytes = await openBytes(path, encoding, files);
  let head = '';
  for await (const piece of bytes.read(bytes.start)) {
    head += piece.toString();
    if (head.includes('\\n')) break;
  }
  const [header = ''] = head.split('\\n');
  const first = { byte: bytes.start + Buffer.byteLength(header) + 1, line: 2, row: 0 };
  return {
    path,
    format: psv,
    plain: bytes.plain,
    encoding: bytes.encoding,
    bytes: bytes.size,
    columns: header.split('|'),
    read(from = { file, ...first }, signal, selection) {
      return rowChunks(bytes.read(from.byte, signal), new PsvRows(file, from), signal, selection);
    },
    pass: (sink, signal) => passRows(bytes.read(first.byte, signal), new PsvRows(file, first), sink),
  };
}

class PsvRows implements RowParser {
  readonly #file: number;
  #at: { byte: number; line: number; row: number };
  #rest = '';
  constructor(file: number, { byte, line, row }: { byte: number; line: number; row: number }) {
    this.#file = file;
    this.#at = { byte, line, row };
  }
  push(bytes: Buffer, sink: RowSink): void {
    const lines = (this.#rest + bytes.toString()).split('\\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#row(line, sink);
  }
  end(sink: RowSink): void {
    if (this.#rest !== '') this.#row(this.#rest, sink);
  }
  #row(text: string, sink: RowSink): void {
    const { byte, line, row } = this.#at;
    this.#at = { byte: byte + Buffer.byteLength(text) + 1, line: line + 1, row: row + 1 };
    const [endByte, endLine] = [this.#at.byte, this.#at.line];
    sink.row({ file: this.#file, row: row + 1, line, byte, endLine, endByte, values: text.split('|') });
  }
}
`,
  },
  listed: [
    { file: 'input/sources/formats.ts', after: '', line: "import { psv } from './psv/psv.ts';\n" },
    { file: 'input/sources/formats.ts', after: 'formats = [csv, ndjson', line: ', psv' },
  ],
};

/** Lines of a chat log: `room<ann> hello`. */
export const exportSystem: Plug = {
  files: {
    'exports/systems/irc/irc.ts': `import type { ExportInput, ExportReader, MessageSink, PeopleSink } from '../../export-reader.ts';
import type { ExportFiles } from '../../files/export-files.ts';
import { LINE } from './line.ts';

async function* linesIn(files: ExportFiles) {
  for (const file of files.matching(/[.]irc$/))
    for (const [at, text] of (await files.head(file)).split('\\n').entries()) {
      const [, room, user, words] = LINE.exec(text) ?? [];
      if (room !== undefined && user !== undefined)
        yield { room, user, words, at, place: { file: file.name, line: at + 1 } };
    }
}

export const irc: ExportReader = {
  system: 'irc',
  label: 'IRC',
  markups: { irc: { markdown: (text) => text.replaceAll('\\u0002', '**') } },
  detect: async (files) => (files.matching(/[.]irc$/).length > 0 ? { variant: 'log' } : undefined),
  async readPeople({ files }: ExportInput, sink: PeopleSink) {
    for await (const { room, user, place } of linesIn(files)) {
      sink.user({ id: user }, place);
      sink.conversation({ id: room, type: 'public', name: room, owner: user }, place);
      sink.member({ conversation: room, user }, place);
    }
    return async (messages: MessageSink) => {
      for await (const { room, user, words, at, place } of linesIn(files))
        messages.message(
          { id: String(at), conversation: room, sender: user, time: 1.7e12 + at, text: words, markup: 'irc' },
          place,
        );
    };
  },
};
`,
    '../docs/from/irc.md': '# From IRC\n',
    '../samples/exports/irc/log.irc': 'quay<ann> \u0002hello\u0002\nquay<ben> who is there?\n',
    'exports/systems/irc/line.ts': `/** The room, the author and the words. */
export const LINE = /^(\\w+)<(\\w+)> (.*)$/;
`,
  },
  listed: [],
};

/** A line for each entity: its name, rows that were read, rows that are wrong. */
export const reportFormat: Plug = {
  files: {
    'report/formats/tally.ts': `import type { ReportFormat } from './report-format.ts';

export const tally: ReportFormat = {
  write: ({ entities }) =>
    Object.entries(entities)
      .map(([name, { read, rejected }]) => \`\${name} \${read} \${rejected}\\n\`)
      .join(''),
};
`,
  },
  listed: [
    {
      file: 'report/formats/formats.ts',
      after: 'export const reportFormats = {\n',
      line: "  tally: { label: 'lines', load: async () => (await import('./tally.ts')).tally },\n",
    },
  ],
};

/** An API that takes any rows, one a request. */
export const target: Plug = {
  files: {
    'service/targets/bulk-api.ts': `import { entityRecord } from '../../input/entities/entity.ts';
import { endpointRequest } from '../api/endpoint.ts';
import { endpoints } from '../api/endpoints.ts';
import type { TargetApi } from './target.ts';

export const bulkTarget = {
  name: 'bulk',
  batchClass: 'standard',
  singleClass: 'standard',
  limited: new Set(['standard']),
  ownersJoin: false,
  membersOnly: false,
  open: (budget) => ({
    name: 'bulk',
    budgets: { standard: budget('standard') },
    routes: entityRecord((entity) => ({
      entity,
      maxItems: 1,
      carries: new Set(['uid', 'name', 'muid']),
      orderKey: ({ key }) => key,
      batchKey: () => '',
      build: ([item]) => endpointRequest(endpoints.createUser, { body: item?.data }),
      settle: (_body, items) => items.map(() => ({ status: 'created' })),
    })),
    probe: endpointRequest(endpoints.listUsers, {}),
  }),
} as const satisfies TargetApi;
`,
  },
  listed: [
    { file: 'service/targets/targets.ts', after: '', line: "import { bulkTarget } from './bulk-api.ts';\n" },
    {
      file: 'service/targets/targets.ts',
      after: 'targets = [importTarget, restTarget',
      line: ', bulkTarget',
    },
  ],
};

/** The name of the new entity, which makes every place that must know it a compile error. */
export const entityName: Plug = {
  files: {},
  listed: [
    {
      file: 'input/entities/entity.ts',
      after: "\n  'messages',\n",
      line: "  'stars',\n",
    },
  ],
};

/** Messages that users have starred. */
export const entity: Plug = {
  files: {
    'input/entities/optional/stars.ts': `import { z } from 'zod';
import type { Data, Entity } from '../entity.ts';
import { entityId, text } from '../limits.ts';

export type StarRow = Data & { readonly muid: string; readonly uid: string };

export const stars: Entity<StarRow> = {
  name: 'stars',
  noun: 'star',
  about: 'Messages that a user has marked.',
  after: ['users', 'messages'],
  fields: { muid: 'text', uid: 'id' },
  required: ['muid', 'uid'],
  keyFields: ['muid', 'uid'],
  keyCase: 'written',
  goesWith: 'nothing',
  compared: { exact: [], times: [], defaults: {}, unseen: [] },
  members: [],
  clearable: [],
  schema: () => z.object({ muid: text(255, 'MESSAGE.KEY_INVALID'), uid: entityId() }) as unknown as ReturnType<Entity<StarRow>['schema']>,
  key: ({ muid, uid }) => \`\${muid} \${uid}\`,
  refs: ({ uid }) => [{ entity: 'users', key: uid, field: 'uid' }],
  parts: (star) => ({ content: {}, fixed: star }),
};
`,
    'service/targets/optional/stars.ts': `import { endpointRequest } from '../../api/endpoint.ts';
import { endpoints } from '../../api/endpoints.ts';
import { createdOne } from '../answers.ts';
import type { OptionalCalls } from './optional-calls.ts';

const call = ({ id = '' }: { readonly id?: string }) => endpointRequest(endpoints.pinMessage, { params: { id } });

export const stars: OptionalCalls = {
  route: {
    entity: 'stars',
    maxItems: 1,
    carries: new Set(['muid', 'uid']),
    orderKey: ({ key }) => key,
    batchKey: () => '',
    build: () => call({ id: '1' }),
    settle: createdOne,
  },
  changes: { calls: () => [], adopt: async () => undefined },
  removal: async () => call({ id: '1' }),
};
`,
  },
  listed: [
    { file: 'input/entities/entities.ts', after: '', line: "import { stars } from './optional/stars.ts';\n" },
    { file: 'input/entities/entities.ts', after: '\n  messages,\n', line: '  stars,\n' },
    {
      file: 'service/targets/optional/optional-entities.ts',
      after: '',
      line: "import { stars } from './stars.ts';\n",
    },
    {
      file: 'service/targets/optional/optional-entities.ts',
      after: 'Readonly<Record<OptionalName, OptionalCalls>> = {',
      line: ' stars,',
    },
    {
      file: 'features/verify/compare/compare-optional.ts',
      after: '(deps: EntityDeps) => PartLists>\n> = {\n',
      line: "  stars: () => ({ async *list() {}, nothing: '', rowOf: () => ({ key: '', row: {} }) }),\n",
    },
    {
      file: 'ledger/log/block.ts',
      after: 'entityCodes: Readonly<Record<EntityName, number>> = {\n',
      line: '  stars: 15,\n',
    },
  ],
};
