/** Checks all regular expressions of the source anew, and writes the verdicts. `npm run test:patterns` */
import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { check } from 'recheck';
import { costsMore } from './costs-more.ts';
import { allPatterns, readVerdicts, VERDICTS } from './patterns.ts';

const { values } = parseArgs({ options: { timeout: { type: 'string', default: '60000' } } });
const known = existsSync(VERDICTS) ? readVerdicts() : new Map<string, string>();
const verdicts = new Map<string, string>();
const open: string[] = [];
const waiting = [...allPatterns()];

async function work(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [text, { source, flags, path }] = next;
    const found = await check(source, flags, { timeout: Number(values.timeout) });
    const why = known.get(text);
    const isWrong = found.status === 'vulnerable' && !costsMore(source, flags, found.attack);
    if (found.status === 'safe' || (isWrong && (why ?? 'linear') === 'linear')) verdicts.set(text, 'linear');
    else if (why !== undefined && why !== 'linear') verdicts.set(text, why);
    else {
      const how = found.status === 'vulnerable' ? found.attack.pattern.slice(0, 200) : found.error.kind;
      open.push(`${path}: ${text}\n    ${found.status}: ${how}`);
    }
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work));
const lines = [...verdicts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([text, why]) => `${why}\t${text}\n`);
writeFileSync(VERDICTS, lines.join(''));
console.log(`${verdicts.size} of ${verdicts.size + open.length} regular expressions have a verdict`);
if (open.length > 0) {
  console.log(`Not linear, as far as the checker sees:\n\n${open.join('\n')}`);
  process.exitCode = 1;
}
