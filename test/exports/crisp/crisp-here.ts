import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

type Row = Readonly<Record<string, unknown>>;

export const AT = 1_767_225_600_000;
export const SESSION = 'session_1';

/** A conversation of a visitor. */
export const conversation = (row: Row = {}): Row => ({
  session_id: SESSION,
  website_id: 'w',
  people_id: 'p',
  is_verified: false,
  state: 'pending',
  meta: { nickname: 'Ann', email: 'ann@example.com', segments: [] },
  created_at: AT,
  ...row,
});

let fingerprints = 0;

/** A message of the visitor. */
export const message = (row: Row = {}): Row => ({
  session_id: SESSION,
  website_id: 'w',
  type: 'text',
  from: 'user',
  origin: 'chat',
  content: 'hi',
  fingerprint: 176_725_800_000_000 + ++fingerprints,
  timestamp: AT,
  user: { user_id: SESSION, nickname: 'Ann' },
  ...row,
});

export const answer = (data: unknown): unknown => ({ error: false, reason: 'listed', data });
export const lines = (...rows: readonly unknown[]): string =>
  rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('');

/** A pipeline over files of Crisp, with a service in this process. */
export const crispHere = (
  files: Readonly<Record<string, string | Uint8Array>>,
  { system = 'auto', rest = '' } = {},
): Promise<ServiceHere> =>
  serviceHere({
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [`export/${name}`, text])),
    rest: `  export: { system: ${system}, path: export }\nretention: { messagesOlderThanDays: 36500 }\n${rest}`,
  });
