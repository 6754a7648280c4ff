import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { startCli } from '../../e2e/cli-process.ts';
import type { Workspace } from '../../e2e/workspace.ts';
import { FORMS } from './service.ts';

export const formIn = (content: string): string | undefined => {
  const lower = content.toLowerCase();
  return FORMS.find((form) => lower.includes(form));
};

/** Processes that ever had the key in their arguments. One look, at most every 50 ms, is for all tests. */
const told = new Set<string>();
let lookedAt = Number.NEGATIVE_INFINITY;

function lookAtProcesses(): void {
  if (performance.now() - lookedAt < 50) return;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const path = `/proc/${pid}/cmdline`;
    if (formIn(contentOf(path))) told.add(path);
  }
  lookedAt = performance.now();
}

/** What shows the key: files below a folder, and the arguments of every process of this machine. */
function leaks(folder: string): string[] {
  const files = filesBelow(folder);
  lookAtProcesses();
  return [...files.filter((path) => formIn(path) ?? formIn(contentOf(path))), ...told];
}

/** All files below a folder; a folder that goes while it is read has none. */
function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Files and processes come and go while they are read. */
export function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

type Watched = { readonly code: number | null; readonly out: string; readonly err: string };

/** Runs a command, and looks for the key all the time, in its temporary files too. */
export async function watched(
  space: Workspace,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Watched> {
  const temporary = join(space.folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const { ended } = startCli(args, { TMPDIR: temporary, ...env });
  const found = new Set<string>();
  let running = true;
  const watching = (async () => {
    while (running) {
      for (const path of leaks(space.folder)) found.add(path);
      await sleep(100);
    }
  })();
  const end = await ended;
  running = false;
  await watching;
  for (const path of leaks(space.folder)) found.add(path);
  expect({ args: args[0], form: formIn(end.out + end.err), found: [...found] }).toEqual({
    args: args[0],
    found: [],
  });
  return end;
}
