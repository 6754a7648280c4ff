import type { OptionalName } from '../../../input/entities/entity.ts';
import type { OptionalCalls } from './optional-calls.ts';
/** Every optional entity; a new one is one more file and one line here. */
export declare const optionalEntities: Readonly<Record<OptionalName, OptionalCalls>>;
/** Their routes. */
export declare const optionalRoutes: Readonly<Record<OptionalName, import("../target.ts").Route<Readonly<Record<string, unknown>>>>>;
/** The way in which their rows are changed. */
export declare const optionalChanges: Readonly<Record<OptionalName, import("../target.ts").RowChanges>>;
