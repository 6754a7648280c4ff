import type { SourceFile } from './import-graph.ts';

/** Names that several files export on purpose: the same thing, seen from floors that know nothing of each other. */
export const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  'a command of the command line, and what it calls': [
    'doctor',
    'explain',
    'forget',
    'init',
    'inspect',
    'plan',
    'report',
    'run',
    'undo',
    'unlock',
    'validate',
    'verify',
  ],
  'an entity, the calls for it, and the way to write it': [
    'bans',
    'blocks',
    'friends',
    'groups',
    'members',
    'messages',
    'pins',
    'reactions',
    'receipts',
    'roles',
    'tokens',
    'users',
  ],
  'a type, and its text for the editor of a pipeline that is code': [
    'Transform',
    'TransformPlace',
    'TransformRow',
    'definePipeline',
  ],
  'a field of a body, and a parameter of a query: `field.text`, `param.text`': [
    'flag',
    'oneOf',
    'required',
    'text',
  ],
  'options of the library, and those of what it calls': [
    'CallOptions',
    'RunOptions',
    'UndoOptions',
    'ValidateOptions',
  ],
};

/** Rooms with words of their own: pages in a browser, a program of its own, another language, and a plug each. */
const OWN_WORDS =
  /^(?:(?:sandbox|report\/pages)\/view|sandbox|prefilter\/wasm\/assembly|exports\/systems\/[^/]+)\//;
const EXPORTED =
  /^export (?:(?:declare|abstract|async) )*(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm;

/**
 * Names that two files of the same room of words export, and that are in no family.
 * @returns a sentence for each, with its files
 */
export function twinNames(files: readonly SourceFile[]): readonly string[] {
  const places = new Map<string, Set<string>>();
  for (const { path, code } of files) {
    const room = OWN_WORDS.exec(path)?.[0] ?? '';
    for (const [, name] of code.matchAll(EXPORTED)) {
      const key = `${room} ${name}`;
      places.set(key, (places.get(key) ?? new Set()).add(path));
    }
  }
  const known = new Set(Object.values(FAMILIES).flat());
  return [...places]
    .map(([key, paths]) => ({ name: key.split(' ')[1] as string, paths }))
    .filter(({ name, paths }) => paths.size > 1 && !known.has(name))
    .map(({ name, paths }) => `${name} is exported by ${[...paths].join(' and ')}`);
}
