import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runHere } from '../support/command-here.ts';

/** What a command came to, and how much work it was. */
export type Work = Awaited<ReturnType<typeof runHere>> & { readonly cpuMs: number };

/** Far above what 64 KiB cost, with the libraries that the first command loads, and far below what has no bound. */
export const CPU_MS_MAX = 3_000;

/** Runs a command over files of a folder of its own; every `@` in the arguments stands for the folder. */
export async function workOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  ...args: readonly string[]
): Promise<Work> {
  const folder = await mkdtemp(join(tmpdir(), 'chatferry-bounds-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    const before = process.cpuUsage();
    const ended = await runHere(args.map((each) => each.replace('@', folder)));
    const { user, system } = process.cpuUsage(before);
    return { ...ended, cpuMs: Math.round((user + system) / 1_000) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Validates one export as a pipeline names it. */
export const workOfExport = (
  files: Readonly<Record<string, string | Uint8Array>>,
  system: string,
): Promise<Work> =>
  workOf(
    {
      ...Object.fromEntries(Object.entries(files).map(([name, content]) => [`export/${name}`, content])),
      'pipeline.yaml': `version: 1\nname: bounds\nsources: { export: { system: ${system}, path: export } }\nretention: { messagesOlderThanDays: 36500 }\n`,
    },
    'validate',
    '@/pipeline.yaml',
    '--json',
  );
