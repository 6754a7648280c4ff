import { randomBytes } from 'node:crypto';
import { Table } from '../storage/table.ts';
import { jsonMember, jsonObject, numberMember, sameMembers } from '../wire/json-text.ts';
import { LIMITS } from '../wire/validation.ts';
import { RowStore } from './store.ts';

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
    ...sameMembers(token, 'uid', 'authToken', 'platform', 'userAgent'),
    jsonMember('appInfo', token.appInfo),
    numberMember('createdAt', token.createdAt),
  );
}

/** The auth tokens of the app's users. Only the newest tokens of each user stay valid. */
export class AuthTokenStore extends RowStore<AuthToken> {
  protected override readonly table = TOKENS;

  /** Creates a token for a user at `now`. The oldest tokens above the limit of a user are removed. */
  create(uid: string, now: number): AuthToken {
    const authToken = `${uid}_${now}${randomBytes(15).toString('hex')}`;
    const token = { uid, authToken, createdAt: now, platform: null, userAgent: null, appInfo: null };
    this.insert(token);
    this.db.run(
      `DELETE FROM auth_tokens WHERE uid = ? AND seq IN
         (SELECT seq FROM auth_tokens WHERE uid = ? ORDER BY seq DESC LIMIT -1 OFFSET ?)`,
      uid,
      uid,
      LIMITS.authTokens,
    );
    return token;
  }

  /** The newest token of a user. */
  newest(uid: string): AuthToken | undefined {
    return TOKENS.all(this.db, 'WHERE uid = ? ORDER BY seq DESC LIMIT 1', uid)[0];
  }

  /** Makes every token of a user invalid. */
  flush(uid: string): void {
    this.db.run('DELETE FROM auth_tokens WHERE uid = ?', uid);
  }
}
