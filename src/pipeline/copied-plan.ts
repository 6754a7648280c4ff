import { resolve } from 'node:path';
import type { Plan } from '../delivery/plan.ts';
import { holdsBytes } from '../files/state/state-store.ts';
import { findFiles } from './find-files.ts';
import { exportOf } from './open/open-export-of.ts';
import { NO_WORKPLACE, type Workplace } from './open/opening.ts';
import type { Pipeline } from './pipeline.ts';
import type { Copies } from './remote/copies.ts';
import { COPIES_LOG } from './state-place.ts';

/**
 * Checks that messages which were sent with addresses of copies will have the same: the service does not change them.
 * @throws RunError `FILES.CONFIG`, `STATE.*`
 */
export async function requireSameCopies(
  { files: spec, stateFolder }: Pipeline,
  { system, stateIn }: Workplace = NO_WORKPLACE,
): Promise<void> {
  const state = stateIn(stateFolder);
  if (!state || !holdsBytes(state, COPIES_LOG)) return;
  const { requireSentCopies } = await import('./files/sent-copies.ts');
  await requireSentCopies(spec, state, stateFolder, system.files);
}

/**
 * A plan whose rows have the addresses of copies, if the pipeline copies files; else the plan as it is.
 * @param copies those of files on servers
 * @throws RunError `SOURCE.*`, `STATE.*` if it cannot be read what was copied
 */
export async function withFileCopies(
  plan: Plan,
  pipeline: Pipeline,
  copies: Copies,
  { system, stateIn, holds }: Workplace = NO_WORKPLACE,
): Promise<Plan> {
  const { files: spec, folder, stateFolder } = pipeline;
  if (!spec) return plan;
  const { withPlanCopies } = await import('./files/plan-copies.ts');
  const { files } = system;
  const state = stateIn(stateFolder);
  const found = exportOf(pipeline);
  const paths = found && (await findFiles({ path: found.path }, { folder, copies }, 'export', files));
  const exported = paths?.map((path) => resolve(folder, path));
  return await withPlanCopies(plan, spec, { state, stateFolder, exported, files, holds });
}
