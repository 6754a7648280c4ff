import { type ApiError, errorJson } from '../wire/api-error.ts';
import type { RouteAnswer } from './route.ts';

/** A result of one id in an answer with several: done. */
export const succeeded = (message: string): string => JSON.stringify({ success: true, message });

/** A result of one id in an answer with several: refused. */
export const failed = (error: ApiError): string => `{"success":false,"error":${errorJson(error)}}`;

/** The answer that says that something is done, and nothing else. */
export const acknowledgement = (message: string): RouteAnswer => ({ data: succeeded(message) });
