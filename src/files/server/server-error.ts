import { type RunCode, RunError } from '../../errors/run-error.ts';
import { isUntrusted } from '../../system/proxy.ts';

/** The name of an error of the driver or the server. */
type Named = { readonly code: RunCode; readonly what: string; readonly hint?: string };

const TLS: Named = {
  code: 'STATE.SERVER_REFUSED',
  what: 'the server of the state cannot be trusted with the password,',
  hint: 'correct sslmode= and sslrootcert= in the address of state:; without TLS, which only a network of your own may be, leave sslmode out',
};

const KINDS: readonly (readonly [RegExp, Named])[] = [
  // Wrong password, unknown user, database or schema, no right to write there.
  [/^(?:28|3D|3F|42501)/, { code: 'STATE.SERVER_REFUSED', what: 'the server of the state refuses' }],
  // Tables, columns, constraints or functions that are not there, or other ones.
  [
    /^(?:42P01|42703|42P10|42804|42883|42809|22P02)$/,
    { code: 'STATE.SERVER_VERSION', what: 'the tables are not those that chatferry makes:' },
  ],
  [/^53100$/, { code: 'STATE.UNWRITABLE', what: 'the server of the state has no room on its disk:' }],
  // It starts, stops, is a standby, or has too many connections.
  [
    /^(?:57P..|53...|25006|40...)$/,
    { code: 'STATE.SERVER_UNREACHABLE', what: 'the server of the state cannot work now,' },
  ],
  [
    /^(?:|E[A-Z_]+|08...)$/,
    { code: 'STATE.SERVER_UNREACHABLE', what: 'the server of the state does not answer,' },
  ],
];

/**
 * The error of a server, in our words; one that tells of nothing of the server stays as it is.
 * @param shown what messages call the server
 */
export function serverError(error: unknown, shown: string): unknown {
  const {
    code = '',
    message,
    path,
  } = error as {
    readonly code?: string;
    readonly message: string;
    readonly path?: string;
  };
  const named = kindOf(code, message, path);
  if (!named) return error;
  const { hint } = named;
  return new RunError(named.code, `${named.what} ${shown}: ${message}`, {
    ...(hint === undefined ? {} : { hint }),
    cause: error,
  });
}

function kindOf(code: string, message: string, path: string | undefined): Named | undefined {
  // A file of this machine, which is no matter of the server.
  if (path !== undefined) return undefined;
  if (isUntrusted(code) || (code === '' && /\bSSL\b/.test(message))) return TLS;
  if (code === '' && message.startsWith('SASL'))
    return { code: 'STATE.SERVER_REFUSED', what: 'the server of the state wants a password,' };
  return KINDS.find(([codes]) => codes.test(code))?.[1];
}

/** The error of files that the address names, such as `sslrootcert=`. */
export const addressError = (error: unknown, shown: string): RunError =>
  new RunError('STATE.SERVER_REFUSED', `${shown}: ${(error as Error).message}`, {
    hint: TLS.hint as string,
    cause: error,
  });
