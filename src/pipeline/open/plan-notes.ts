/** Warnings that are collected while sources are opened and rows are read. */
export type PlanNotes = {
  readonly warnings: Set<string>;
  readonly unknownColumns: Set<string>;
  /** Adds a sentence about a file; files with the same sentence share one line. */
  ofFile(name: string, sentence: string): void;
};

/** No warnings so far. */
export function planNotes(warnings: Set<string> = new Set()): PlanNotes {
  const files = new Map<string, { readonly names: Set<string>; line: string }>();
  return {
    warnings,
    unknownColumns: new Set(),
    ofFile(name, sentence) {
      const said = files.get(sentence) ?? { names: new Set(), line: '' };
      files.set(sentence, said);
      if (said.names.has(name)) return;
      said.names.add(name);
      warnings.delete(said.line);
      said.line = `${namesText(said.names)}: ${sentence}`;
      warnings.add(said.line);
    },
  };
}

function namesText(names: ReadonlySet<string>): string {
  const [first] = names;
  const others = names.size - 1;
  if (others === 0) return first as string;
  return `${first} and ${others} other ${others === 1 ? 'file' : 'files'}`;
}
