import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { isAbsolute, join, relative } from 'node:path';
import { defineConfig } from 'rolldown';

// The published program in a few files: Node takes half a millisecond for each module, and there are hundreds. Libraries
// stay outside, but for two that every command with a pipeline needs and that are a hundred modules each.
const STACKS = '@whatwg-node/disposablestack';
const INSIDE = ['zod', 'yaml', STACKS, '@whatwg-node/promise-helpers'];
// What stands in for a newer Node.js: nearly every part needs it.
const STAND_INS = /@oxc-project\/runtime|@whatwg-node\//;
const source = join(import.meta.dirname, '../src');

/** What stands beside a module is found from where the compiler would have put the module: parts lie in `dist` itself. */
const ownPlace = {
  name: 'own-place',
  transform(code, id) {
    if (!code.includes('import.meta.') || !id.startsWith(source)) return undefined;
    const path = relative(source, id).replaceAll('\\', '/').replace(/\.ts$/, '.js');
    const folder = path.includes('/') ? `/${path.slice(0, path.lastIndexOf('/'))}` : '';
    const placed = code
      .replaceAll('import.meta.url', `new URL("./${path}", import.meta.url).href`)
      .replaceAll('import.meta.filename', `(import.meta.dirname + "/${path}")`)
      .replaceAll(/import\.meta\.dirname(?! \+)/g, `(import.meta.dirname + "${folder}")`);
    // Lines stay lines.
    return { code: placed, map: null };
  },
};

/** What is imported of Node.js is asked for by a call: `import` makes a module of all that it exports, which for
 * `node:http` alone loads a web client and takes 30 ms. The program itself begins in an older Node.js, too, to refuse it. */
const builtins = {
  name: 'builtins',
  renderChunk(code, { name }) {
    if (name === 'cli') return undefined;
    return {
      code: code.replaceAll(
        /^import (\{[^}]+\}|\w+) from ("node:[\w/]+");/gm,
        (_, names, name) => `const ${names.replaceAll(' as ', ': ')} = process.getBuiltinModule(${name});`,
      ),
      map: null,
    };
  },
};

/**
 * One character beyond Latin-1 makes V8 keep a whole part with two bytes for each, and read it more slowly.
 * @throws Error where an escape would be another text: after a backslash, and in a template that is read as it is written
 */
const escaped = {
  name: 'escaped',
  renderChunk(code) {
    const [raw] = /\\[\u0080-\uffff]|String\.raw`[^`]*[\u0080-\uffff]/.exec(code) ?? [];
    if (raw !== undefined) throw new Error(`this cannot be escaped: ${raw}`);
    const escaping = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return { code: code.replaceAll(/[\u0080-\uffff]/g, escaping), map: null };
  },
};

/** The modules from which parts begin, by the name of the part. */
const BEGINS = {
  // All that worker.ts imports, so that a thread loads nothing else.
  worker: ['areas', 'block-screener', 'calls', 'engine'].map((name) => `prefilter/wasm/${name}.ts`),
  main: ['cli/main.ts', 'system/system.ts', 'system/watch-standing.ts'],
  // A thread has all that it loads once more.
  receiver: ['features/live/receive/receiver-thread.ts'],
  help: ['cli/arguments.ts'],
  status: ['show-status', 'status-text'].map((name) => `features/status/${name}.ts`),
  // `run` begins without the other commands, too.
  validate: ['cli/commands/validate.ts', 'cli/commands/run.ts', 'features/validate/validate.ts'],
  client: ['client.ts'],
};

/** The licences of the libraries inside, which ask to be kept with copies. */
const licences = {
  name: 'licences',
  generateBundle() {
    const source = INSIDE.map((name) => {
      const folder = join(import.meta.dirname, '../node_modules', name);
      const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
      const { license, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const text = file ? readFileSync(join(folder, file), 'utf8') : `${license}, ${repository.url}\n`;
      return `${name}\n\n${text}`;
    }).join('\n');
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
  },
};

const importsOf = new Map();
/** The modules that a program or an `import()` begins with, and the length of each module. */
const roots = new Set();
const lengths = new Map();
const graph = {
  name: 'graph',
  moduleParsed({ id, importedIds, dynamicallyImportedIds, isEntry, code }) {
    importsOf.set(id, importedIds);
    lengths.set(id, code.length);
    for (const root of isEntry ? [id] : dynamicallyImportedIds) roots.add(root);
  },
};

/** Whether a part needs a module, without what it imports only when it comes to it. */
function neededBy(part) {
  return (id) => {
    if (!needed.has(part)) needed.set(part, closure(BEGINS[part]));
    return needed.get(part).has(id);
  };
}

const needed = new Map();

function closure(paths) {
  return closureOf(paths.map((path) => join(source, path)));
}

function closureOf(ids) {
  const found = new Set(ids);
  for (const each of found) for (const imported of importsOf.get(each) ?? []) found.add(imported);
  return found;
}

/** What these need of a thread stands apart from what it alone needs. */
const OTHERS = ['help', 'status', 'validate'];

const inMain = (id) => STAND_INS.test(id) || neededBy('main')(id);
const inReceiver = (id) => neededBy('receiver')(id) && OTHERS.some((part) => neededBy(part)(id));
const neededByClient = (id) => STAND_INS.test(id) || neededBy('client')(id);

/** What a command needs is one part: a module is in the first of these that takes it. What the client needs of a part
 * stands apart from it, so that `chatferry/client` loads nothing else of it. */
const PARTS = [
  { name: 'worker', test: neededBy('worker') },
  // What the client has of the parts that a receiver or `status` loads, too: a few lines, so they are one.
  {
    name: 'main-and-client',
    test: (id) => neededByClient(id) && [inMain, inReceiver, neededBy('status')].some((test) => test(id)),
  },
  { name: 'main', test: inMain },
  { name: 'receiver', test: inReceiver },
  ...[
    { name: 'common', test: (id) => neededBy('help')(id) && neededBy('validate')(id) },
    { name: 'help', test: neededBy('help') },
    { name: 'status', test: neededBy('status') },
    { name: 'validate', test: neededBy('validate') },
  ].flatMap(({ name, test }) => [
    { name: `${name}-and-client`, test: (id) => neededByClient(id) && test(id) },
    { name, test },
  ]),
  { name: 'own-fetch', test: (id) => /\/(?:exchange\/own-fetch|system\/tunnel)\.ts$/.test(id) },
  // Commands load the first of the two alone.
  { name: 'requests', test: (id) => neededByClient(id) && !/\/client(?:\.ts$|\/)/.test(id) },
  { name: 'calls', test: neededByClient },
  // What all fleet commands but a worker share: a worker loads the commands that it runs.
  { name: 'fleet', test: (id) => /\/features\/fleet\/(?!work|shards\/)/.test(id) },
];

/** What several commands need and nothing above takes is a part for each set of commands: below this, in characters, such
 * a part is joined with the others that load as much. */
const FEW = 10_000;
/** The parts that not every command loads, beginning with the largest. */
const LARGE = ['validate', 'fleet', 'help', 'calls', 'requests', 'status', 'common'];

let joined;

function joinedPart(id) {
  joined ??= joinedParts();
  return joined.get(id) ?? null;
}

function joinedParts() {
  const left = [...importsOf.keys()].filter((id) => !PARTS.some(({ test }) => test(id)));
  const neededFrom = new Map(left.map((id) => [id, []]));
  for (const root of [...roots].sort()) for (const id of closureOf([root])) neededFrom.get(id)?.push(root);
  const few = new Set();
  for (const ids of Map.groupBy(left, (id) => neededFrom.get(id).join()).values()) {
    const length = ids.reduce((sum, id) => sum + lengths.get(id), 0);
    if (length < FEW && neededFrom.get(ids[0]).length > 1)
      for (const id of ids) if (!roots.has(id)) few.add(id);
  }
  const names = new Map();
  for (const id of few) {
    const loaded = [...closureOf([id])].filter((each) => !few.has(each) && !isBuiltin(each));
    const own = loaded.filter((each) => importsOf.has(each));
    const parts = own.map((each) => PARTS.find(({ test }) => test(each))?.name);
    // Parts must not load each other: all that this module loads is in a part above, or is joined as well.
    if (parts.includes(undefined)) continue;
    const libraries = loaded.filter((each) => !importsOf.has(each)).sort();
    const name = ['few', LARGE.find((part) => parts.includes(part)), ...libraries].filter(Boolean).join('-');
    names.set(id, name.replaceAll(/[^\w-]/g, '_'));
  }
  return names;
}

export default defineConfig({
  input: {
    cli: 'src/cli.ts',
    client: 'src/client.ts',
    index: 'src/index.ts',
    sandbox: 'src/sandbox.ts',
    'features/live/receive/receiver-thread': 'src/features/live/receive/receiver-thread.ts',
    'prefilter/wasm/worker': 'src/prefilter/wasm/worker.ts',
    'system/watch-thread': 'src/system/watch-thread.ts',
  },
  platform: 'node',
  // What Node.js 22 lacks: `using`, and what holds several resources.
  transform: {
    target: 'es2024',
    inject: Object.fromEntries(
      ['AsyncDisposableStack', 'DisposableStack'].map((name) => [name, [STACKS, name]]),
    ),
  },
  external: (id) =>
    !/^(?:\.|@oxc-project\/|rolldown)/.test(id) &&
    !isAbsolute(id) &&
    !INSIDE.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [ownPlace, licences, graph, builtins, escaped],
  output: {
    dir: 'dist',
    sourcemap: true,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'part-[name]-[hash].js',
    // Documentation is in the types.
    comments: { jsdoc: false, annotation: false, legal: true },
    codeSplitting: {
      groups: [...PARTS, { name: joinedPart, debugName: 'few' }].map((group, index, { length }) => ({
        ...group,
        priority: length - index,
      })),
    },
  },
});
