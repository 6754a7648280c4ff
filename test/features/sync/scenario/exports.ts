import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { type CoreName, coreNames } from '../../../../src/input/entities/entity.ts';
import type { Seeded } from './seeded.ts';
import type { Cells, World } from './world.ts';

/** The rows of an export by key: an older file of the next export may repeat them. */
export type Shown = Readonly<Record<CoreName, ReadonlyMap<string, Cells>>>;

/**
 * Writes the export of a day: one file or several that overlap, as CSV or NDJSON, with the columns in any order. Where files
 * overlap, the earlier one may have a row as it was in the last export; the later one is right.
 */
export function writeExport(folder: string, world: World, before: Shown | undefined, random: Seeded): Shown {
  mkdirSync(folder, { recursive: true });
  for (const entity of coreNames) {
    const rows = [...world.rows[entity].entries()];
    const parts = rows.length > 20 && random.chance(0.5) ? random.whole(2, 3) : 1;
    const format = random.chance(0.2) ? 'ndjson' : 'csv';
    const reversed = random.chance(0.15);
    for (let part = 0; part < parts; part++) {
      const from = Math.floor((rows.length * part) / parts);
      const own = Math.floor((rows.length * (part + 1)) / parts);
      // These rows are also in the next part.
      const to = part + 1 < parts ? Math.min(rows.length, own + random.whole(0, 8)) : own;
      const shown = rows.slice(from, to).map(([key, row], index) => {
        const isRepeated = from + index >= own;
        return isRepeated && random.chance(0.7) ? (before?.[entity].get(key) ?? row) : row;
      });
      const path = join(folder, `${entity}-${part + 1}.${format}`);
      writeFileSync(path, format === 'csv' ? csv(shown, reversed) : ndjson(shown));
    }
  }
  const { users, groups, members, messages } = world.rows;
  return {
    users: new Map(users),
    groups: new Map(groups),
    members: new Map(members),
    messages: new Map(messages),
  };
}

/** Replaces the export in a folder. */
export function putExport(from: string, folder: string): void {
  for (const name of readdirSync(folder)) if (/\.(csv|ndjson)$/.test(name)) rmSync(join(folder, name));
  cpSync(from, folder, { recursive: true });
}

function csv(rows: readonly Cells[], reversed: boolean): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].sort();
  if (reversed) columns.reverse();
  return stringify([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]);
}

const JSON_CELLS = new Set(['metadata']);

const ndjson = (rows: readonly Cells[]): string =>
  rows
    .map((row) => {
      const members = Object.entries(row).flatMap(([name, cell]) =>
        cell === undefined ? [] : [[name, JSON_CELLS.has(name) ? (JSON.parse(cell) as unknown) : cell]],
      );
      return `${JSON.stringify(Object.fromEntries(members))}\n`;
    })
    .join('');
