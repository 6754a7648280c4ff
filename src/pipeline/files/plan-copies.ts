import type { CopiesRevision, Plan, Step } from '../../delivery/plan.ts';
import type { CopiedAddress, FindCopy } from '../../input/rows/forms/copied-address.ts';
import { type CopyRules, withCopies } from '../../input/rows/forms/files-step.ts';
import type { Workplace } from '../open/opening.ts';
import type { Pipeline } from '../pipeline.ts';
import type { FilesSpec } from './files-spec.ts';

/**
 * A plan whose rows have the addresses of copies: those that earlier runs have made, and for addresses that nobody has tried one
 * that looks like them, until the plan is given what has become of all of them.
 * @throws RunError `STATE.*`
 */
export async function withPlanCopies(plan: Plan, pipeline: Pipeline, workplace: Workplace): Promise<Plan> {
  const spec = pipeline.files;
  if (!spec) return plan;
  const answers = new Answers(await savedCopies(pipeline, spec, workplace));
  const rules: CopyRules = {
    what: spec.what,
    onFailure: spec.onFailure,
    find: (address) => answers.find(address),
    meaning: (kind) => [
      spec.publicUrl,
      spec.keep,
      answers.revision.outcomes,
      ...(kind !== 'attachments' || spec.recheck === 'all' ? [answers.revision.contents] : []),
    ],
  };
  const copied = (step: Step): Step => ({
    ...step,
    mappings: step.mappings.map((mapping) => withCopies(mapping, step.entity, rules)),
  });
  return {
    ...plan,
    steps: plan.steps.map(copied),
    copies: { steps: plan.steps, use: (find, revision) => answers.use(find, revision) },
  };
}

const NO_REVISION: CopiesRevision = { outcomes: 0, contents: 0 };

/** What is known of the copies: at first what earlier runs left. */
class Answers {
  #find: FindCopy;
  #revision: CopiesRevision;

  constructor({ find, revision }: { readonly find: FindCopy; readonly revision: CopiesRevision }) {
    this.#find = find;
    this.#revision = revision;
  }

  get revision(): CopiesRevision {
    return this.#revision;
  }

  find(address: string): CopiedAddress {
    return this.#find(address);
  }

  use(find: FindCopy, revision: CopiesRevision = this.#revision): void {
    this.#revision = revision;
    this.#find = (address) => {
      const copy = find(address);
      // An address without a file behind it must never be sent.
      return copy.outcome === 'unknown' ? { outcome: 'failed', why: 'silent' } : copy;
    };
  }
}

async function savedCopies(
  _pipeline: Pipeline,
  { publicUrl }: FilesSpec,
  _workplace: Workplace,
): Promise<{ readonly find: FindCopy; readonly revision: CopiesRevision }> {
  const find: FindCopy = (address) => {
    const [, ending = 'bin'] = /\.([a-z0-9]{1,16})$/i.exec(URL.parse(address)?.pathname ?? '') ?? [];
    return { outcome: 'unknown', placeholder: `${publicUrl}/00/${'0'.repeat(64)}.${ending.toLowerCase()}` };
  };
  return { find, revision: NO_REVISION };
}
