import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the slowest first: begun last, one of them would run on when all else is done. */
const SLOW: readonly string[] = [
  'test/simulation/simulation.process.test.ts',
  'test/e2e/run.process.test.ts',
  'test/e2e/kill.process.test.ts',
  'test/e2e/bad-input.process.test.ts',
  'test/security/canary.process.test.ts',
  'test/security/own-code.process.test.ts',
  'test/features/sync/ordinary-api.process.test.ts',
  'test/features/sync/taken-back.process.test.ts',
  'test/features/sync/killed.process.test.ts',
  'test/bench/bench.process.test.ts',
  'test/e2e/rows.process.test.ts',
  'test/features/sync/sequences.process.test.ts',
  'test/features/sync/undo-syncs.process.test.ts',
  'test/docs/first-time.process.test.ts',
  'test/properties/run.test.ts',
  'test/model/model.test.ts',
  'test/conformance/service.test.ts',
  'test/security/own-state.test.ts',
  'test/sandbox/storage/shared-transaction.test.ts',
  'test/service/client/sandbox.test.ts',
  'test/features/doctor/doctor.test.ts',
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
