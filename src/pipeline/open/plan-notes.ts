/** Warnings that are collected while sources are opened and rows are read. */
export type PlanNotes = {
  readonly warnings: Set<string>;
  readonly unknownColumns: Set<string>;
  /**
   * Adds a sentence about a file; files with the same sentence share one line.
   * @param count the rows of the file that it is about; the most counts, as some readings see a part of a file
   */
  ofFile(name: string, sentence: string, count?: number): void;
};

/** No warnings so far. */
export function planNotes(warnings: Set<string> = new Set()): PlanNotes {
  const files = new Map<string, { readonly names: Map<string, number>; line: string }>();
  return {
    warnings,
    unknownColumns: new Set(),
    ofFile(name, sentence, count = 0) {
      const said = files.get(sentence) ?? { names: new Map(), line: '' };
      files.set(sentence, said);
      if ((said.names.get(name) ?? -1) >= count) return;
      said.names.set(name, count);
      warnings.delete(said.line);
      const rows = said.names.values().reduce((sum, each) => sum + each, 0);
      said.line = `${namesText(said.names)}: ${sentence}${rows > 0 ? `: ${rows}` : ''}`;
      warnings.add(said.line);
    },
  };
}

function namesText(names: ReadonlyMap<string, number>): string {
  const [first] = names.keys();
  const others = names.size - 1;
  if (others === 0) return first as string;
  return `${first} and ${others} other ${others === 1 ? 'file' : 'files'}`;
}
