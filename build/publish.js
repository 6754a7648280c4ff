// Around `npm pack` and `npm publish`: the package gets a package.json without what only a clone needs, above all without
// `prepare`, of which npm warns everybody who installs. Called again with --restore, it puts the file of the clone back.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

process.chdir(join(import.meta.dirname, '..'));
const KEPT = 'package.json.of-clone';
const OF_CLONE = ['scripts', 'workspaces', 'devEngines', 'devDependencies', 'allowScripts', 'overrides'];

if (existsSync(KEPT)) restore();
if (!process.argv.includes('--restore')) {
  execFileSync(process.execPath, ['build/prepare.js'], { stdio: ['ignore', 'ignore', 'inherit'] });
  dropWhatWasNotBuilt();
  const text = readFileSync('package.json', 'utf8');
  writeFileSync(`${KEPT}.new`, text);
  renameSync(`${KEPT}.new`, KEPT);
  writeFileSync('package.json', published(text));
}

function published(text) {
  const kept = Object.entries(JSON.parse(text)).filter(([key]) => !OF_CLONE.includes(key));
  return `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`;
}

/** Puts the file of the clone back; also one that a killed `npm pack` has left, unless package.json was changed since. */
function restore() {
  const now = readFileSync('package.json', 'utf8');
  const kept = readFileSync(KEPT, 'utf8');
  if (now === published(kept)) renameSync(KEPT, 'package.json');
  else if (JSON.parse(now).scripts !== undefined) rmSync(KEPT);
  else throw new Error(`package.json was changed while ${KEPT} waited: put it back by hand`);
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
