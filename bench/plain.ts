import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The measured scripts, with the files that they import. */
const SCRIPTS = [
  'probe',
  'afternoon-rows',
  'afternoon-validate',
  'afternoon-run',
  'raw-loop',
  'peer/instant-peer',
  'bare-sqlite',
  'duckdb-count',
  'mapping/duckdb-keys',
] as const;

/** The path of a measured script as plain JavaScript. */
export type Scripts = (name: (typeof SCRIPTS)[number]) => string;

/**
 * Copies the measured scripts as plain JavaScript, so no figure includes the type stripping of `node` (40 ms and 20 MB).
 * The packages they import are those of this repository.
 */
export async function plainScripts(folder: string): Promise<Scripts> {
  const out = join(folder, 'scripts');
  for (const name of ['mapping', 'peer']) await mkdir(join(out, name), { recursive: true });
  await symlink(fileURLToPath(new URL('../node_modules', import.meta.url)), join(out, 'node_modules'));
  for (const name of SCRIPTS) {
    const text = await readFile(new URL(`${name}.ts`, import.meta.url), 'utf8');
    const plain = stripTypeScriptTypes(text).replaceAll(/(from '\.\/[a-z-]+)\.ts'/g, "$1.mjs'");
    await writeFile(join(out, `${name}.mjs`), plain);
  }
  return (name) => join(out, `${name}.mjs`);
}
