// Around `npm pack` and `npm publish`: the package gets a package.json without what only a clone needs, above all without
// `prepare`, of which npm warns everybody who installs. Called again with --restore, it puts the file of the clone back.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

process.chdir(join(import.meta.dirname, '..'));
const KEPT = 'package.json.of-clone';
const OF_CLONE = ['scripts', 'workspaces', 'devEngines', 'devDependencies', 'allowScripts', 'overrides'];

// Also one that a killed `npm pack` has left.
if (existsSync(KEPT)) renameSync(KEPT, 'package.json');
if (!process.argv.includes('--restore')) {
  execFileSync(process.execPath, ['build/prepare.js'], { stdio: ['ignore', 'ignore', 'inherit'] });
  dropWhatWasNotBuilt();
  const text = readFileSync('package.json', 'utf8');
  writeFileSync(KEPT, text);
  const published = Object.entries(JSON.parse(text)).filter(([key]) => !OF_CLONE.includes(key));
  writeFileSync('package.json', `${JSON.stringify(Object.fromEntries(published), null, 2)}\n`);
}

/** Removes from dist the parts of builds before, and what anybody has put there. */
function dropWhatWasNotBuilt() {
  const { files } = JSON.parse(readFileSync('dist/.built.json', 'utf8'));
  for (const entry of readdirSync('dist', { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isDirectory() && !(path.slice('dist/'.length) in files) && entry.name !== '.built.json')
      rmSync(path, { force: true });
  }
}
