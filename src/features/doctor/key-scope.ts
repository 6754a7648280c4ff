import { type ApiResponse, apiError } from '../../service/transport/transport.ts';
import { type Finding, fail, pass, skipped, warn } from './finding.ts';

const CHECK = 'key scope';
const FULL = 'use a key of the app with scope fullAccess';

/** What a key may do. */
export type Probe = {
  /** The answer to a read. */
  readonly read: ApiResponse;
  /** Asks for a group without any field, which no service makes: it is refused for the key or for the fields. */
  readonly refusedWrite: () => Promise<ApiResponse>;
};

/** Whether the key is of the scope fullAccess: a read, and a write that has to be refused. */
export async function keyScope({ read, refusedWrite }: Probe): Promise<Finding> {
  const readError = apiError(read.body);
  if (readError) return judgedRead(readError.code, readError.message);
  const { status, body } = await refusedWrite();
  const error = apiError(body);
  if (error?.code === 'AUTH_ERR_NO_ACCESS') return readOnly();
  if (status === 400 && error)
    return pass(CHECK, 'fullAccess: a read is answered, a write of nothing is refused for its fields');
  return warn(
    CHECK,
    `cannot be told: a write of nothing was answered ${status} ${error?.code ?? ''}`.trim(),
    FULL,
  );
}

function judgedRead(code: string, message: string): Finding {
  if (code === 'AUTH_ERR_NO_ACCESS')
    return fail(CHECK, 'authOnly: this key only creates users and auth tokens', FULL, 'auth');
  if (code === 'AUTH_ERR_APIKEY_NOT_FOUND')
    return fail(
      CHECK,
      'the key belongs to no app at this address; whether key, app or region is wrong the service does not say',
      'compare key, appId and region with the dashboard of the service',
      'auth',
    );
  if (/^(?:AUTH_ERR_|ERR_PLAN_|ERR_SUBSCRIPTION_)/.test(code))
    return fail(CHECK, `${code}: ${message}`, FULL, 'auth');
  return skipped(CHECK, `cannot be told: a read was answered ${code}`);
}

const readOnly = (): Finding => fail(CHECK, 'the key may read and not write', FULL, 'auth');
