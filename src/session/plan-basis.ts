import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Plan } from '../delivery/plan.ts';
import { RunError } from '../errors/run-error.ts';
import { digestOf, outlineOf } from '../input/sources/bytes/file-digest.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { PlanBasis, PlanInput } from '../report/result/plan-basis.ts';
import { currentPath, knownPath, settingsOf, storedPath } from '../state/open-checkpoint.ts';
import type { Files } from '../system/files.ts';
import type { CommandContext } from '../terminal/context.ts';

/** The state that a plan is made with; undefined if the ledger is empty. */
export const planState = (ledger: Ledger): PlanBasis['state'] =>
  ledger.isEmpty ? undefined : { lineage: ledger.lineage, serial: ledger.serial };

/**
 * Reads the present basis of a plan.
 * @throws RunError `SOURCE.*`
 */
export async function basisOf(
  pipeline: Pipeline,
  plan: Plan,
  state: PlanBasis['state'],
  { signal, system: { files } }: Pick<CommandContext, 'signal' | 'system'>,
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
    ...(state ? { state } : {}),
    settings: settingsOf(pipeline),
    target: typeof target === 'object' ? `${target.baseUrl} ${target.api}` : String(target),
    inputs,
  };
}

/** The checksum of a plan document: of everything in it but the checksum, whatever its spaces and line ends. */
export function planSum(document: Readonly<Record<string, unknown>>): string {
  const { sha256: _, ...rest } = document;
  return createHash('sha256').update(JSON.stringify(rest)).digest('hex');
}

/** A part of every saved plan, also of one that is damaged. */
const PLAN_MARK = /"command"\s*:\s*"plan"/;

/**
 * The problem with the text of a saved plan, completing "the plan …"; undefined if it is sound, is of a version without
 * checksums, or is no plan at all.
 */
export function planDamage(text: string): string | undefined {
  if (!PLAN_MARK.test(text)) return undefined;
  try {
    const document = JSON.parse(text) as Record<string, unknown>;
    const { sha256 } = document;
    return sha256 === undefined || sha256 === planSum(document)
      ? undefined
      : 'is not what was saved: its checksum does not match';
  } catch (error) {
    return `is damaged: ${(error as Error).message}`;
  }
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
type SavedPlan = Readonly<z.output<typeof savedPlan>>;

/**
 * Reads a saved plan and checks that nothing that it depends on has changed.
 * @throws RunError `USAGE.INVALID` if the file is not a plan, `STATE.CORRUPT`, `PLAN.STALE` with what has changed
 */
export async function readValidPlan(
  path: string,
  { pipeline, plan, ledger }: { readonly pipeline: Pipeline; readonly plan: Plan; readonly ledger: Ledger },
  context: Pick<CommandContext, 'signal' | 'system'>,
): Promise<SavedPlan> {
  const saved = await readPlan(path, context.system.files);
  checkUnchanged(saved, await basisOf(pipeline, plan, planState(ledger), context), pipeline.folder);
  return saved;
}

async function readPlan(path: string, files: Files): Promise<SavedPlan> {
  const refusal = (why: string): RunError =>
    new RunError('USAGE.INVALID', `--plan ${path}: ${why}`, {
      hint: 'make one with  chatferry plan PIPELINE --out plan.json',
    });
  const text = await files.readFile(path, 'utf8').catch((error: Error) => {
    throw refusal(error.message);
  });
  const damage = planDamage(text);
  if (damage !== undefined)
    throw new RunError('STATE.CORRUPT', `the plan ${path} ${damage}`, {
      where: { file: path },
      hint: 'make a new one:  chatferry plan <pipeline>',
    });
  try {
    return savedPlan.parse(JSON.parse(text));
  } catch {
    throw refusal('the file is not a plan');
  }
}

function checkUnchanged({ basis: before }: SavedPlan, now: PlanBasis, folder: string): void {
  const stale = (what: string): RunError => new RunError('PLAN.STALE', `the plan is stale: ${what}`);
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
    throw stale('rows have been written since');
}
