import { randomBytes } from 'node:crypto';
import type { Database } from '../storage/database.ts';
import { jsonMember, jsonObject, numberMember, textMember } from '../wire/json-text.ts';
import { LIMITS } from '../wire/validation.ts';

/** Properties that tie a token to a platform and a device; `appInfo` is JSON text. */
type AuthTokenUse = {
  readonly platform: string | null;
  readonly userAgent: string | null;
  readonly appInfo: string | null;
};

/** A token with which a client logs in as one user. */
export type AuthToken = AuthTokenUse & {
  readonly uid: string;
  readonly authToken: string;
  readonly createdAt: number;
};

const COLUMNS = `uid, auth_token AS authToken, platform, user_agent AS userAgent, app_info AS appInfo,
  created_at AS createdAt`;

/** The JSON of a token in an answer. */
export function authTokenJson(token: AuthToken): string {
  return jsonObject(
    textMember('uid', token.uid),
    textMember('authToken', token.authToken),
    textMember('platform', token.platform),
    textMember('userAgent', token.userAgent),
    jsonMember('appInfo', token.appInfo),
    numberMember('createdAt', token.createdAt),
  );
}

/** The auth tokens of the app's users. Only the newest tokens of each user stay valid. */
export class AuthTokenStore {
  readonly #db: Database;

  /** Reads and writes the given data file. */
  constructor(db: Database) {
    this.#db = db;
  }

  /** Creates a token for a user at `now`. The oldest tokens above the limit of a user are removed. */
  create(uid: string, now: number): AuthToken {
    const authToken = `${uid}_${now}${randomBytes(15).toString('hex')}`;
    this.#db.run(
      'INSERT INTO auth_tokens (auth_token, uid, created_at) VALUES (?, ?, ?)',
      authToken,
      uid,
      now,
    );
    this.#db.run(
      `DELETE FROM auth_tokens WHERE uid = ? AND seq IN
         (SELECT seq FROM auth_tokens WHERE uid = ? ORDER BY seq DESC LIMIT -1 OFFSET ?)`,
      uid,
      uid,
      LIMITS.authTokens,
    );
    return { uid, authToken, createdAt: now, platform: null, userAgent: null, appInfo: null };
  }

  /** A page of a user's tokens, newest first. */
  list(uid: string, limit: number, offset: number): readonly AuthToken[] {
    return this.#db.all<AuthToken>(
      `SELECT ${COLUMNS} FROM auth_tokens WHERE uid = ? ORDER BY seq DESC LIMIT ? OFFSET ?`,
      uid,
      limit,
      offset,
    );
  }

  /** The number of tokens of a user. */
  count(uid: string): number {
    return this.#db.count('auth_tokens WHERE uid = ?', uid);
  }

  /** A user's token. */
  find(uid: string, authToken: string): AuthToken | undefined {
    const sql = `SELECT ${COLUMNS} FROM auth_tokens WHERE auth_token = ? AND uid = ?`;
    return this.#db.get<AuthToken>(sql, authToken, uid);
  }

  /** Replaces what ties a token to a platform and a device. */
  update({ authToken, platform, userAgent, appInfo }: AuthToken): void {
    this.#db.run(
      'UPDATE auth_tokens SET platform = ?, user_agent = ?, app_info = ? WHERE auth_token = ?',
      platform,
      userAgent,
      appInfo,
      authToken,
    );
  }

  /** Makes a token invalid. */
  remove(authToken: string): void {
    this.#db.run('DELETE FROM auth_tokens WHERE auth_token = ?', authToken);
  }

  /** Makes every token of a user invalid. */
  flush(uid: string): void {
    this.#db.run('DELETE FROM auth_tokens WHERE uid = ?', uid);
  }
}
