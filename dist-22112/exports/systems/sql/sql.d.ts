import type { ExportReader } from '../../export-reader.ts';
/** The tables of a home-grown chat: dumps of PostgreSQL and MySQL, database files of SQLite, a CSV file for each table. */
export declare const sql: ExportReader;
