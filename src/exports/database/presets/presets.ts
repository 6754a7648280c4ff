import { RunError } from '../../../errors/run-error.ts';
import { type PresetName, parsedShape, type ShapeSpec } from '../shape/shape-schema.ts';
import type { ChatTable } from '../table.ts';
import { buddypress } from './buddypress.ts';
import { chatwoot } from './chatwoot.ts';
import { discourse } from './discourse.ts';
import { django, mern, prisma, supabase } from './frameworks.ts';
import { chatify, laravelMessenger, musonza } from './laravel.ts';
import { mailboxer } from './mailboxer.ts';
import { mattermost } from './mattermost.ts';
import type { Preset } from './preset.ts';

/** The forms of the databases of each product. */
const presets: Readonly<Record<PresetName, readonly Preset[]>> = {
  buddypress: [buddypress],
  chatify,
  chatwoot: [chatwoot],
  discourse: [discourse],
  django,
  'laravel-messenger': [laravelMessenger],
  mailboxer: [mailboxer],
  mattermost: [mattermost],
  mern,
  musonza: [musonza],
  prisma: [prisma],
  supabase: [supabase],
};

/**
 * The product whose database this is, unless the pipeline says what its tables are.
 * @throws RunError `EXPORT.SHAPE_UNCLEAR` if it may be that of several
 */
export function recognisedPreset(given: ShapeSpec, tables: readonly ChatTable[]): PresetName | undefined {
  if (Object.keys(given).some((key) => key !== 'database' && key !== 'doubleEncoded')) return undefined;
  const names = Object.keys(presets) as PresetName[];
  const found = names.filter((name) =>
    presets[name].some(({ own }) => beginningOf(own, tables) !== undefined),
  );
  if (found.length > 1)
    throw new RunError(
      'EXPORT.SHAPE_UNCLEAR',
      `these tables may be those of several products: ${found.join(', ')}`,
      {
        hint: `name the one that it is:  shape: { preset: ${found[0]} }  , in init:  --answer preset=${found[0]}`,
      },
    );
  return found[0];
}

/** Merges what is declared over what the preset says, with the names as this database writes them. */
export function withPreset(given: ShapeSpec, tables: readonly ChatTable[]): ShapeSpec {
  if (!given.preset) return given;
  const forms = presets[given.preset].map((form) => ({ form, beginning: beginningOf(form.own, tables) }));
  const { form, beginning } = forms.find((each) => each.beginning !== undefined) ?? forms[0] ?? {};
  if (!form) return given;
  const parts = Object.entries(form.shape).map(([part, sections]) => {
    const fitted = [sections as Section | readonly Section[]]
      .flat()
      .map((section) => new Fitting(section, { tables, beginning: beginning ?? '' }))
      // The ids of those that follow stay what they are.
      .map((fitting) => (fitting.isThere || part === 'messages' ? fitting.section : { table: false }));
    return [part, Array.isArray(sections) ? fitted : fitted[0]];
  });
  return { ...parsedShape(Object.fromEntries(parts)), ...given };
}

const lower = (name: string): string => name.toLowerCase();

/** What the names of tables begin with in place of `*`; undefined if the database lacks one of them, or one of its columns. */
function beginningOf(own: Preset['own'], tables: readonly ChatTable[]): string | undefined {
  const columnsOf = new Map(tables.map(({ name, columns }) => [lower(name), new Set(columns.map(lower))]));
  const [first = ''] = Object.keys(own);
  const beginnings = first.startsWith('*')
    ? [...columnsOf.keys()]
        .filter((name) => name.endsWith(first.slice(1)))
        .map((name) => name.slice(0, 1 - first.length))
    : [''];
  return beginnings.find((beginning) =>
    Object.entries(own).every(([table, columns]) =>
      columns.every((column) => columnsOf.get(begun(table, beginning))?.has(column)),
    ),
  );
}

const begun = (table: string, beginning: string): string =>
  table.startsWith('*') ? beginning + table.slice(1) : table;

type Section = Readonly<Record<string, unknown>>;
/** A column of a preset with more to say. */
type Column = {
  readonly column: string;
  readonly join?: { readonly table: string; readonly on: string; readonly key?: string };
  readonly type?: { readonly column: string };
};

/** Parts of a section that are no names of columns. */
const WORDS: ReadonlySet<string> = new Set(['types', 'roles', 'system', 'markup', 'of']);

/** A section of a preset with the names of a database: PostgreSQL writes them in small letters, MySQL as `ChannelId`. */
class Fitting {
  readonly #section: Section;
  readonly #tables: ReadonlyMap<string, ChatTable>;
  readonly #names: readonly string[];

  constructor(
    section: Section,
    { tables, beginning }: { readonly tables: readonly ChatTable[]; readonly beginning: string },
  ) {
    this.#section = section;
    this.#tables = new Map(tables.map((table) => [lower(table.name), table]));
    this.#names = [section['table'] as string | readonly string[]]
      .flat()
      .map((name) => begun(name, beginning));
  }

  get #own(): ChatTable | undefined {
    return this.#names.flatMap((name) => this.#tables.get(name) ?? [])[0];
  }

  /** True if the database has its table. */
  get isThere(): boolean {
    return this.#own !== undefined;
  }

  /** What it says, without what the database lacks. */
  get section(): Section {
    const entries = Object.entries(this.#section).flatMap(([field, value]) => {
      if (field === 'table') return [[field, this.#own?.name ?? [...this.#names]]];
      const fitted = WORDS.has(field)
        ? value
        : field === 'where'
          ? this.#where(value as Section)
          : this.#fitted(value);
      return fitted === undefined ? [] : [[field, fitted]];
    });
    return Object.fromEntries(entries);
  }

  #where(rules: Section): Section {
    return Object.fromEntries(
      Object.entries(rules).flatMap(([column, rule]) => {
        const name = columnOf(this.#own, column);
        return name === undefined ? [] : [[name, rule]];
      }),
    );
  }

  #fitted(value: unknown): unknown {
    if (typeof value === 'string') return columnOf(this.#own, value);
    if (Array.isArray(value)) {
      const fitted = value.flatMap((each) => {
        const one = this.#fitted(each);
        return one === undefined ? [] : [one];
      });
      return fitted.length === 0 ? undefined : fitted;
    }
    const { columns } = value as { readonly columns?: unknown };
    return columns === undefined ? this.#column(value as Column) : { columns: this.#fitted(columns) };
  }

  #column({ column, join, type, ...more }: Column): Section | undefined {
    const other = join ? this.#tables.get(join.table) : this.#own;
    const own = columnOf(other, column);
    const [on, key] = join ? [columnOf(this.#own, join.on), columnOf(other, join.key ?? 'id')] : [];
    const beside = type && columnOf(this.#own, type.column);
    const isWhole = own !== undefined && (!join || (on !== undefined && key !== undefined));
    if (!isWhole) return undefined;
    return {
      ...more,
      column: own,
      ...(join ? { join: { table: other?.name, on, key } } : {}),
      ...(beside === undefined ? {} : { type: { ...type, column: beside } }),
    };
  }
}

/** The name of a column as a table has it. */
const columnOf = (table: ChatTable | undefined, wanted: string): string | undefined =>
  table?.columns.find((column) => lower(column) === wanted);
