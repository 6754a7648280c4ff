import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { runHere } from '../../support/command-here.ts';

type Landing = {
  readonly read: number;
  readonly lands: number;
  readonly leftOut: number;
  readonly rejected: number;
};
/** What `init --json` says, with the pipeline it wrote. */
type Result = {
  readonly text: string;
  readonly dryRun: Readonly<Record<string, Landing>>;
  readonly questions: readonly { readonly id: string; readonly best?: string }[];
  readonly doubts: readonly string[];
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
};

/** What `init --yes` makes of some files. */
export async function initiated(
  files: Readonly<Record<string, string | Uint8Array>>,
  ...flags: readonly string[]
): Promise<Result> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, name)), { recursive: true });
    await writeFile(join(folder.path, name), content);
  }
  const { exitCode, stdout, stderr } = await runHere(['init', folder.path, '--yes', '--json', ...flags]);
  expect([exitCode, stderr.includes('BUG')]).toEqual([0, false]);
  return { ...JSON.parse(stdout), text: await readFile(join(folder.path, 'pipeline.yaml'), 'utf8') };
}

/** How many rows of each entity would land, of how many. */
export const landing = ({ dryRun }: Result): Record<string, string> =>
  Object.fromEntries(Object.entries(dryRun).map(([name, { read, lands }]) => [name, `${lands}/${read}`]));

/** Rows as the text of a CSV file. */
export const csv = (...rows: readonly (readonly (string | number)[])[]): string =>
  rows
    .map(
      (row) =>
        `${row.map((cell) => (/[",\n]/.test(String(cell)) ? JSON.stringify(cell) : cell)).join(',')}\n`,
    )
    .join('');

/** A day of March 2024. */
export const day = (n: number): string => `2024-03-${String(n).padStart(2, '0')}T10:00:00Z`;
