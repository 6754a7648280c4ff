// Builds dist/, unless it fits the sources already. Everything is made beside it and put in place at once, and the parts of
// the build before stay, so that a command that is running finds what it has yet to load.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeSystems } from './write-systems.js';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
/** Lists what a build is made of and its files; hidden, so that it is not published. */
const STAMP = '.built.json';
const WASM = 'src/prefilter/wasm/screen.wasm';
const VIEWS = ['sandbox/view', 'report/pages/view'];
const run = promisify(execFile);

process.chdir(root);
const started = performance.now();
try {
  writeSystems();
  const sources = hashOfSources();
  if (!fits(sources)) {
    await build(sources);
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    process.stdout.write(`chatferry: built dist in ${seconds} s\n`);
  }
} catch (error) {
  process.stderr.write(`chatferry: cannot build dist: ${error.stdout || error.stderr || error.message}\n`);
  process.exitCode = 1;
}

/** Paths of the files below a folder, sorted. */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function hashOfSources() {
  const hash = createHash('sha256').update(process.version);
  const single = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];
  for (const path of [...filesIn('src'), ...filesIn('build'), ...single.filter((each) => existsSync(each))]) {
    if (path === join(WASM)) continue;
    const bytes = readFileSync(path);
    hash.update(`${path}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

/** What the stamp in dist says; undefined if there is none. */
function stamped() {
  try {
    return JSON.parse(readFileSync(join(dist, STAMP), 'utf8'));
  } catch {
    return undefined;
  }
}

/** True if dist was built from these sources and is whole. */
function fits(sources) {
  const stamp = stamped();
  return (
    stamp?.sources === sources &&
    existsSync(WASM) &&
    Object.entries(stamp.files).every(
      ([path, size]) => statSync(join(dist, path), { throwIfNoEntry: false })?.size === size,
    )
  );
}

async function build(sources) {
  dropLeftBuilds();
  const beside = `${dist}-${process.pid}`;
  try {
    mkdirSync(beside);
    const wasm = join(beside, 'screen.wasm');
    const done = await Promise.allSettled([
      program('typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', beside),
      program(
        'assemblyscript/bin/asc.js',
        ...['src/prefilter/wasm/assembly/screen.ts', '--outFile', wasm, '--runtime', 'stub', '-O3'],
        ...['--converge', '--noAssert', '--importMemory', '--sharedMemory', '--initialMemory', '1'],
        ...['--maximumMemory', '65536', '--enable', 'simd,threads,bulk-memory'],
      ),
      bundle(beside),
    ]);
    for (const { reason } of done) if (reason) throw reason;
    for (const view of VIEWS) cpSync(`src/${view}`, join(beside, view), { recursive: true });
    mkdirSync(join(beside, 'prefilter/wasm'), { recursive: true });
    cpSync(wasm, join(beside, 'prefilter/wasm/screen.wasm'));
    renameSync(wasm, WASM);
    const files = Object.fromEntries(
      filesIn(beside).map((path) => [path.slice(beside.length + 1), statSync(path).size]),
    );
    writeFileSync(join(beside, STAMP), JSON.stringify({ sources, files }));
    putInPlace(beside);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

/** Runs a program of an installed package; what it prints is shown only if it fails. */
function program(path, ...args) {
  return run(process.execPath, [join('node_modules', path), ...args]);
}

async function bundle(folder) {
  const [{ build: bundled }, { default: config }] = await Promise.all([
    import('rolldown'),
    import('./rolldown.config.js'),
  ]);
  const { output } = await bundled({
    ...config,
    logLevel: 'warn',
    output: { ...config.output, dir: folder },
  });
  // Source maps say where; the sources stay in the repository.
  for (const { fileName, source } of output.filter(({ fileName: name }) => name.endsWith('.map')))
    writeFileSync(
      join(folder, fileName),
      JSON.stringify({ ...JSON.parse(source), sourcesContent: undefined }),
    );
}

function putInPlace(beside) {
  const old = `${dist}-old-${process.pid}`;
  for (const path of Object.keys(stamped()?.files ?? {})) {
    const [from, to] = [join(dist, path), join(beside, path)];
    if (/^part-.*\.js$/.test(path) && existsSync(from) && !existsSync(to)) cpSync(from, to);
  }
  if (existsSync(dist)) renameSync(dist, old);
  try {
    renameSync(beside, dist);
  } catch (error) {
    // Another build was faster: its sources are these.
    if (error.code !== 'ENOTEMPTY') throw error;
  }
  rmSync(old, { recursive: true, force: true });
}

/** Removes builds that ended before they were put in place. */
function dropLeftBuilds() {
  for (const name of readdirSync('.')) {
    const [, pid] = /^dist-(?:old-)?(\d+)$/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(name, { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}
