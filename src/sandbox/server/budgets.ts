import type { App } from '../app/app.ts';
import { type RateLimitStatus, rateHeaders } from '../app/rate-limits.ts';
import type { ApiRoute } from '../app/route.ts';
import type { User } from '../stores/user-store.ts';
import { ApiError } from '../wire/api-error.ts';

type Headers = Record<string, string>;

/** The refusal of a request beyond its budget. */
function tooManyRequests(rateClass: string, limit: number, retryAfter: number): ApiError {
  return new ApiError(
    'ERR_TOO_MANY_REQUESTS',
    `Too many requests for the ${rateClass} API. At most ${limit} per minute are allowed; ` +
      `please retry after ${retryAfter} seconds.`,
  );
}

function charge(status: RateLimitStatus | undefined, name: string, headers: Headers): void {
  if (!status) return;
  Object.assign(headers, rateHeaders(status));
  if (status.refused) throw tooManyRequests(name, status.limit, status.retryAfter);
}

/** Counts a request against the budget of its class. Whose budget that is, two switches say. */
export function chargeRequest(
  { limits, quirks }: App,
  route: ApiRoute,
  apiKey: string,
  headers: Headers,
): void {
  const { rate, path } = route;
  const own = rate === 'import' && quirks.importBudget === 'each' ? path : '';
  charge(limits.take(rate, `${own} ${quirks.budget === 'key' ? apiKey : ''}`), rate, headers);
}

/**
 * Counts a request against a limit of its acting user. Documented for messages: 30 a minute and auth token. This API
 * takes keys instead of tokens, so it is assumed that the limit is for the acting user; `senderlimit` changes that.
 */
export function chargeUser(
  { limits, quirks }: App,
  { perUser, summary }: ApiRoute,
  { uid }: User,
  apiKey: string,
  headers: Headers,
): void {
  if (!perUser || (perUser === 'sender' && quirks.senderLimit === 'none')) return;
  const who = perUser === 'sender' && quirks.senderLimit === 'key' ? `key ${apiKey}` : uid;
  charge(limits.takeUser(perUser, who), `${summary} (per user)`, headers);
}
