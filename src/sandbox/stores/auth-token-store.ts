import { randomBytes } from 'node:crypto';
import { Table } from '../storage/table.ts';
import { jsonMember, jsonObject, numberMember, textMember } from '../wire/json-text.ts';
import { LIMITS } from '../wire/validation.ts';
import { Store } from './store.ts';

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

const TOKENS = new Table<AuthToken>(
  'auth_tokens',
  'authToken, uid, platform, userAgent, appInfo, createdAt',
  'uid, createdAt',
);

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
export class AuthTokenStore extends Store {
  /** Creates a token for a user at `now`. The oldest tokens above the limit of a user are removed. */
  create(uid: string, now: number): AuthToken {
    const authToken = `${uid}_${now}${randomBytes(15).toString('hex')}`;
    const token = { uid, authToken, createdAt: now, platform: null, userAgent: null, appInfo: null };
    TOKENS.insert(this.db, token);
    this.db.run(
      `DELETE FROM auth_tokens WHERE uid = ? AND seq IN
         (SELECT seq FROM auth_tokens WHERE uid = ? ORDER BY seq DESC LIMIT -1 OFFSET ?)`,
      uid,
      uid,
      LIMITS.authTokens,
    );
    return token;
  }

  /** A page of a user's tokens, newest first. */
  list(uid: string, limit: number, offset: number): readonly AuthToken[] {
    return this.db.all<AuthToken>(
      `SELECT ${TOKENS.columns} FROM auth_tokens WHERE uid = ? ORDER BY seq DESC LIMIT ? OFFSET ?`,
      uid,
      limit,
      offset,
    );
  }

  /** The number of tokens of a user. */
  count(uid: string): number {
    return this.db.count('auth_tokens WHERE uid = ?', uid);
  }

  /** A user's token. */
  find(uid: string, authToken: string): AuthToken | undefined {
    const sql = `SELECT ${TOKENS.columns} FROM auth_tokens WHERE auth_token = ? AND uid = ?`;
    return this.db.get<AuthToken>(sql, authToken, uid);
  }

  /** Replaces what ties a token to a platform and a device. */
  update(token: AuthToken): void {
    TOKENS.update(this.db, token);
  }

  /** Makes a token invalid. */
  remove(authToken: string): void {
    this.db.run('DELETE FROM auth_tokens WHERE auth_token = ?', authToken);
  }

  /** Makes every token of a user invalid. */
  flush(uid: string): void {
    this.db.run('DELETE FROM auth_tokens WHERE uid = ?', uid);
  }
}
