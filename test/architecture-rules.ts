import { cyclesOf, reachableFrom, readTree, type SourceFile } from './import-graph.ts';

/** Folders whose files stand for each other: a new one is one more file, and none knows of the others. */
const PARTS = [
  'sources',
  'entities',
  'targets',
  'transport',
  'stores',
  'commands',
  'service',
  'conformance',
  'doctor',
  'audit',
  'html-report',
  'report-formats',
  'inspect',
  'sync',
  'verify',
];

/** Folders of plain facts that everybody may read and that know nothing of anybody. */
const FACTS = ['codes'];

/**
 * Files beside the folders that may name what is in them, with the reason. Everybody else knows the interfaces alone,
 * so that a part can be added or deleted with its file and one line here.
 */
export const COMPOSITION_ROOTS: Readonly<
  Record<string, { readonly takes: readonly string[]; readonly why: string }>
> = {
  'arguments.ts': {
    takes: ['commands'],
    why: 'a command line chooses a command, which is loaded when it runs',
  },
  'rejects-arguments.ts': { takes: ['commands'], why: 'the same for the commands about rejects' },
  'connect.ts': { takes: ['targets'], why: 'the pipeline names the API, here the name becomes a target' },
  'plan.ts': { takes: ['entities', 'sources'], why: 'a pipeline becomes steps: entities with open files' },
  'inspect-file.ts': {
    takes: ['inspect', 'sources'],
    why: 'reads a file of which nothing is known, and asks what it looks like',
  },
  'open-rejects.ts': { takes: ['sources'], why: 'opens what a rejects file is, by its name' },
  'retry-plan.ts': { takes: ['sources'], why: 'rejects files become steps, one source for each format' },
  'state.ts': { takes: ['sources', 'stores'], why: 'opens the state on disk and fingerprints the inputs' },
  'run-night.ts': {
    takes: ['stores', 'sync'],
    why: 'one night of a sync: compares, then runs the line over what has changed',
  },
  'verify-pipeline.ts': {
    takes: ['sources', 'verify'],
    why: 'compares the rows of a pipeline with its service, and leaves what differs as files',
  },
  'plan-basis.ts': {
    takes: ['sources'],
    why: 'says what a plan is true for, the content of the inputs among it',
  },
  'dry-run.ts': { takes: ['audit'], why: 'runs every file of a plan through the audit' },
  'report-files.ts': { takes: ['html-report'], why: 'a report becomes files, the page among them' },
  'open-transport.ts': { takes: ['transport'], why: 'stacks the layers' },
  'open-client.ts': { takes: ['service', 'transport'], why: 'stacks the layers for single calls' },
  'open-peer.ts': {
    takes: ['conformance', 'transport'],
    why: 'opens the client, and raw requests beside it, for the checks of a service',
  },
  'verification.ts': {
    takes: ['audit', 'verify'],
    why: 'a plan and a service become differences; single rows are read again as a dry run does',
  },
  'open-reader.ts': {
    takes: ['service', 'transport', 'verify'],
    why: 'stacks the layers for reading alone, and gives the lists of the service',
  },
  'chat-service.ts': { takes: ['service'], why: 'puts the resources of the service together' },
  'management.ts': { takes: ['service'], why: 'puts the management calls together' },
};

/**
 * Folders that stand on composition roots as any program does: the checks of a service are written against its client,
 * whole as it is. They know nothing else of what a root puts together.
 */
export const STANDS_ON: Readonly<Record<string, readonly string[]>> = {
  conformance: ['chat-service.ts', 'management.ts', 'open-client.ts'],
};

/** Files that may take types, and types alone, from a folder. */
const TYPE_GUESTS: Readonly<Record<string, readonly string[]>> = {
  // What the layers tell of themselves is shown; the layers do not know who listens.
  'progress.ts': ['transport'],
  // What a comparison has found is counted as a plan.
  'online-plan.ts': ['verify'],
};

/** Who may import the files at the top of the tree. */
const TOP: Readonly<Record<string, readonly string[]>> = {
  'cli.ts': [],
  'main.ts': ['cli.ts'],
  'arguments.ts': ['main.ts'],
};

/** What a browser runs. */
const PAGE = 'sandbox/view/';

/** Ways to make markup or code of a text; the page shows the texts of others, so it has none of them. */
const TEXT_TO_MARKUP =
  /\b(?:innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|parseHTMLUnsafe|srcdoc|DOMParser|createContextualFragment|eval|Function)\b|\bdocument\.write/;

const LINES_MAX = 300;
const LINES_MEDIAN_MAX = 100;

/** Everything in a source tree that breaks a rule of the architecture, a line each. */
export function violations(root: string): readonly string[] {
  const files = readTree(root);
  return [
    ...files.flatMap((file) => [...directionOf(file), ...contentOf(file)]),
    ...partsReachRoots(files),
    ...cyclesOf(files, true).map((cycle) => `cycle: ${cycle.join(' → ')}`),
    ...sizesOf(files),
    ...files.flatMap(({ path, imports }) =>
      imports
        .filter(({ to }) => !files.some((file) => file.path === to))
        .map(({ to }) => `${path} imports ${to}, which is not there`),
    ),
  ];
}

const folderOf = (path: string): string | undefined => (path.includes('/') ? path.split('/')[0] : undefined);

function directionOf({ path, imports }: SourceFile): string[] {
  const from = folderOf(path);
  return imports.flatMap(({ to, typeOnly }) => {
    const why = forbidden(path, from, to, folderOf(to), typeOnly);
    return why ? [`${path} imports ${to}: ${why}`] : [];
  });
}

function forbidden(
  path: string,
  from: string | undefined,
  to: string,
  into: string | undefined,
  typeOnly: boolean,
): string | undefined {
  if (path.startsWith(PAGE) !== to.startsWith(PAGE)) return 'the page of the web view stands alone';
  if (from === 'sandbox') return into === 'sandbox' ? undefined : 'the sandbox is an island';
  if (into === 'sandbox')
    return path === 'commands/sandbox.ts' && to === 'sandbox/sandbox.ts'
      ? undefined
      : 'only the sandbox command starts the sandbox';
  const guests = Object.hasOwn(TOP, to) ? TOP[to] : undefined;
  if (guests)
    return guests.includes(path) ? undefined : `only ${guests.join(', ') || 'nobody'} may import it`;
  if (into === undefined && from !== undefined && FACTS.includes(from))
    return 'a folder of facts knows nothing of anybody';
  if (into === undefined || from === into)
    return from === 'commands' && into === 'commands' ? 'commands do not know each other' : undefined;
  if (FACTS.includes(into)) return undefined;
  if (!PARTS.includes(into)) return 'no such folder in the architecture';
  if (from === 'commands') return undefined;
  if (from !== undefined) return 'parts of different folders do not know each other';
  if (COMPOSITION_ROOTS[path]?.takes.includes(into)) return undefined;
  if (typeOnly && TYPE_GUESTS[path]?.includes(into)) return undefined;
  // The public API names what programs may use.
  if (path === 'index.ts') return undefined;
  return 'a concept knows interfaces, not what implements them';
}

/** A part that knows a composition root would know, through it, every other part. */
function partsReachRoots(files: readonly SourceFile[]): string[] {
  const roots = [...Object.keys(COMPOSITION_ROOTS), 'index.ts'];
  return files
    .filter(({ path }) => PARTS.some((part) => part !== 'commands' && path.startsWith(`${part}/`)))
    .flatMap(({ path }) => {
      const found = reachableFrom(path, files);
      const allowed = STANDS_ON[folderOf(path) ?? ''] ?? [];
      return roots
        .filter((root) => found.has(root) && !allowed.includes(root))
        .map((root) => `${path} reaches ${root}`);
    });
}

const BANNED_NAMES = /^(?:utils?|helpers?|commons?|managers?|services?|misc)$/;
/** Files that may have such a word in their name: there it is a thing of the domain, the hosted chat service. */
export const DOMAIN_NAMES: readonly string[] = ['chat-service.ts', 'service-error.ts'];

function contentOf({ path, lines, code }: SourceFile): string[] {
  const found: string[] = [];
  const name = path.split('/').at(-1)?.slice(0, -3) ?? '';
  if (lines > LINES_MAX) found.push(`${path} has ${lines} lines, at most ${LINES_MAX}`);
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) found.push(`${path}: the name is not kebab-case`);
  if (!DOMAIN_NAMES.includes(path) && name.split('-').some((word) => BANNED_NAMES.test(word)))
    found.push(`${path}: the name says nothing`);
  if (/^export\s+default\b|\bas\s+default\b/m.test(code)) found.push(`${path} has a default export`);
  if (path.startsWith(PAGE) && TEXT_TO_MARKUP.test(code)) found.push(`${path} makes markup of text`);
  if (path !== 'cli.ts' && /\bprocess\.argv\b/.test(code)) found.push(`${path} reads process.argv`);
  if (path !== 'cli.ts' && /\bprocess\.(?:exitCode|exit)\b/.test(code))
    found.push(`${path} ends the process`);
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
  return median > LINES_MEDIAN_MAX
    ? [`the median file has ${median} lines, at most ${LINES_MEDIAN_MAX}`]
    : [];
}
