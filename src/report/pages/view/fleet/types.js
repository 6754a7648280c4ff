/**
 * The part of the fleet that the page gets: the members of a `FleetStatus` that it shows.
 * @typedef {{ entity?: string, done: number, total?: number, rowsPerMinute?: number, requestsPerMinute?: number,
 *   allowedPerMinute?: number, allowedBy?: string, rateClass?: string }} Progress
 * @typedef {{ command: string, at: string, exitCode: number, durationMs: number, counts: Record<string, number>, code?: string,
 *   message?: string, hint?: string }} Last
 * @typedef {{ at: string, zone: string, next?: string,
 *   missed?: { nights: number, last: string, why: 'running' | 'noWorker' } }} Schedule
 * @typedef {{ id: string, name: string, folder: string, command: string, state: 'waiting' | 'running' | 'retrying' | 'done' |
 *   'failed' | 'scheduled', worker?: string, progress?: Progress, last?: Last,
 *   retry?: { code: string, message: string, hint: string, tries: number }, schedule?: Schedule }} Pipeline
 * @typedef {{ name: string, jobs: number }} Worker
 * @typedef {{ app: string, rateClass?: string, requestsPerMinute: number, allowedPerMinute?: number, allowedBy?: string,
 *   heldMs?: number, pipelines: string[] }} Budget
 * @typedef {{ code: string, message: string, hint: string, since: string }} Trouble
 * @typedef {{ at: string, queue?: string, workers?: Worker[], budgets?: Budget[], pipelines?: Pipeline[], gone?: string[],
 *   trouble?: Trouble | null }} News
 */
export {};
