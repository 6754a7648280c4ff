import { parseArgs } from 'node:util';
import { soak } from './soak.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    'requests-per-minute': { type: 'string', default: '120' },
  },
});
const found = await soak(Number(values.minutes), Number(values['requests-per-minute']), console.log);
const { seconds, rows, report, verdict, rssMb, openFiles, sandboxRssMb } = found;
console.log(
  JSON.stringify({ seconds, rows, exitCode: report.exitCode, requests: report.requests, verdict }, null, 2),
);
const shown = ([before, after]: readonly [number, number]): string =>
  `${before.toFixed(0)} → ${after.toFixed(0)}`;
console.log(
  `memory ${shown(rssMb)} MB, open files ${shown(openFiles)}, sandbox ${shown(sandboxRssMb)} MB: medians (files: the most) of the second and of the last fifth`,
);
