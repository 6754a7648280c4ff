import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { exportSystems } from '../../../src/exports/readers.ts';
import { fixtures } from '../../fuzz-exports/exports.ts';
import { pick, type Random, seeded } from '../../support/random.ts';
import { type Work, workOf } from '../work-of.ts';

/** As many bytes of anything cost no more work, in any reader and converter. */
const BYTES = 65_536;
const CPU_MS = 1_000;
/** A header of 64 KiB has 65,536 columns, of which `inspect --json` prints 28 MB. */
const PRINTED_PER_MS = 20_000;

/** Pieces of what readers know, and of what they do not expect. */
const PIECES = [
  '\n',
  '\r',
  '\r\n',
  ' ',
  '\t',
  '\u2028',
  '\u00a0',
  '\u200e',
  '\ufeff',
  '\0',
  '0',
  'a',
  'é',
  '\\',
  '.',
  ',',
  '"',
  "'",
  '`',
  '""',
  "''",
  '\\"',
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '<',
  '>',
  '/*',
  '*/',
  '--',
  '#',
  '$$',
  ';',
  ':',
  '|',
  '{"',
  '":',
  '{}',
  '[]',
  '{"a":',
  '[{"a":1},',
  'null,',
  '1e9',
  '-',
  '\\u0000',
  '{"messages":[',
  '"id":"U1",',
  '"type":"',
  '"text":"',
  '"message_id":',
  '"channel_url":',
  '"cid":"a:b"',
  '"data":{',
  '"timestamp":"',
  '"meta":{"app":"firefoo"}',
  'INSERT INTO users ',
  'VALUES (1,',
  "'a',",
  'COPY users ',
  ' FROM stdin;\n',
  'CREATE TABLE t ',
  '/*!40101 ',
  'DELIMITER $$\n',
  '01.01.2026, 10:00 - A: ',
  '[1/1/26, 10:00:00 AM] A: ',
  ' (file attached)',
  '<attached: a.jpg>',
  'omitted',
  '2026-01-01T00:00:00Z',
  '<b>',
  '</b>',
  '<p>',
  '<ul><li>',
  '<blockquote>',
  '<br>',
  '<code>',
  '<pre>',
  '<a href="https://x.org">',
  '<!--',
  '&amp;',
  '&',
  '*',
  '**',
  '_',
  '~',
  '~~',
  '```',
  '<@U1>',
  '<@uid:',
  '<!here^',
  '<http://a|b>',
  '•',
  '> ',
  '- ',
  '1. ',
  '![](',
  '](',
  '@everyone',
];
const NAMES = [
  'a.json',
  'a.csv',
  'a.ndjson',
  'a.sql',
  'a.txt',
  'a.html',
  'users.json',
  'general/2026-01-01.json',
  'a.tsv',
];
const STEPS = [
  'htmlToMarkdown',
  'htmlToText',
  'slackToMarkdown',
  'stripMarkup',
  'trim',
  'slug',
  'digits',
  'lower',
];

const below = (random: Random, end: number): number => Math.floor(random() * end);

/** So many bytes, of a few pieces again and again, maybe around something of a real export. */
function anyText(random: Random): string {
  const few = Array.from({ length: 1 + below(random, 3) }, () => pick(random, PIECES));
  const unit = few.join('');
  const share = random() < 0.5 ? 1 : random();
  const repeated = unit.repeat(Math.ceil((BYTES * share) / Buffer.byteLength(unit)));
  const other = pick(random, PIECES);
  const rest = other.repeat(Math.ceil((BYTES * (1 - share)) / Buffer.byteLength(other)));
  const files = [...pick(random, fixtures).files.values()];
  const real = random() < 0.3 ? pick(random, files).toString('latin1').slice(0, below(random, 20_000)) : '';
  return real + pick(random, ['', pick(random, PIECES)]) + repeated + rest;
}

type Case = {
  readonly what: string;
  readonly files: Record<string, string | Buffer>;
  readonly args: readonly string[];
};

function caseOf(seed: number): Case {
  const random = seeded(seed);
  const text = Buffer.from(anyText(random)).subarray(0, BYTES);
  const roll = random();
  const name = pick(random, NAMES);
  if (roll < 0.4)
    return { what: `inspect ${name}`, files: { [name]: text }, args: ['inspect', `@/${name}`, '--json'] };
  const pipeline = (rest: string): string => `version: 1\nname: fuzz\n${rest}\n`;
  const args = ['validate', '@/pipeline.yaml', '--json'];
  if (roll < 0.7) {
    const system = pick(random, ['auto', ...exportSystems]);
    const zone = system === 'whatsapp' || system === 'sql' ? ', zone: UTC' : '';
    const rest = `sources: { export: { system: ${system}, path: export${zone} } }`;
    return {
      what: `export ${system}, ${name}`,
      files: { [`export/${name}`]: text, 'pipeline.yaml': pipeline(rest) },
      args,
    };
  }
  if (roll < 0.85) {
    const [file, content] = random() < 0.2 ? [`${name}.gz`, gzipSync(text)] : [name, text];
    const format = pick(random, ['csv', 'ndjson', 'json']);
    const rest = `sources: { users: { path: ${file}, format: ${format}, map: { uid: id, name: name } } }`;
    return {
      what: `users ${format}, ${file}`,
      files: { [file]: content, 'pipeline.yaml': pipeline(rest) },
      args,
    };
  }
  const steps = [pick(random, STEPS), pick(random, STEPS)];
  const rest = `sources: { users: { path: users.ndjson, map: { uid: id, name: id, "metadata.text": { from: body, as: [${steps}] } } } }`;
  const row = JSON.stringify({ id: 'a', body: text.toString() });
  return { what: `steps ${steps}`, files: { 'users.ndjson': row, 'pipeline.yaml': pipeline(rest) }, args };
}

/** What a fuzz came to. */
export type BoundsResult = {
  readonly cases: number;
  readonly slowest: string;
  readonly faults: readonly string[];
};

/** Gives commands anything for so long, each with a clock. */
export async function fuzzBounds(options: {
  readonly ms: number;
  readonly seed: number;
  readonly onFault?: (fault: string) => void;
}): Promise<BoundsResult> {
  const faults: string[] = [];
  let slowest = { cpuMs: 0, what: '' };
  // The first commands load their libraries.
  for (let seed = 0; seed < 40; seed++) await tried(caseOf(seed));
  const end = performance.now() + options.ms;
  let seed = options.seed;
  for (; performance.now() < end && faults.length < 20; seed++) {
    const found = caseOf(seed);
    let { cpuMs, fault } = await tried(found);
    // Garbage of the cases before it is no work of the reader.
    for (let again = 0; cpuMs > CPU_MS && again < 4; again++)
      cpuMs = Math.min(cpuMs, (await tried(found)).cpuMs);
    if (cpuMs > slowest.cpuMs) slowest = { cpuMs, what: `seed ${seed}, ${found.what}` };
    if (cpuMs > CPU_MS) fault ??= `${cpuMs} ms of work`;
    if (fault === undefined) continue;
    faults.push(`seed ${seed}, ${found.what}: ${fault}`);
    options.onFault?.(faults.at(-1) as string);
  }
  return { cases: seed - options.seed, slowest: `${slowest.cpuMs} ms: ${slowest.what}`, faults };
}

async function tried({ files, args }: Case): Promise<{ readonly cpuMs: number; fault: string | undefined }> {
  try {
    const { cpuMs, stdout }: Work = await workOf(files, ...args);
    return { cpuMs: Math.round(cpuMs - stdout.length / PRINTED_PER_MS), fault: undefined };
  } catch (error) {
    return { cpuMs: 0, fault: `a crash: ${error instanceof Error ? error.stack : error}` };
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '30' },
      seed: { type: 'string', default: String(Date.now() % 1e6) },
    },
  });
  const ms = Number(values.minutes) * 60_000;
  const result = await fuzzBounds({ ms, seed: Number(values.seed), onFault: (fault) => console.log(fault) });
  console.log(JSON.stringify(result, undefined, 1));
  process.exitCode = result.faults.length > 0 ? 1 : 0;
}
