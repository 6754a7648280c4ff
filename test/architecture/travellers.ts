import type { SourceFile } from './import-graph.ts';

/** A bundle that is handed on from function to function, and how many files may name its type. */
type Traveller = {
  readonly what: string;
  /** The type, and those that it is made of or that are made of it. */
  readonly names: readonly string[];
  /** Goes down with the count, never up. */
  readonly max: number;
};

/** The bundles that would go through the whole tree if nobody took the parts alone that are needed. */
export const TRAVELLERS: readonly Traveller[] = [
  {
    what: 'the options of run',
    names: ['RunOptions', 'SyncOptions', 'SelectionOptions', 'StageOptions', 'ContinueOptions'],
    max: 12,
  },
  { what: 'the context of a command', names: ['CommandContext'], max: 20 },
];

/** The fields that a bundle named `…Deps` may have itself. */
const FIELDS_MAX = 12;

/** Bundles whose types too many files name, or fewer than their maximum says, a line each. */
export function travelViolations(
  files: readonly SourceFile[],
  travellers: readonly Traveller[],
): readonly string[] {
  return travellers.flatMap(({ what, names, max }) => {
    const named = new RegExp(`\\b(?:${names.join('|')})\\b`);
    const count = files.filter(({ code }) => named.test(code)).length;
    if (count === max) return [];
    return [
      count > max
        ? `${what} travel through ${count} files, at most ${max}`
        : `${what} travel through ${count} files: lower the maximum of ${max}`,
    ];
  });
}

/** Types named `…Deps` with too many fields of their own, a line each. */
export function depsViolations(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path, code }) =>
    Array.from(code.matchAll(/^(?:export )?(?:type|interface) (\w*Deps)\b/gm)).flatMap(
      ({ index, 1: name }) => {
        const fields = fieldsOf(code.slice(index));
        return fields > FIELDS_MAX ? [`${name} in ${path} has ${fields} fields, at most ${FIELDS_MAX}`] : [];
      },
    ),
  );
}

/** The number of fields in the literals of a type, without those of types within them. */
function fieldsOf(declaration: string): number {
  let [depth, fields] = [0, 0];
  for (const line of declaration.split('\n')) {
    if (depth === 1 && /^\s+(?:readonly )?\w+\??[:(]/.test(line)) fields++;
    for (const char of line.replaceAll('=>', '')) {
      if ('{(<['.includes(char)) depth++;
      if ('})>]'.includes(char)) depth--;
    }
    if (depth === 0 && /[;}]$/.test(line)) break;
  }
  return fields;
}
