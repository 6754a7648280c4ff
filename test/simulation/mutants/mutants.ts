/** A fault put into a copy of `src/`: the simulation must find it, or a test of the suite. */
export type Mutant = {
  readonly name: string;
  /** The test file that must fail, where the simulation has nothing of the kind: real sockets, two processes. */
  readonly test?: string;
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
    file: 'files/state/file-state.ts',
    from: '      await file.datasync();\n',
    to: '',
  },
  {
    name: 'the checkpoint is written in place',
    file: 'files/state/file-state.ts',
    from: '  const next = nextOf(path);',
    to: '  const next = path;',
  },
  {
    name: 'the ledger counts rows as ours before they are answered',
    file: 'ledger/index/apply-block.ts',
    from: "{ ...values, origin: 'sent' }",
    to: "{ ...values, origin: 'created' }",
  },
  {
    name: 'a wait that the service asks for closes no gate',
    file: 'service/transport/rate-limit.ts',
    from: '    limiter.hold(rateClass, forMs);\n',
    to: '',
  },
  {
    name: 'errors of the server are final',
    file: 'service/transport/repeating.ts',
    from: 'const TRANSIENT = new Set([408, 425, 500, 502, 503, 504]);',
    to: 'const TRANSIENT = new Set([408]);',
  },
  {
    name: 'keys like __proto__ are lost in the body',
    file: 'service/api/endpoint.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of code
    from: "  return `{${Array.from(entries, ([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;",
    to: '  const body = {}; for (const [key, json] of entries) body[key] = JSON.parse(json); return JSON.stringify(body);',
  },
  {
    name: 'messages without a key are sent again blindly',
    file: 'delivery/sending/sending.ts',
    from: '    if (!route.recall) return items;',
    to: '    if (route) return items;',
  },
  {
    name: 'conversations are not kept in lanes',
    file: 'delivery/lanes.ts',
    from: '        await Promise.all(before);\n',
    to: '        void before;\n',
  },
  {
    name: 'the log of the ledger is never synced',
    file: 'files/state/file-state.ts',
    from: '    return this.files.fdatasync(this.file);',
    to: '    return Promise.resolve();',
  },
  {
    name: 'what is torn at the end of the log counts as whole',
    file: 'ledger/log/block.ts',
    from: 'if (kind === undefined || crc !== crcOf(bytes)) return undefined;',
    to: 'if (kind === undefined) return undefined;',
    test: 'test/ledger/power-cut.test.ts',
  },
  {
    name: 'a block counts as the next one whatever is before it',
    file: 'ledger/log/block.ts',
    from: 'if (before !== undefined && header.readUInt32LE(AT.before) !== before) return undefined;',
    to: '',
    test: 'test/ledger/power-cut.test.ts',
  },
  {
    name: 'an index of another log is taken',
    file: 'ledger/index/ledger-index.ts',
    from: '|| !this.#log.has(applied)',
    to: '',
    test: 'test/ledger/index.test.ts',
  },
  {
    name: 'rows leave the service before the disk knows that they do',
    file: 'delivery/removal/remove-rows.ts',
    from: '    await this.#deps.ledger.intentsSynced();\n',
    to: '',
    test: 'test/features/sync/ledger-files.process.test.ts',
  },
  {
    name: 'requests go out before the disk knows their intents',
    file: 'delivery/commit.ts',
    from: '    await ledger.intentsSynced(ends.of(seq, window.head));\n',
    to: '',
    test: 'test/delivery/commit.test.ts',
  },
  {
    name: 'a request is repeated with new ids',
    file: 'service/transport/repeating.ts',
    from: 'const answer = await attempt(next, request, time.signal, ambiguous);',
    to: 'const answer = await attempt(next, attempts === 1 || typeof request.body !== "string" ? request : { ...request, body: request.body.replaceAll(\'"m\', \'"again-m\') }, time.signal, ambiguous);',
  },
  {
    name: 'a process that has lost its lock goes on sending',
    file: 'session/fence.ts',
    from: '      system.connect(origin, options).compose((dispatch) => (request, handler) => {\n        assertHeld();\n        return dispatch(request, fencedHandler(handler, assertHeld));\n      }),',
    to: '      system.connect(origin, options),',
    test: 'test/features/unlock/unlock.test.ts',
  },
  {
    name: 'redirects are followed',
    file: 'service/transport/exchange/dispatch.ts',
    from: 'dispatcher.dispatch({ method,',
    to: "dispatcher.compose(process.getBuiltinModule('module').createRequire(import.meta.url)('undici').interceptors.redirect({ maxRedirections: 3 })).dispatch({ method,",
    test: 'test/service/transport/http.test.ts',
  },
  {
    name: 'a stop forgets what was acknowledged behind the position',
    file: 'delivery/accept.ts',
    from: 'const accepted = ledger.accepted.load(lineage, entity, head);',
    to: 'const accepted = new Map<number, AcceptedStatus>();',
  },
  {
    name: 'a lost ledger is begun again',
    file: 'state/claims.ts',
    from: 'const known = checkpoints.filter((each) => each !== undefined);',
    to: 'const known: Checkpoint[] = [];',
  },
  {
    name: 'rows are disowned whose first answers were lost',
    file: 'session/deliver-plan.ts',
    from: 'if (session.requests.mayHaveLanded)',
    to: 'if (!session)',
  },
  {
    name: 'a verification leaves out what only the ledger knows',
    file: 'features/verify/expect/expect-plan.ts',
    from: '    const recorded = record\n',
    to: '    const recorded = !record\n',
  },
  {
    name: 'a row of which the service says nothing is rejected, after five tries at once',
    file: 'delivery/sending/sending.ts',
    from: '      return this.#giveUp(again, silence);\n    }\n    await silence.wait(this.#deps, this.#signal);\n',
    to: "      for (const { seq } of again) this.#deps.settle(seq, { status: 'rejected', problems: [{ code: 'SERVICE.REFUSED', message: 'no word' }] });\n      return;\n    }\n",
  },
  {
    name: 'a prepared table of other files is taken',
    file: 'tables/prepare-table.ts',
    from: 'if (before?.identity === spec.identity)',
    to: 'if (before)',
  },
  {
    name: 'the third of equal rows has the number of the second',
    file: 'tables/table-builder.ts',
    from: 'const rest = this.#text.rest(words[ENDING] as number, this.#number(words));',
    to: 'const rest = this.#text.rest(words[ENDING] as number, Math.min(2, this.#number(words)));',
  },
  {
    name: 'derived rows do not look at the files of their entity',
    file: 'pipeline/open/derived/derive-source.ts',
    from: 'made.exclude = (key) => known.has(key);',
    to: 'made.exclude = () => !known;',
  },
  {
    name: 'the tables of a run that is done are left',
    file: 'session/workplace/workplace.ts',
    from: '    : [prepared];',
    to: '    : [];',
  },
  {
    name: 'a torn table counts as whole',
    file: 'tables/prepared-table.ts',
    from: 'return isWhole ? header : undefined;',
    to: 'return isWhole || header ? header : undefined;',
  },
  {
    name: 'times of the service are compared with the clock of this machine',
    file: 'service/transport/exchange/clock-skew.ts',
    from: 'this.#skewS = Math.abs(skew) > NONE_MS ? Math.round(skew / 1_000) : 0;',
    to: 'this.#skewS = 0;',
  },
  {
    name: 'a clock is corrected again by each process that finds nothing recorded',
    file: 'ledger/ledger.ts',
    from: 'ownClock: undefined }',
    to: 'ownClock }',
    test: 'test/session/clock-skew.test.ts',
  },
  {
    name: 'when rows in doubt were sent stays in the time of this machine',
    file: 'ledger/ledger.ts',
    from: 'ownSending: isOwn || undefined',
    to: 'ownSending: undefined',
    test: 'test/session/clock-skew.test.ts',
  },
  {
    name: 'fingerprints of an earlier night are used',
    file: 'state/last-sync.ts',
    from: "  return age === 'current';",
    to: '  return true;',
  },
  {
    name: 'a ledger that is older than its fingerprints is used',
    file: 'state/last-sync.ts',
    from: "  if (age === 'newer') throw olderLedger(kept.pathOf(name));\n",
    to: '',
    test: 'test/features/sync/state/other-times.test.ts',
  },
  {
    name: 'a ban that is lifted changes no member',
    file: 'ledger/changed-with.ts',
    from: "  return removed === 'bans' && entity === 'members' ? OF_BAN : undefined;",
    to: '  return undefined;',
    test: 'test/features/sync/elsewhere/changed-with.test.ts',
  },
  {
    name: 'a ban is lifted after the members are written',
    file: 'features/sync/leaving/leaving-first.ts',
    from: "new Set<number>(removed === 'bans' ? all().map(([, row]) => row) : [])",
    to: 'new Set<number>()',
    test: 'test/features/sync/elsewhere/changed-with.test.ts',
  },
  {
    name: 'users and groups leave after the rows that name them are compared',
    file: 'features/sync/leaving/leaving-first.ts',
    from: '  addCarriers(missing, syncRun, ledger);\n',
    to: '',
    test: 'test/features/sync/elsewhere/changed-with.test.ts',
  },
  {
    name: 'replies to a message that leaves stay on its id',
    file: 'features/sync/leaving/leaving-first.ts',
    from: "  if (leaving.onDeleted === 'remove') leave('deleted', syncRun.deleted('messages'));\n",
    to: '',
    test: 'test/features/sync/elsewhere/replies-of-leaving-roots.test.ts',
  },
  {
    name: 'a verification does not look where replies hang',
    file: 'features/verify/compare/compare-entities.ts',
    from: '  for (const moved of deps.messages.threads.moved()) comparer.markMoved(moved);\n',
    to: '',
    test: 'test/features/verify/threads.test.ts',
  },
  {
    name: 'a call is made for a user who is deactivated',
    file: 'input/rows/judge.ts',
    from: '  if (inactive.length > 0) {',
    to: '  if (inactive.length > 100) {',
    test: 'test/features/optional/inactive-users.test.ts',
  },
  {
    name: 'a run that goes on does not know who is deactivated',
    file: 'delivery/commit.ts',
    from: "? 'inactive' : 'landed';\n  return valid",
    to: "? 'landed' : 'landed';\n  return valid",
    test: 'test/features/optional/inactive-users.test.ts',
  },
  {
    name: 'a later night does not know who is deactivated',
    file: 'ledger/known-keys.ts',
    from: '?.active === false;',
    to: '?.active === null;',
    test: 'test/features/optional/inactive-users.test.ts',
  },
];
