import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { RunError } from '../../src/errors/run-error.ts';
import type { Mapping } from '../../src/input/rows/mapping.ts';
import { readRows } from '../../src/input/sources/read-rows.ts';
import { openPlan } from '../../src/pipeline/open-plan.ts';
import { loadPipeline, type Pipeline } from '../../src/pipeline/pipeline.ts';
import { routesOf } from '../../src/session/connect.ts';
import { temporaryWorkplace } from '../../src/session/prepared/workplace.ts';
import { realSystem } from '../../src/system/system.ts';
import type { CommandContext } from '../../src/terminal/context.ts';

/** A file beside a pipeline. */
export type NamedFile = { readonly name: string; readonly text: string };

/**
 * What a pipeline makes of its files: a line for each row, in the order in which entities and rows are sent, with the
 * fields as JSON, the rule that leaves it out, or the code that refuses it; `!` before each warning, which come first.
 * @param yaml the pipeline from `sources` on
 */
export async function rowsOfPipeline(yaml: string, files: readonly NamedFile[]): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const path = join(folder.path, 'pipeline.yaml');
  const header = 'version: 1\nname: example\ntarget: sandbox\n';
  for (const { name, text } of [...files, { name: 'pipeline.yaml', text: header + yaml }]) {
    await mkdir(dirname(join(folder.path, name)), { recursive: true });
    await writeFile(join(folder.path, name), text);
  }
  try {
    return await rowsOf(loadPipeline(path, {}));
  } catch (error) {
    if (error instanceof RunError) return `${error.code}\n`;
    throw error;
  }
}

async function rowsOf(pipeline: Pipeline): Promise<string> {
  const { signal } = new AbortController();
  const context = { system: realSystem, env: {}, signal, allowCode: false, input: Readable.from([]) };
  await using workplace = temporaryWorkplace(context as unknown as CommandContext);
  const nowMs = Date.now();
  const plan = await openPlan(pipeline, { workplace, routes: routesOf(pipeline), nowMs, strict: false });
  const lines: string[] = [];
  for (const { entity, sources, mappings } of plan.steps)
    for await (const rows of readRows(sources, undefined, signal))
      for (const { values, file, fault, leftOut } of rows) {
        const mapping = mappings[file] as Mapping;
        const rule = leftOut ?? mapping.leftOut?.(values);
        const { fields, problems } = mapping(values);
        const [problem] = fault ? [fault] : problems;
        lines.push(`${entity.name} ${problem?.code ?? rule ?? JSON.stringify(fields)}\n`);
      }
  return [...Array.from(plan.warnings, (warning) => `! ${warning}\n`), ...lines].join('');
}
