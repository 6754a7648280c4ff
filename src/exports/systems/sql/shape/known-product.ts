import type { SqlTable } from '../tables/sql-table.ts';
import { presets } from './presets.ts';
import type { ShapeSpec } from './shape-schema.ts';

type Preset = keyof typeof presets;

/** Tables and columns that together only the database of this product has. */
const OWN: Readonly<Record<Preset, Readonly<Record<string, readonly string[]>>>> = {
  mattermost: {
    posts: ['originalid', 'rootid', 'channelid', 'createat', 'deleteat', 'props'],
    channels: ['teamid', 'displayname', 'deleteat'],
    channelmembers: ['channelid', 'userid'],
  },
};

/** The product whose database this is, unless the pipeline says what its tables are. */
export function recognisedPreset(given: ShapeSpec, tables: readonly SqlTable[]): Preset | undefined {
  if (Object.keys(given).some((key) => key !== 'database' && key !== 'doubleEncoded')) return undefined;
  const columnsOf = new Map(tables.map(({ name, columns }) => [name.toLowerCase(), columns.map(lower)]));
  return (Object.keys(OWN) as Preset[]).find((preset) =>
    Object.entries(OWN[preset]).every(([table, columns]) =>
      columns.every((column) => columnsOf.get(table)?.includes(column)),
    ),
  );
}

/**
 * Merges what is declared over what the preset says: with the names of columns as this database writes them, and without
 * columns and values of other tables that the dump does not have.
 */
export function withPreset(given: ShapeSpec, tables: readonly SqlTable[]): ShapeSpec {
  if (!given.preset) return given;
  const preset = presets[given.preset];
  const parts = Object.values(preset).map((part) => String((part as { table?: string }).table));
  const own = tables.filter(({ name }) => parts.includes(lower(name)));
  const names = new Map(own.flatMap(({ columns }) => columns.map((column) => [lower(column), column])));
  const there = new Set(tables.map(({ name }) => lower(name)));
  return { ...(named(preset, names, there) as ShapeSpec), ...given };
}

/** Parts of a shape that are no names of columns. */
const NO_COLUMNS: ReadonlySet<string> = new Set(['table', 'types', 'roles', 'system', 'split', 'where']);

/** PostgreSQL writes the names of Mattermost's columns in small letters, MySQL as `ChannelId`. */
function named(value: unknown, names: ReadonlyMap<string, string>, there: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => named(each, names, there));
  const members = Object.entries(value as object).filter(([key, each]) => {
    if (typeof each === 'string') return NO_COLUMNS.has(key) || names.has(each);
    const table = (each as { join?: { table: string } }).join?.table;
    return table === undefined || there.has(table);
  });
  return Object.fromEntries(
    members.map(([key, each]) => [key, NO_COLUMNS.has(key) ? each : named(each, names, there)]),
  );
}

const lower = (name: string): string => name.toLowerCase();
