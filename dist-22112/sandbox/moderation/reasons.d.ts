import type { App } from '../app/app.ts';
import { type ApiRoute } from '../app/route.ts';
/** Why users flag messages. */
export type Reason = {
    readonly id: string;
    readonly name: string;
    readonly description: string | null;
    readonly isDefault: number;
    readonly createdAt: number;
    readonly updatedAt: number;
};
/** A reason. Throws ERR_REASON_NOT_FOUND if there is none. */
export declare function reasonOf({ db }: App, id: string): Reason;
/** An acknowledgement without the envelope, as some calls of moderation are documented. */
export declare const BARE_ACKNOWLEDGEMENT: {
    readonly data: Readonly<Record<string, unknown>>;
    readonly whole: true;
};
/** The answer of such a call. */
export declare const bareAcknowledgement: (message: string) => {
    whole: string;
};
/** The calls about the reasons for flagging messages. */
export declare const reasonRoutes: readonly ApiRoute[];
