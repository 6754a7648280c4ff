const TEXTS = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g;
const SPREAD = /\.\.\.\s*\(*\s*(?=[[{])/g;
const CLOSES: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };

/**
 * Literals that are spread inside a literal or among arguments, as in `{ ...{ a, b }, c }`: the formatter keeps them on one
 * line, so that they hide lines from the limits. What is made of a literal, as in `...[a, b].map(f)`, is one in `src/` only.
 * @param code without comments
 * @param isSource true for a file of `src/`
 * @returns the number of the line of each
 */
export function packedLiterals(code: string, isSource: boolean): readonly number[] {
  const plain = code.replaceAll(TEXTS, (text) => text.replaceAll(/[^\n]/g, ' '));
  return Array.from(plain.matchAll(SPREAD)).flatMap(({ index, 0: spread }) => {
    const end = closedAt(plain, index + spread.length);
    const next = /^(?:\s*(?:as|satisfies)\s+[\w.]+)?[\s)]*(.?)/.exec(plain.slice(end))?.[1] ?? '';
    return isSource || /^[,}\]]?$/.test(next) || (next === ';' && plain[end] === ')')
      ? [plain.slice(0, index).split('\n').length]
      : [];
  });
}

/** The index behind the bracket that closes the one at an index. */
function closedAt(text: string, from: number): number {
  const open: string[] = [];
  for (let at = from; at < text.length; at++) {
    const char = text[at] as string;
    if (char in CLOSES) open.push(CLOSES[char] as string);
    else if (char === open.at(-1) && open.pop() && open.length === 0) return at + 1;
  }
  return text.length;
}
