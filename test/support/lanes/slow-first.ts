import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the slowest first: begun last, one of them would run on when all else is done. */
const SLOW: readonly string[] = [
  'test/simulation/simulation.process.test.ts',
  'test/e2e/run.process.test.ts',
  'test/features/sync/taken-back.process.test.ts',
  'test/e2e/bad-input.process.test.ts',
  'test/bench/bench.process.test.ts',
  'test/e2e/disk.process.test.ts',
  'test/recipes/real-exports.process.test.ts',
  'test/security/own-code.process.test.ts',
  'test/e2e/kill.process.test.ts',
  'test/features/state/lost-ledger.process.test.ts',
  'test/docs/docs.process.test.ts',
  'test/e2e/left-out.process.test.ts',
  'test/e2e/rows.process.test.ts',
  'test/features/sync/ordinary-api.process.test.ts',
  'test/features/sync/undo-syncs.process.test.ts',
  'test/features/sync/sequences.process.test.ts',
  'test/features/sync/killed.process.test.ts',
  'test/features/unlock/unlock.process.test.ts',
  'test/security/canary/canary.process.test.ts',
  'test/e2e/retry.process.test.ts',
  'test/features/verify/stopped.process.test.ts',
  'test/e2e/package.process.test.ts',
  'test/pipeline/code/open-pipeline.process.test.ts',
  'test/docs/first-time.process.test.ts',
  'test/e2e/sources/killed.process.test.ts',
  'test/e2e/signals.process.test.ts',
  'test/write-points/write-points.process.test.ts',
  'test/features/sync/edits-in-doubt.process.test.ts',
  'test/docs/samples.process.test.ts',
  'test/security/out-of-files.process.test.ts',
  'test/features/sync/missing.process.test.ts',
  'test/features/verify/verify.process.test.ts',
  'test/features/verify/landed-world.process.test.ts',
  'test/security/prototype.process.test.ts',
  'test/features/sync/carried.process.test.ts',
  'test/features/state/damaged-files.process.test.ts',
  'test/features/sync/changes.process.test.ts',
  'test/e2e/input-files.process.test.ts',
  'test/features/sync/there-before.process.test.ts',
  'test/docs/pipelines.process.test.ts',
  'test/features/undo/undo.process.test.ts',
  'test/features/init/init.process.test.ts',
  'test/soak/soak.process.test.ts',
  'test/features/validate/validate.process.test.ts',
  'test/docs/examples.process.test.ts',
  'test/e2e/sources/stopped.process.test.ts',
  'test/e2e/sources/sync.process.test.ts',
  'test/features/run/killed-run.process.test.ts',
  'test/security/least-privilege.process.test.ts',
  'test/recipes/recipes.process.test.ts',
  'test/features/verify/landed.process.test.ts',
  'test/properties/run.test.ts',
  'test/properties/archive.test.ts',
  'test/conformance/service.test.ts',
  'test/model/model.test.ts',
  'test/judge/judge.test.ts',
  'test/delivery/answers/in-doubt.test.ts',
  'test/simulation/disk.test.ts',
  'test/sandbox/storage/shared-transaction.test.ts',
  'test/sandbox/server/malformed.test.ts',
  'test/input/sources/csv-dialect.test.ts',
  'test/sandbox/import/keyed-rows.test.ts',
  'test/delivery/answers/all-refused.test.ts',
  'test/security/own-state.test.ts',
  'test/properties/csv-oracle.test.ts',
  'test/service/client/sandbox/users-and-groups.test.ts',
  'test/features/doctor/doctor.test.ts',
  'test/features/run/stopped-run.test.ts',
  'test/features/sync/compare.test.ts',
];

/** Vitest's own order, which knows how long files took where they ran here before, but the slow files first. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = SLOW.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'));
      return place < 0 ? SLOW.length : place;
    };
    const lane = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
    return (await super.sort(files)).sort((a, b) => lane(a) - lane(b) || rank(a) - rank(b));
  }
}
