import { parseArgs } from 'node:util';
import { serverKinds } from '../../features/fleet/queue-servers.ts';
import { setup } from '../../support/lanes/build.ts';
import { attack } from './attack.ts';

/** The long form: so many jobs of somebody who may write to a queue: `npm run test:queue -- --jobs 10000`. */
const { values } = parseArgs({
  options: { jobs: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
setup();
const kind = serverKinds.find(({ missing }) => !missing);
if (!kind) throw new Error('no server for a queue here');
const { leaks, codes, isSeen } = await attack(kind, Number(values.jobs), Number(values.seed));
for (const [code, count] of Object.entries(codes).sort(([, a], [, b]) => b - a))
  process.stdout.write(`${String(count).padStart(8)}  ${code}\n`);
process.stdout.write(`${leaks.length} leaks\n`);
for (const leak of leaks) process.stdout.write(`  ${leak}\n`);
if (leaks.length > 0 || !isSeen || codes['BUG.UNEXPECTED']) process.exitCode = 1;
