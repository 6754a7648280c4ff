import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Plan } from '../../src/delivery/plan.ts';
import { RunError } from '../../src/errors/run-error.ts';
import { fileReferences } from '../../src/input/rows/forms/files-step.ts';
import type { Mapping } from '../../src/input/rows/mapping.ts';
import { readRows } from '../../src/input/sources/read-rows.ts';
import { openPlan } from '../../src/pipeline/open-plan.ts';
import { loadPipeline } from '../../src/pipeline/pipeline.ts';
import { routesOf } from '../../src/session/connect.ts';
import { writeIdMap } from '../../src/session/workplace/id-map-file.ts';
import { temporaryWorkplace } from '../../src/session/workplace/workplace.ts';
import { realFiles } from '../../src/system/files.ts';
import { realSystem } from '../../src/system/system.ts';
import { styleFor } from '../../src/terminal/style.ts';

/** A file beside a pipeline. */
export type NamedFile = { readonly name: string; readonly text: string | Uint8Array };

/**
 * What a pipeline makes of its files: a line for each row, in the order in which entities and rows are sent, with the
 * fields as JSON, the rule that leaves it out, or the code that refuses it; `!` before each warning, which come first.
 * @param yaml the pipeline from `sources` on
 */
export function rowsOfPipeline(yaml: string, files: readonly NamedFile[]): Promise<string> {
  return opened(yaml, files, async ({ steps, warnings }, _, signal) => {
    const lines: string[] = [];
    for (const { entity, sources, mappings } of steps)
      for await (const rows of readRows(sources, undefined, signal))
        for (const { values, file, fault, leftOut } of rows) {
          const mapping = mappings[file] as Mapping;
          const rule = leftOut ?? mapping.leftOut?.(values);
          const { fields, problems } = mapping(values);
          const [problem] = fault ? [fault] : problems;
          lines.push(`${entity.name} ${problem?.code ?? rule ?? JSON.stringify(fields)}\n`);
        }
    return [...Array.from(warnings, (warning) => `! ${warning}\n`), ...lines].join('');
  });
}

/** The addresses of files that the rows of a pipeline name, as they are copied: a line for each, with its entity. */
export function addressesOfPipeline(yaml: string, files: readonly NamedFile[]): Promise<string> {
  return opened(yaml, files, async ({ copies }, _, signal) => {
    const lines: string[] = [];
    for (const { entity, sources, mappings } of copies?.steps ?? [])
      for await (const rows of readRows(sources, undefined, signal))
        for (const { values, file } of rows)
          for (const { address } of fileReferences(entity.name, (mappings[file] as Mapping)(values).fields))
            lines.push(`${entity.name} ${address}\n`);
    return lines.join('');
  });
}

/** The file of changed ids that a run of a pipeline writes. */
export function idMapOfPipeline(yaml: string, files: readonly NamedFile[]): Promise<string> {
  return opened(yaml, files, async (plan, folder, signal) => {
    const path = join(folder, 'id-map.csv');
    await writeIdMap(plan, path, realFiles, signal);
    return await readFile(path, 'utf8');
  });
}

async function opened(
  yaml: string,
  files: readonly NamedFile[],
  use: (plan: Plan, folder: string, signal: AbortSignal) => Promise<string>,
): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const text = `version: 1\nname: example\ntarget: sandbox\n${yaml}`;
  for (const file of [...files, { name: 'pipeline.yaml', text }]) {
    const path = join(folder.path, file.name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file.text);
  }
  const { signal } = new AbortController();
  const said = {
    err: () => {},
    errStyle: styleFor(false),
    live: false,
    columns: () => 80,
    commandLine: 'chatferry',
    quiet: true,
  };
  const context = {
    system: realSystem,
    env: {},
    signal,
    allowCode: false,
    input: Readable.from([]),
    ...said,
  };
  await using workplace = temporaryWorkplace(context);
  try {
    const pipeline = loadPipeline(join(folder.path, 'pipeline.yaml'), {});
    const options = {
      workplace,
      routes: routesOf(pipeline),
      nowMs: Date.now(),
      strict: false,
      files: realFiles,
    };
    return await use(await openPlan(pipeline, options), folder.path, signal);
  } catch (error) {
    if (error instanceof RunError) return `${error.code}\n`;
    throw error;
  }
}
