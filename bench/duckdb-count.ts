/**
 * The other floor of a dry run: DuckDB counts the rows of an export in CSV and reads every column. It is not a dependency,
 * because its binaries are ten times as large as everything else: npm install --no-save @duckdb/node-api, then
 * node duckdb-count.ts FOLDER THREADS
 */
const [folder = '.', threads = '1'] = process.argv.slice(2);

type Connection = { runAndReadAll(sql: string): Promise<{ getRows(): readonly (readonly unknown[])[] }> };
type DuckDb = {
  readonly DuckDBInstance: {
    create(path: string, options: { threads: string }): Promise<{ connect(): Promise<Connection> }>;
  };
};

const name = '@duckdb/node-api';
const { DuckDBInstance } = (await import(name)) as DuckDb;
const connection = await (await DuckDBInstance.create(':memory:', { threads })).connect();
let rows = 0;
for (const file of ['users', 'groups', 'members', 'messages']) {
  const source = `read_csv('${folder.replaceAll("'", "''")}/${file}.csv', all_varchar = true, header = true)`;
  const counted = await connection.runAndReadAll(`SELECT count(*), sum(length(COLUMNS(*))) FROM ${source}`);
  rows += Number(counted.getRows()[0]?.[0]);
}
process.stdout.write(`${JSON.stringify({ rows, rejected: 0 })}\n`);
