import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = 'src/exports/systems';

/** Writes the registry of the exports of chat systems: one line for each folder in src/exports/systems. */
export function writeSystems() {
  const lines = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => `  ${name}: async () => (await import('./systems/${name}/${name}.ts')).${name},\n`);
  const text = `import type { ExportReader } from './export-reader.ts';

/** The reader of every system, loaded when it is needed; \`npm run prepare\` writes this file from the names of folders. */
export const systems = {
${lines.join('')}} satisfies Readonly<Record<string, () => Promise<ExportReader>>>;
`;
  if (readFileSync(`${folder}.ts`, 'utf8') !== text) writeFileSync(`${folder}.ts`, text);
}
