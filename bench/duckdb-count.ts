/**
 * The other floor of a dry run: DuckDB counts the rows of the same file and reads every column. It is not a dependency,
 * because its binaries are ten times as large as everything else: npm install --no-save @duckdb/node-api, then
 * node bench/duckdb-count.ts messages.csv THREADS
 */
const [file = 'messages.csv', threads = '1'] = process.argv.slice(2);

type Connection = { runAndReadAll(sql: string): Promise<{ getRows(): readonly (readonly unknown[])[] }> };
type DuckDb = {
  readonly DuckDBInstance: {
    create(path: string, options: { threads: string }): Promise<{ connect(): Promise<Connection> }>;
  };
};

const name = '@duckdb/node-api';
const { DuckDBInstance } = (await import(name)) as DuckDb;
const connection = await (await DuckDBInstance.create(':memory:', { threads })).connect();
const source = `read_csv('${file.replaceAll("'", "''")}', all_varchar = true, header = true)`;
const started = performance.now();
const counted = await connection.runAndReadAll(`SELECT count(*), sum(length(COLUMNS(*))) FROM ${source}`);
const seconds = (performance.now() - started) / 1_000;
process.stdout.write(`${JSON.stringify({ rows: Number(counted.getRows()[0]?.[0]), seconds })}\n`);
