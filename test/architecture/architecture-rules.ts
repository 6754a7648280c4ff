import { entityNames } from '../../src/input/entities/entity.ts';
import { cyclesOf, readTree, type SourceFile } from './import-graph.ts';

/** The floors of `src/`, from the top: a file imports its own floor or a lower one, for types as well. */
export const FLOORS = [
  'cli',
  'library',
  'features',
  'session',
  'state',
  'report',
  'pipeline',
  'delivery',
  'conformance',
  'origin',
  'service',
  'exports',
  'ledger',
  'prefilter',
  'tables',
  'inspection',
  'input',
  'keys',
  'files',
  'terminal',
  'errors',
  'system',
];

/** The features that a feature may know; the others stand alone. */
export const FEATURES: Readonly<Record<string, readonly string[]>> = {
  run: ['sync', 'plan', 'fleet/shards'],
  plan: ['sync', 'validate', 'verify'],
  init: ['validate'],
  fleet: ['fleet/shards'],
  forget: ['live'],
  state: ['live', 'verify'],
  live: ['run'],
};

/**
 * Implementations of one interface: they do not know each other, and only their registry names them. The first group of
 * the expression tells one from another.
 */
export const IMPLEMENTATIONS: readonly { readonly of: RegExp; readonly namedBy: RegExp }[] = [
  {
    of: /^cli\/commands\/(?!commands\.ts$)([\w-]+)\.ts$/,
    // The fast path knows two commands without the list of all of them.
    namedBy: /^cli\/(?:commands\/commands|fast-path)\.ts$/,
  },
  {
    of: /^report\/formats\/(?!formats\.ts$|report-format\.ts$)([\w-]+)\.ts$/,
    namedBy: /^report\/formats\/formats\.ts$/,
  },
  {
    of: /^report\/html\/(columns|conversations|cost|entities|losses|origin|problems|sync|timeline)\.ts$/,
    namedBy: /^report\/html\/(page)\.ts$/,
  },
  { of: /^origin\/(\w+)\/live\/\w+-live\.ts$/, namedBy: /^origin\/live-origins\.ts$/ },
  {
    of: /^origin\/\w+\/files\.ts$/,
    namedBy: /^origin\/(service\/other-app|stream\/stream|twilio\/twilio)\.ts$/,
  },
  // The questions of a probe are values of one list, and know what it has seen.
  { of: /^conformance\/(?!probe\/)\w+\/([\w-]+)\.ts$/, namedBy: /^conformance\/checks\.ts$/ },
  {
    of: /^files\/state\/(\w+)-state\.ts$/,
    // A plan of a pipeline that has written nothing needs a ledger that nobody keeps.
    // The last two are of a thread, which has all that it loads once more.
    namedBy:
      /^(state\/state|features\/plan\/plan|features\/live\/(inbox\/open-inbox-writer|receive\/open-signs-of-life))\.ts$/,
  },
  { of: /^service\/targets\/(\w+)-api\.ts$/, namedBy: /^service\/targets\/targets\.ts$/ },
  {
    of: /^service\/targets\/optional\/(?!optional-)([\w-]+)\.ts$/,
    namedBy: /^service\/targets\/optional\/optional-entities\.ts$/,
  },
  {
    of: /^service\/transport\/(auth|http|limit|observe|retry|stop-on-refusal|tries)\.ts$/,
    // Five stacks of layers: a run, reading alone, single calls, checks of a service, and an old system.
    // A notification has no layer around it: it is sent once. A client for a few calls is given connections.
    namedBy:
      /^(features\/run\/monitoring\/notify\/send-request|session\/open-transport|features\/verify\/compare\/open-reader|origin\/service\/(?:app-client|live\/app-hooks)|session\/consent\/silence|service\/client\/open-client|origin\/ask\/open-ask|conformance\/open-service)\.ts$/,
  },
  {
    of: new RegExp(`^input/entities/(?:optional/)?(${entityNames.join('|')})\\.ts$`),
    namedBy: /^input\/entities\/entities\.ts$/,
  },
  {
    of: /^exports\/systems\/([\w-]+)\//,
    namedBy: /^exports\/systems\.ts$/,
  },
  {
    // The bytes of a file are the same whatever its format.
    of: /^input\/sources\/(?!bytes\/)([\w-]+)\//,
    namedBy: /^input\/sources\/formats\.ts$/,
  },
];

/** What a browser runs. */
const PAGES = /^(?:sandbox|report\/pages)\/view\//;
/** Ways to make markup or code of a text; the page shows the texts of others, so it has none of them. */
const TEXT_TO_MARKUP =
  /\b(?:innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|parseHTMLUnsafe|srcdoc|DOMParser|createContextualFragment|eval|Function)\b|\bdocument\.write/;

/** Files that may use the machine's own time, chance and disk; all others get them from `system/`. */
const OUTSIDE_SYSTEM =
  /^(?:system\/|sandbox\/|conformance\/|features\/doctor\/|cli\/commands\/sandbox\.ts$|session\/embedded-sandbox\.ts$)/;
const OWN_TIME =
  /\b(?:Date\.now|performance\.now|Math\.random|setTimeout|setInterval|randomUUID|randomBytes)\b|\bnew Date\(\)/;
/** Files of `node:fs` beyond the state of a pipeline: temporary files of a dry run, a new pipeline, what a thread reads. */
const OWN_FILES = /^(?:features\/(?:validate\/key-log|init\/init)|prefilter\/wasm\/worker)\.ts$/;
const WRITES_FILES =
  /import \{[^}]*\b(?:open|rename|rm|mkdir|link|truncate|write\w*|append\w*|\w+Sync|createWriteStream)\b[^}]*\} from 'node:fs(?:\/promises)?'/;

/**
 * What a job of a queue is done by opens files through those that it is handed, which may be confined. Others are started by
 * hand, and read what their user names: files of a worker, of a look around, of a check of the machine.
 */
const CONFINED =
  /^(?:features|exports|prefilter|tables|input|pipeline|delivery|ledger)\/(?!(?:doctor|config|init|fleet|state)\/|code\/)/;
const READS_FILES =
  /import \{[^}]*\b(?:readFile|readdir|createReadStream|opendir|openAsBlob|DatabaseSync)\b[^}]*\} from 'node:(?:fs(?:\/promises)?|sqlite)'/;
/** The command of the sandbox, and the entry for programs. */
const STARTS_SANDBOX = ['cli/commands/sandbox.ts', 'sandbox.ts'];
/** Files that everybody gets who hands none. */
const FILES_BY_DEFAULT = /(?:[^=!<>]=|\?\?|\|\|)\s*realFiles\b/;

/** Lines of a file of code. */
export const LINES_MAX = 400;
const LINES_MEDIAN_MAX = 120;
/** Files directly in a folder. */
export const FILES_MAX = 20;
/** A file up to here that only one other imports belongs into that one, unless it stands in a row of its like. */
const LINES_MIN = 25;

/** Everything in a source tree that breaks a rule of the architecture, a line each. */
export function violations(root: string): readonly string[] {
  const files = readTree(root);
  return [
    ...files.flatMap((file) => [...directionOf(file), ...contentOf(file)]),
    ...cyclesOf(files, true).map((cycle) => `cycle: ${cycle.join(' → ')}`),
    ...circlesOf(files),
    ...sizesOf(files),
    ...splintersOf(files),
    ...files.flatMap(({ path, imports }) =>
      imports
        .filter(({ to }) => !files.some((file) => file.path === to))
        .map(({ to }) => `${path} imports ${to}, which is not there`),
    ),
  ];
}

function directionOf({ path, imports }: SourceFile): string[] {
  return imports.flatMap(({ to }) => {
    const why = forbidden(path, to);
    return why ? [`${path} imports ${to}: ${why}`] : [];
  });
}

/** Small files that belong into the only file that imports them. */
function splintersOf(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, lines }) => {
    const importers = files.filter(({ imports }) => imports.some(({ to }) => to === path));
    const [only] = importers;
    if (lines >= LINES_MIN || !only || importers.length > 1) return [];
    // Implementations have a file each, as have the calls of each resource of the sandbox, and a registry that is made of names.
    const isImplementation = IMPLEMENTATIONS.some(
      ({ of, namedBy }) => of.test(path) || namedBy.test(only.path),
    );
    if (isImplementation || only.path === 'sandbox/routes.ts' || path === 'exports/systems.ts') return [];
    return [`${path} has ${lines} lines and belongs into ${only.path}`];
  });
}

const roomOf = (path: string): string => (path.includes('/') ? (path.split('/')[0] as string) : '');
const featureOf = (path: string): string | undefined => /^features\/(fleet\/shards|[\w-]+)\//.exec(path)?.[1];

function forbidden(path: string, to: string): string | undefined {
  const [from, into] = [roomOf(path), roomOf(to)];
  if (PAGES.exec(path)?.[0] !== PAGES.exec(to)?.[0]) return 'the page of a browser stands alone';
  if (from === 'sandbox') return into === 'sandbox' ? undefined : 'the sandbox is an island';
  if (into === 'sandbox')
    return STARTS_SANDBOX.includes(path)
      ? undefined
      : 'only the sandbox command and its entry start the sandbox';
  if (to === 'cli.ts' || to === 'index.ts' || to === 'sandbox.ts') return 'nobody imports an entry';
  if (to === 'cli/main.ts') return path === 'cli.ts' ? undefined : 'only cli.ts may import it';
  if (from !== '' && !FLOORS.includes(from)) return 'no such floor in the architecture';
  if (from !== '' && into !== '' && FLOORS.indexOf(into) < FLOORS.indexOf(from))
    return 'it climbs to a higher floor';
  const [feature, other] = [featureOf(path), featureOf(to)];
  if (feature && other && feature !== other && !FEATURES[feature]?.includes(other))
    return 'this feature does not know that one';
  return implementationsApart(path, to);
}

function implementationsApart(path: string, to: string): string | undefined {
  for (const { of, namedBy } of IMPLEMENTATIONS) {
    const [target, own] = [of.exec(to)?.[1], of.exec(path)?.[1]];
    if (target === undefined || own === target) continue;
    if (own !== undefined) return 'implementations of one interface do not know each other';
    if (!namedBy.test(path)) return 'only their registry names implementations';
  }
  return undefined;
}

/** Circles between what lies side by side in one folder: its files and its folders, each as a whole. */
function circlesOf(files: readonly SourceFile[]): string[] {
  const folders = new Set(files.flatMap(({ path }) => parentsOf(path)));
  return [...folders].flatMap((folder) => {
    const childOf = (path: string): string | undefined =>
      path.startsWith(folder) ? path.slice(folder.length).split('/')[0] : undefined;
    const rooms = new Map<string, Set<string>>();
    for (const { path, imports } of files) {
      const from = childOf(path);
      if (from === undefined) continue;
      const known = rooms.get(from) ?? new Set();
      rooms.set(from, known);
      for (const { to } of imports) {
        const into = childOf(to);
        if (into !== undefined && into !== from) known.add(into);
      }
    }
    const asFiles = [...rooms].map(([path, known]) => ({
      path,
      lines: 0,
      code: '',
      packages: [],
      imports: [...known].map((to) => ({ to, typeOnly: false })),
    }));
    return cyclesOf(asFiles, true).map((circle) => `circle in ${folder || 'src/'}: ${circle.join(' → ')}`);
  });
}

/** The folders above a file, with a closing slash; the root as an empty text. */
const parentsOf = (path: string): string[] =>
  path.split('/').map((_, at, parts) =>
    parts
      .slice(0, at)
      .map((part) => `${part}/`)
      .join(''),
  );

const BANNED_NAMES = /^(?:utils?|helpers?|commons?|managers?|services?|misc)$/;
/** Files that may have such a word in their name: there it is a thing of the domain, the hosted chat service. */
export const DOMAIN_NAMES: readonly string[] = [
  'service/client/chat-service.ts',
  'errors/service-error.ts',
  'conformance/open-service.ts',
  'features/verify/compare-with-service.ts',
];

function contentOf({ path, lines, code }: SourceFile): string[] {
  const found: string[] = [];
  const name = path.split('/').at(-1)?.slice(0, -3) ?? '';
  if (lines > LINES_MAX) found.push(`${path} has ${lines} lines, at most ${LINES_MAX}`);
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) found.push(`${path}: the name is not kebab-case`);
  if (!DOMAIN_NAMES.includes(path) && name.split('-').some((word) => BANNED_NAMES.test(word)))
    found.push(`${path}: the name says nothing`);
  if (/^export\s+default\b|\bas\s+default\b/m.test(code)) found.push(`${path} has a default export`);
  if (PAGES.test(path) && TEXT_TO_MARKUP.test(code)) found.push(`${path} makes markup of text`);
  if (path !== 'cli.ts' && /\bprocess\.argv\b/.test(code)) found.push(`${path} reads process.argv`);
  if (path !== 'cli.ts' && /\bprocess\.(?:exitCode|exit)\b/.test(code))
    found.push(`${path} ends the process`);
  if (!OUTSIDE_SYSTEM.test(path) && OWN_TIME.test(code))
    found.push(`${path} reads the machine's time or chance`);
  if (
    !OUTSIDE_SYSTEM.test(path) &&
    !OWN_FILES.test(path) &&
    WRITES_FILES.test(code.replaceAll('readFileSync', ''))
  )
    found.push(`${path} writes files past system/files.ts`);
  if (CONFINED.test(path) && READS_FILES.test(code))
    found.push(`${path} reads files past those that it is handed`);
  if (FILES_BY_DEFAULT.test(code)) found.push(`${path} has the files of the machine as a default`);
  const texts = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g;
  if (
    /(?::|\bas|<|\||&|=>|,|\bextends|=)\s*any\b(?!\s*\()(?=\s*(?:[[\])>;,|&=){}]|$))/m.test(
      code.replaceAll(texts, "''"),
    )
  )
    found.push(`${path} uses any`);
  return found;
}

function sizesOf(files: readonly SourceFile[]): string[] {
  const sizes = files.map(({ lines }) => lines).sort((a, b) => a - b);
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [
    ...(median > LINES_MEDIAN_MAX
      ? [`the median file has ${median} lines, at most ${LINES_MEDIAN_MAX}`]
      : []),
    ...[...counts]
      .filter(([, count]) => count > FILES_MAX)
      .map(([folder, count]) => `${folder} holds ${count} files, at most ${FILES_MAX}`),
  ];
}
