// Writes the registry of the exports of chat systems: one line for each folder in src/exports/systems.
import { readdirSync, writeFileSync } from 'node:fs';

const folder = 'src/exports/systems';
const lines = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()
  .map((name) => `  ${name}: async () => (await import('./systems/${name}/${name}.ts')).${name},\n`);
writeFileSync(
  `${folder}.ts`,
  `import type { ExportReader } from './export-reader.ts';

/** The reader of every system, loaded when it is needed; \`npm run systems\` writes this file from the names of folders. */
export const systems = {
${lines.join('')}} satisfies Readonly<Record<string, () => Promise<ExportReader>>>;
`,
);
