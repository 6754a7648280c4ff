import type { Plan } from '../delivery/plan.ts';
import { NO_WORKPLACE, type Workplace } from './open/opening.ts';
import type { Pipeline } from './pipeline.ts';

/**
 * A plan whose rows have the addresses of copies, if the pipeline copies files; else the plan as it is.
 * @throws RunError `STATE.*` if it cannot be read what was copied
 */
export async function withFileCopies(
  plan: Plan,
  { files: spec, stateFolder }: Pick<Pipeline, 'files' | 'stateFolder'>,
  { system, holds }: Pick<Workplace, 'system' | 'holds'> = NO_WORKPLACE,
): Promise<Plan> {
  if (!spec) return plan;
  const { withPlanCopies } = await import('./files/plan-copies.ts');
  return await withPlanCopies(plan, spec, { stateFolder, files: system.files, holds });
}
