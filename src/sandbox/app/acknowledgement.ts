import { type ApiError, errorJson } from '../wire/api-error.ts';
import type { RouteAnswer } from './route.ts';

/** The result of an id that succeeded, in an answer with a result by id. */
export const succeeded = (message: string): string => JSON.stringify({ success: true, message });

/** The result of an id that was refused, in an answer with a result by id. */
export const failed = (error: ApiError): string => `{"success":false,"error":${errorJson(error)}}`;

/** An answer that only says that the call succeeded. */
export const acknowledgement = (message: string): RouteAnswer => ({ data: succeeded(message) });
