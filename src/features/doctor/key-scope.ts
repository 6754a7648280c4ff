import { type ApiResponse, apiError } from '../../service/transport/transport.ts';
import { type Finding, fail, pass, skippedCheck, warn } from './finding.ts';

const CHECK = 'key scope';
const FULL = 'use a key of the app with scope fullAccess';

/** The requests that show what a key may do. */
export type Probe = {
  /** The answer to a read. */
  readonly read: ApiResponse;
  /** Creates a group without fields, which every service refuses: because of the key or because of the fields. */
  readonly refusedWrite: () => Promise<ApiResponse>;
};

/** Checks that the key has the scope fullAccess, by a read and by a write that must be refused. */
export async function keyScope({ read, refusedWrite }: Probe): Promise<Finding> {
  const readError = apiError(read.body);
  if (readError) return judgedRead(readError.code, readError.message);
  const { status, body } = await refusedWrite();
  const error = apiError(body);
  if (error?.code === 'AUTH_ERR_NO_ACCESS') return readOnly();
  if (status === 400 && error)
    return pass(CHECK, 'fullAccess: a read is answered, an empty write is refused for its fields only');
  return warn(CHECK, `unknown: an empty write was answered with ${status} ${error?.code ?? ''}`.trim(), FULL);
}

function judgedRead(code: string, message: string): Finding {
  if (code === 'AUTH_ERR_NO_ACCESS')
    return fail(CHECK, 'authOnly: this key only creates users and auth tokens', FULL, 'auth');
  if (code === 'AUTH_ERR_APIKEY_NOT_FOUND')
    return fail(
      CHECK,
      'the key belongs to no app at this address; the service does not say whether key, app or region is wrong',
      'compare key, appId and region with the dashboard of the service',
      'auth',
    );
  if (/^(?:AUTH_ERR_|ERR_PLAN_|ERR_SUBSCRIPTION_)/.test(code))
    return fail(CHECK, `${code}: ${message}`, FULL, 'auth');
  return skippedCheck(CHECK, `unknown: a read was answered with ${code}`);
}

const readOnly = (): Finding => fail(CHECK, 'the key may read but not write', FULL, 'auth');
