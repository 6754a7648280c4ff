import { z } from 'zod';
import type { Plan } from '../delivery/plan.ts';
import { RunError, usageError } from '../errors/run-error.ts';
import { jsonIn } from '../input/json/defined.ts';
import { digestOf, outlineOf } from '../input/sources/bytes/file-digest.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { type PlanBasis, type PlanInput, planDamage } from '../report/result/plan-basis.ts';
import type { Files } from '../system/files.ts';
import { currentPath, knownPath, settingsOf, storedPath } from './open-checkpoint.ts';

/** The rows that a plan is about, and what is known to have arrived. */
export type PlanSubject = { readonly pipeline: Pipeline; readonly plan: Plan; readonly ledger: Ledger };

/**
 * Reads the present basis of a plan.
 * @throws RunError `SOURCE.*`
 */
export async function basisOf(
  { pipeline, plan, ledger }: PlanSubject,
  signal: AbortSignal,
  files: Files,
): Promise<PlanBasis> {
  const inputs: PlanInput[] = [];
  for (const { entity, files: inputFiles } of plan.steps)
    for (const file of inputFiles) {
      const { path } = file;
      // The id of a sync plan depends on the content of its files, so they are not hashed here.
      const { bytes, sha256 } = await (pipeline.sync
        ? outlineOf(files, path)
        : digestOf(files, path, signal));
      inputs.push({
        entity: entity.name,
        path: storedPath(pipeline.folder, knownPath(pipeline.folder, file)),
        bytes,
        sha256,
      });
    }
  const { target } = pipeline;
  return {
    ...(ledger.isEmpty ? {} : { state: { lineage: ledger.lineage, serial: ledger.serial } }),
    settings: settingsOf(pipeline),
    target: typeof target === 'object' ? `${target.baseUrl} ${target.api}` : String(target),
    inputs,
  };
}

const savedPlan = z.looseObject({
  command: z.literal('plan'),
  id: z.string().optional(),
  basis: z.looseObject({
    state: z.object({ lineage: z.string(), serial: z.number() }).optional(),
    settings: z.record(z.string(), z.string()),
    target: z.string(),
    inputs: z.array(
      z.object({ entity: z.string(), path: z.string(), bytes: z.number(), sha256: z.string() }),
    ),
  }),
});

/** A plan that was saved in a file. */
export type SavedPlan = Readonly<z.output<typeof savedPlan>>;

/**
 * Reads a saved plan and checks that nothing that it depends on has changed.
 * @throws RunError `USAGE.INVALID` if the file is not a plan, `STATE.CORRUPT`, `PLAN.STALE` with what has changed
 */
export async function readValidPlan(
  path: string,
  rows: PlanSubject,
  signal: AbortSignal,
  files: Files,
): Promise<SavedPlan> {
  const saved = await readPlan(path, files);
  checkUnchanged(saved, await basisOf(rows, signal, files), rows.pipeline.folder);
  return saved;
}

async function readPlan(path: string, files: Files): Promise<SavedPlan> {
  const refusal = (why: string): RunError =>
    usageError(`--plan ${path}: ${why}`, { hint: 'make one with  chatferry plan PIPELINE --out plan.json' });
  const text = await files.readFile(path, 'utf8').catch((error: Error) => {
    throw refusal(error.message);
  });
  const damage = planDamage(text);
  if (damage !== undefined)
    throw new RunError('STATE.CORRUPT', `the plan ${path} ${damage}`, {
      where: { file: path },
      hint: 'make a new one:  chatferry plan <pipeline>',
    });
  const { data } = savedPlan.safeParse(jsonIn(text));
  if (!data) throw refusal('the file is not a plan');
  return data;
}

function checkUnchanged({ basis: before }: SavedPlan, now: PlanBasis, folder: string): void {
  const stale = (what: string): RunError => new RunError('PLAN.STALE', `the plan is out of date: ${what}`);
  if (before.target !== now.target) throw stale(`the target was ${before.target} and is ${now.target}`);
  const part = [...new Set([...Object.keys(before.settings), ...Object.keys(now.settings)])].find(
    (name) => before.settings[name] !== now.settings[name],
  );
  if (part) throw stale(`${part} of the pipeline has changed`);
  const idOf = ({ entity, path }: { entity: string; path: string }): string =>
    `${entity} ${currentPath(folder, path)}`;
  for (const input of before.inputs) {
    const found = now.inputs.find((other) => idOf(other) === idOf(input));
    if (!found) throw stale(`${input.path} is not an input any more`);
    if (found.sha256 !== input.sha256 || found.bytes !== input.bytes)
      throw stale(`${input.path} has changed`);
  }
  const added = now.inputs.find((input) => !before.inputs.some((other) => idOf(other) === idOf(input)));
  if (added) throw stale(`${added.path} is a new input`);
  if (before.state?.lineage !== now.state?.lineage || before.state?.serial !== now.state?.serial)
    throw stale('rows were written since then');
}
