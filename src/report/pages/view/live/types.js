/**
 * Numbers of one direction, and why its events wait.
 * @typedef {Readonly<Record<'received' | 'duplicate' | 'unchanged' | 'folded' | 'created' | 'updated' | 'removed' | 'skipped' | 'dead' | 'waiting' | 'conflicts' | 'echoes', number>> & {
 *   waitingFor?: { parent: number, sender: number, dead: number, away: number },
 *   paused?: string,
 * }} Direction
 */

/**
 * The document of both systems.
 * @typedef {{
 *   phase: string, since: string, isFrozen?: boolean, isStopping?: boolean, forward: Direction, back?: Direction,
 *   awaited?: readonly string[], badSignatures: number,
 *   refused: Readonly<Record<string, number>>,
 *   switching?: { step: string, silentSince: string, until: string },
 *   lagMs: { p50: number, p95: number, max: number, oldestWaiting?: number },
 *   gaps: readonly { side: string, from: string, to: string, closed: boolean }[],
 *   dead: readonly { side: string, seq: number, code: string, message: string, about: string, at: string }[],
 * }} Live
 */

/**
 * The progress of the bulk: of what is read from the old system, or of the rows that are written.
 * @typedef {{
 *   type: string, etaSeconds?: number, done?: number, total?: number, estimated?: boolean, percent?: number, entity?: string,
 *   users?: number, conversations?: number, messages?: number, conversationsDone?: number,
 * }} Bulk
 */

/**
 * News of the process.
 * @typedef {{
 *   at: string, pipeline: string, live: Live, bulk?: Bulk,
 *   said: readonly { at: string, text: string }[],
 *   end?: { exitCode: number, error?: { code: string, message: string, hint: string } },
 * }} News
 */

export {};
