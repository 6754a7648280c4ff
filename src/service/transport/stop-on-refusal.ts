import { RunError } from '../../errors/run-error.ts';
import { errorOf } from './answer.ts';
import type { ApiResponse, Layer } from './transport.ts';

/** Refusals of one message, group or member, with any status: they say nothing about the key. */
const OF_ONE_ROW = /^ERR_(?:MESSAGE|GROUP|NOT_A|BANNED|CONVERSATION)_/;

/**
 * Ends a run if the service refuses the key, the plan or the address: no row is at fault, and no further row can be
 * imported. Only for the importer; a program that makes single calls gets such an answer as any other.
 * @throws RunError `AUTH.REFUSED`, `SERVICE.NOT_THE_API`
 */
export function stopOnRefusal(): Layer {
  return (next) => async (request, signal) => {
    const response = await next(request, signal);
    stopIfRefused(response);
    return response;
  };
}

function stopIfRefused(response: ApiResponse): void {
  const error = errorOf(response);
  const reason = error ? `${error.code}: ${error.message}` : `status ${response.status}`;
  const plan = error && /^(?:AUTH_ERR_|ERR_PLAN_|ERR_SUBSCRIPTION_)/.test(error.code);
  const refused = response.status === 401 || response.status === 403;
  if (plan || (refused && !OF_ONE_ROW.test(error?.code ?? '')))
    throw new RunError('AUTH.REFUSED', `the service refuses the key or the plan: ${reason}`);
  const moved = response.status >= 300 && response.status < 400;
  const unknown = (response.status === 404 || response.status === 405) && !error;
  if (moved || unknown || error?.code === 'ERR_API_NOT_FOUND' || error?.code === 'ERR_INVALID_API_VERSION')
    throw new RunError('SERVICE.NOT_THE_API', `the address does not serve this API: ${reason}`);
}
