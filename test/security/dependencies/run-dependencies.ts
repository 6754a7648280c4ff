import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../../support/repository.ts';
import type { Lock } from '../sbom-faults.ts';
import { dependencyReport } from './dependency-faults.ts';

/**
 * Reports what is installed: licences, install scripts, and of the declared packages the age and whether the registry says how
 * they were built (provenance). Ends with 1 if something must not be. What the registry does not tell is said, and no fault.
 */

const run = promisify(execFile);
const DAY_MS = 86_400_000;
const ASK_MS = 20_000;
/** A version that is younger may be taken back because it was published by a thief. */
const YOUNG_DAYS = 7;

type Declared = Readonly<Record<string, string>>;
type Packument = {
  readonly time?: Readonly<Record<string, string>>;
  readonly versions?: Readonly<Record<string, { readonly dist?: { readonly attestations?: unknown } }>>;
};

const read = (name: string): unknown => JSON.parse(readFileSync(join(repository, name), 'utf8'));

/** What the registry has of a package; undefined if it cannot be asked. */
async function asked(registry: string, name: string): Promise<Packument | undefined> {
  try {
    const answer = await fetch(new URL(name.replace('/', '%2f'), registry), {
      signal: AbortSignal.timeout(ASK_MS),
    });
    return answer.ok ? ((await answer.json()) as Packument) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the signatures of the registry are good; why they were not checked, if they were not. */
async function signatures(): Promise<string> {
  try {
    const { stdout } = await run('npm', ['audit', 'signatures'], { cwd: repository, timeout: ASK_MS });
    return stdout.trim().replaceAll('\n', ' ');
  } catch (error) {
    const { stderr = '', message } = error as Error & { readonly stderr?: string };
    return `not checked: ${/npm error (network request.*|.*signature.*)/.exec(stderr)?.[1] ?? message.split('\n')[0]}`;
  }
}

const lock = read('package-lock.json') as Lock;
const { dependencies, devDependencies } = read('package.json') as Record<string, Declared>;
const { packages, runtime, licences, scripts, faults } = dependencyReport(lock);
console.log(`${packages} packages, ${runtime} of them are installed with chatferry`);
for (const [licence, count] of Object.entries(licences).sort(([, a], [, b]) => b - a))
  console.log(`  ${licence}: ${count}`);
console.log('install scripts, all of tools:');
for (const { name, reason } of scripts) console.log(`  ${name}: ${reason}`);

const { stdout } = await run('npm', ['config', 'get', 'registry']);
const declared = Object.entries({ ...dependencies, ...devDependencies });
console.log('declared packages, by age:');
const rows = await Promise.all(
  declared.map(async ([alias, wanted]) => {
    // One of several versions of a package has another name here: `npm:typescript@6.0.3`.
    const [, name = alias, version = wanted] = /^npm:(.+)@([^@]+)$/.exec(wanted) ?? [];
    const found = await asked(stdout.trim(), name);
    const published = found?.time?.[version];
    const days =
      published === undefined ? undefined : Math.floor((Date.now() - Date.parse(published)) / DAY_MS);
    const isProven = found?.versions?.[version]?.dist?.attestations !== undefined;
    return { name, version, days, isProven };
  }),
);
for (const { name, version, days, isProven } of rows.sort((a, b) => (a.days ?? 0) - (b.days ?? 0))) {
  const age = days === undefined ? 'age unknown' : `${days} days${days < YOUNG_DAYS ? ' (young)' : ''}`;
  console.log(`  ${name} ${version}: ${age}, ${isProven ? 'provenance' : 'no provenance told'}`);
}
console.log(`signatures: ${await signatures()}`);
for (const fault of faults) console.error(`✖ ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
