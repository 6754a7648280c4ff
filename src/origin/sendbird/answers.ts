import { isRecord } from '../../service/transport/transport.ts';
import { type Ask, OriginError, type OriginFault, type OriginRow } from '../origin.ts';

/** What answers of Sendbird mean. */

type Row = OriginRow['row'];

/** Faults that the code of an answer tells: most of them have the status 400. */
const FAULTS: Readonly<Record<string, OriginFault>> = {
  400108: 'forbidden',
  400109: 'expired',
  400201: 'gone',
};
const KEY_REFUSED = 400_401;

/** True if an answer says that no application has this key. */
export const isKeyRefused = (_status: number, body: unknown): boolean =>
  isRecord(body) && Number(body['code']) === KEY_REFUSED;

/** Asks as `ask` does; faults are as the codes of Sendbird tell them. */
export const askSendbird =
  (ask: Ask): Ask =>
  async (request, signal) => {
    try {
      return await ask(request, signal);
    } catch (error) {
      if (!(error instanceof OriginError) || error.code === undefined) throw error;
      const { message, status, code } = error;
      const fault = Object.hasOwn(FAULTS, code) ? FAULTS[code] : undefined;
      throw fault
        ? new OriginError(fault, message, { ...(status === undefined ? {} : { status }), code })
        : error;
    }
  };

/** Members of users by which anybody could act as one of them. */
const TOKENS = ['access_token', 'session_tokens'];

/**
 * The records of an answer, without tokens of users.
 * @param what was asked for, for messages to people
 * @throws OriginError `form`
 */
export function rowsOf(body: Row, name: string, what: string): readonly Row[] {
  const rows = body[name];
  if (!Array.isArray(rows) || !rows.every(isRecord))
    throw new OriginError('form', `${what}: the answer has no list of records "${name}"`);
  return rows.map((row) =>
    TOKENS.some((token) => Object.hasOwn(row, token))
      ? Object.fromEntries(Object.entries(row).filter(([member]) => !TOKENS.includes(member)))
      : row,
  );
}

/** A text of a record, or a number as text; undefined for nothing and for an empty text. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}

/** A whole number of a record from 0, such as a time in milliseconds; undefined for anything else. */
export const count = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;

/**
 * The path of a list of a channel, below the address of the API.
 * @throws OriginError `form` for a channel whose name no address can have
 */
export function channelPath(kind: string, channel: string, list: string): string {
  if (channel === '.' || channel === '..')
    throw new OriginError('form', `a channel with the channel_url "${channel}" cannot be asked for`);
  return `/${kind}/${encodeURIComponent(channel)}/${list}`;
}
