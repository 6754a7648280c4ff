/**
 * The part of the run that the page gets.
 * @typedef {{ done: number, total?: number, estimated: boolean, percent?: number }} Extent
 * @typedef {Extent & { state: 'waiting' | 'running' | 'done', landed: number, rejected: number }} EntityProgress
 * @typedef {Extent & {
 *   entity?: string, rowsPerMinute?: number, etaSeconds?: number, etaAt?: string,
 *   requests: { sent: number, retried: number, perMinute?: number, allowedPerMinute?: number, rateClass?: string,
 *     allowedBy?: string },
 *   lastError?: { at: string, message: string }, entities: Record<string, EntityProgress> }} Progress
 * @typedef {{ rows: number, throttled: number, retried: number, paused: boolean }} Point
 * @typedef {{ entity: string, status: string, file: string, line: number, key?: string, codes: string[] }} Rejected
 * @typedef {{ done: number, todo: number, bytes: number, failed: number, etaSeconds?: number }} Files
 * @typedef {{ exitCode: number, verdict: string, report?: string, error?: { code: string, message: string, hint: string } }} End
 * @typedef {{
 *   at: string, pipeline: string, startedAt: string, progress?: Progress, files?: Files | null, waiting: string | null, isPaused: boolean,
 *   rejects: Rejected[], warnings: string[], end?: End }} Seen
 * @typedef {Partial<Seen> & { timeline: { spanMs: number, from: number, points: Point[] } }} News
 */
export {};
