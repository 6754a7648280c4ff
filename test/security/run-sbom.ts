import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../support/repository.ts';
import { type Lock, runtimeClosure, type Sbom, sbomFaults } from './sbom-faults.ts';

/**
 * The bill of materials of the package as a user installs it. npm makes it from a copy without the development
 * dependencies: with `--omit dev` it leaves out what those depend on as well (yaml, zod), and lists what their install
 * scripts leave in `node_modules`.
 */
function billOfMaterials(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-sbom-'));
  const npm = (...args: readonly string[]): string =>
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const { devDependencies, scripts, ...installed } = JSON.parse(
      readFileSync(join(repository, 'package.json'), 'utf8'),
    ) as Record<string, unknown>;
    writeFileSync(join(folder, 'package.json'), JSON.stringify(installed));
    cpSync(join(repository, 'package-lock.json'), join(folder, 'package-lock.json'));
    npm('install', '--package-lock-only', '--offline', '--ignore-scripts', '--silent');
    return npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--silent');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Packages of the lock file that bring a native binary. */
function nativeBinaries(lock: Lock): string[] {
  return runtimeClosure(lock).flatMap((path) =>
    globSync('**/*.node', { cwd: join(repository, path) }).map((file) => `${path} has the binary ${file}`),
  );
}

// `npm run sbom` checks it, `npm run sbom -- sbom.json` keeps it as well.
const text = billOfMaterials();
const lock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as Lock;
const sbom = JSON.parse(text) as Sbom;
const faults = [...sbomFaults(sbom, lock), ...nativeBinaries(lock)];
const [file] = process.argv.slice(2);
if (file) writeFileSync(file, text);
for (const fault of faults) console.error(`✖ ${fault}`);
if (faults.length > 0) process.exitCode = 1;
else
  console.log(
    `the bill of materials lists exactly the ${sbom.components?.length} packages of an installation`,
  );
