/** A fault put into a copy of `src/`: the simulation must find it. */
export type Mutant = {
  readonly name: string;
  readonly file: string;
  /** Text that is there exactly once, and what replaces it. */
  readonly from: string;
  readonly to: string;
};

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'rows are sent before the checkpoint says that they may be',
    file: 'delivery/run.ts',
    from: '    await commit.mark((one.items.at(-1) as Item).seq);\n',
    to: '',
  },
  {
    name: 'appended bytes are not synced',
    file: 'files/append-at.ts',
    from: '      await file.datasync();\n',
    to: '',
  },
  {
    name: 'the checkpoint is written in place',
    file: 'session/stores/file.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of code
    from: '  const next = `${path}.next`;',
    to: '  const next = path;',
  },
  {
    name: 'the ledger counts rows as ours before they are answered',
    file: 'ledger/ledger.ts',
    from: "{ ...pending, origin: 'sent' }",
    to: "{ ...pending, origin: 'created' }",
  },
  {
    name: 'a wait that the service asks for closes no gate',
    file: 'service/transport/limit.ts',
    from: '          limiter.hold(rateClass, forMs);\n',
    to: '',
  },
  {
    name: 'errors of the server are final',
    file: 'service/transport/retry.ts',
    from: 'const TRANSIENT = new Set([408, 425, 500, 502, 503, 504]);',
    to: 'const TRANSIENT = new Set([408]);',
  },
  {
    name: 'keys like __proto__ are lost in the body',
    file: 'input/json/json-object.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of code
    from: "  return `{${Array.from(entries, ([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;",
    to: '  const body = {}; for (const [key, json] of entries) body[key] = JSON.parse(json); return JSON.stringify(body);',
  },
  {
    name: 'messages without a key are sent again blindly',
    file: 'delivery/send.ts',
    from: '    if (!route.recall) return items;',
    to: '    if (route) return items;',
  },
  {
    name: 'conversations are not kept in lanes',
    file: 'delivery/lanes.ts',
    from: '        await Promise.all(before);\n',
    to: '        void before;\n',
  },
];
