import type { ApiRoute } from '../app/route.ts';
import type { JsonSchema } from '../wire/json-schema.ts';
/** An OpenAPI 3.1 document. */
export type OpenApi = JsonSchema & {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
/** One call in the document. */
export type Operation = {
    readonly operationId: string;
    readonly tags: readonly string[];
    readonly summary: string;
    readonly description?: string;
    readonly deprecated?: true;
    readonly parameters: readonly Parameter[];
    readonly requestBody?: JsonSchema;
    readonly responses: Readonly<Record<string, JsonSchema>>;
    readonly security: readonly JsonSchema[];
    readonly servers?: readonly JsonSchema[];
};
/** One parameter in the document. */
export type Parameter = {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
    readonly required: boolean;
    readonly schema: JsonSchema;
    readonly style?: 'form';
    readonly explode?: false;
};
/** The OpenAPI document of the given calls, made of the declarations that read requests. */
export declare function openApi(routes: readonly ApiRoute[]): OpenApi;
