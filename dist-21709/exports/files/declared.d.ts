import type { z } from 'zod';
import { RunError } from '../../errors/run-error.ts';
/** Members of a schema that are of one kind, and may all be absent. */
export declare const optionals: <Kind extends z.ZodType, const Name extends string>(kind: Kind, ...names: readonly Name[]) => Record<Name, z.ZodOptional<Kind>>;
/** @throws RunError `EXPORT.SHAPE_INVALID` */
export declare function declaredShape<Schema extends z.ZodType>(schema: Schema, declared: Readonly<Record<string, unknown>> | undefined, hint: string): z.output<Schema>;
/** The error for a declared zone that does not exist. */
export declare const unknownZone: (zone: string) => RunError;
