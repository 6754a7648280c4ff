import type { System } from '../../system/system.ts';
import { type ExportTableName, exportTables, FILE_COLUMNS } from '../neutral.ts';
import { ExportTable, FileNames } from './export-table.ts';
import { PIN_COLUMNS, REACTION_COLUMNS } from './given-reactions.ts';
import { GROUP_COLUMNS } from './group-rows.ts';
import { MEMBER_COLUMNS } from './member-rows.ts';
import { MESSAGE_COLUMNS } from './messages/message-rows.ts';
import { USER_COLUMNS } from './people.ts';

/** Place where the tables are written. */
export type ConversionPlace = Pick<System, 'files' | 'random'> & { pathOf(name: ExportTableName): string };

/** The tables that an export becomes. */
export type Tables = Readonly<Record<ExportTableName, ExportTable>>;

/** Opens them for writing; their rows come from the same files. */
export function openTables({ files, random, pathOf }: ConversionPlace): Tables {
  const names = new FileNames();
  return Object.fromEntries(
    exportTables.map((name) => {
      const path = pathOf(name);
      return [name, new ExportTable(COLUMNS[name], { path, files, random }, names)];
    }),
  ) as Tables;
}

const COLUMNS: Readonly<Record<ExportTableName, readonly string[]>> = {
  users: USER_COLUMNS,
  groups: GROUP_COLUMNS,
  members: MEMBER_COLUMNS,
  messages: MESSAGE_COLUMNS,
  reactions: REACTION_COLUMNS,
  pins: PIN_COLUMNS,
  files: FILE_COLUMNS,
};
