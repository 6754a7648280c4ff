/**
 * Derives the keys of denormalised files with DuckDB, and nothing else: no check, no report. Prints the messages, users,
 * groups and members that it finds. It is not a dependency: npm install --no-save @duckdb/node-api
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
const slug = (column: string): string =>
  `trim(regexp_replace(lower(strip_accents(${column})), '[^a-z0-9_]+', '-', 'g'), '-') || '-' || left(sha256(${column}), 12)`;
const rows = `SELECT *, parse_filename(parse_dirpath(filename)) AS room
  FROM read_csv('${folder.replaceAll("'", "''")}/rooms/*/*.csv', all_varchar = true, header = true, filename = true)`;
const keys = `SELECT left(sha256(room || chr(0) || author || chr(0) || date || chr(0) || body), 32) AS hash,
  ${slug('author')} AS sender, ${slug('room')} AS receiver FROM (${rows})`;
const numbered = `SELECT *, row_number() OVER (PARTITION BY receiver, hash) AS nth FROM (${keys})`;
const found = await connection.runAndReadAll(
  `SELECT count(*), count(DISTINCT sender), count(DISTINCT receiver), count(DISTINCT (receiver, sender)),
    max(CASE WHEN nth > 1 THEN hash || '-' || nth ELSE hash END) FROM (${numbered})`,
);
const counts = (found.getRows()[0] ?? []).slice(0, 4).map(Number);
process.stdout.write(
  `${JSON.stringify({ rows: counts.reduce((sum, count) => sum + count, 0), rejected: 0 })}\n`,
);
