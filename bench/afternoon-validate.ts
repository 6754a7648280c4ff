import { join } from 'node:path';
import { names, rowsOf, schemas } from './afternoon-rows.ts';

/** The afternoon script that checks: node afternoon-validate.ts FOLDER csv|ndjson */
const [folder = '.', format = 'csv'] = process.argv.slice(2);

let rows = 0;
let rejected = 0;
for (const name of names) {
  const schema = schemas[name];
  for await (const row of rowsOf(join(folder, `${name}.${format}`))) {
    rows++;
    if (!schema.safeParse(row).success) rejected++;
  }
}
process.stdout.write(`${JSON.stringify({ rows, rejected })}\n`);
