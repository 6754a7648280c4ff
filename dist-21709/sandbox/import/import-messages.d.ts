import * as field from '../wire/field.ts';
import { type ImportRow } from './import-rows.ts';
/** A row of POST /data_import/messages. */
export declare const IMPORTED_MESSAGE: field.Shape<field.FieldValues<{
    readonly receiver: field.Field<string>;
    readonly receiverType: field.Field<"group" | "user">;
    readonly category: field.Field<"custom" | "interactive" | "message" | null>;
    readonly type: field.Field<string>;
    readonly data: field.Field<string>;
    readonly tags: field.Field<string | null>;
    readonly muid: field.Field<string>;
    readonly sender: field.Field<string>;
    readonly sentAt: field.Field<number>;
    readonly deliveredAt: field.Field<number | null>;
    readonly readAt: field.Field<number | null>;
    readonly senderUserDetails: field.Field<Readonly<Record<string, unknown>> | undefined>;
    readonly receiverUserDetails: field.Field<Readonly<Record<string, unknown>> | undefined>;
    readonly receiverGroupDetails: field.Field<Readonly<Record<string, unknown>> | undefined>;
    readonly receiverGroupOwnerDetails: field.Field<Readonly<Record<string, unknown>> | undefined>;
    readonly mentionedUserDetails: field.Field<Readonly<Record<string, unknown>> | undefined>;
}>>;
/**
 * One row of POST /data_import/messages. Writes no action message and accepts deactivated users. The sender need
 * not be a member unless the switch says so, because history outlives membership (assumed).
 */
export declare const importMessage: ImportRow;
