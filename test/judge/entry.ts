/**
 * What the documentation says of a value, as data:
 * - `string`, `integer`, `number`, `boolean`, `object`, `array`, `any`: a type of JSON; `digits` a text of digits;
 *   `seconds` and `milliseconds` a time since 1970 in that unit, as a number
 * - `a|b|c` one of these: names of types, or else words; `true` is the boolean
 * - `~The user {} has gone.` a text in which `{}` stands for anything
 * - `[shape]` a list of them; `{ field: shape, 'other?': shape }` an object, `?` where a field may be absent;
 *   `{ '*': shape }` an object whose keys are ids
 */
export type Shape = string | readonly [Shape] | { readonly [field: string]: Shape };

/** A JSON value that is sent; a text `{name}` stands for what an earlier step kept under that name. */
export type Sent = string | number | boolean | readonly Sent[] | { readonly [field: string]: Sent };

/** The changing parts of a request. */
export type Request = {
  /** Values for the places in the path of the call, by name. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** The uid of the header `onBehalfOf`. */
  readonly as?: string;
  readonly body?: { readonly [field: string]: Sent };
  /** A body as text, which need be no JSON. */
  readonly text?: string;
  /** Fields of a body of `multipart/form-data` instead. */
  readonly form?: Readonly<Record<string, string>>;
};

/** A request that must succeed before the one that is judged, at the same address. */
export type Step = Request & {
  readonly call: string;
  /** Names for values of the answer: `{ message: 'data.id' }`. */
  readonly keep?: Readonly<Record<string, string>>;
};

/** A documented request with what the documentation says of its answer. */
export type Example = Request & {
  readonly given?: readonly Step[];
  readonly answer: Shape;
  /** How many entries the list `data` has; a list that is asked for has at least one where this is absent. */
  readonly count?: number;
  /** The documented status, where it is not 200. */
  readonly status?: number;
};

/** A request that is documented to be refused. */
export type Refusal = Request & {
  readonly given?: readonly Step[];
  /** The documented code; several, as `A|B`, where the documentation names several. Its status is in `STATUSES`. */
  readonly code: string;
  /** Where this is documented, if not where the call is. */
  readonly source?: string;
};

/** One call of the service, as a second reader has found it in the documentation. */
export type Entry = {
  /** Method and path, as `GET /users/{uid}`. */
  readonly call: string;
  /** A key of `SOURCES` and the place in it. */
  readonly source: string;
  /** The header `onBehalfOf`; absent where the documentation does not name it. */
  readonly onBehalfOf?: 'required' | 'optional';
  /** The fields of the body. A body without a required one, or with a word outside an enumeration, is refused. */
  readonly fields?: { readonly [field: string]: Shape };
  /** The code for an id in the path that does not exist, by the name of the place. */
  readonly unknown?: Readonly<Record<string, string>>;
  /** The call may be made with a key of the scope `authOnly`. */
  readonly authOnly?: true;
  /** Key and secret are sent by HTTP Basic authentication, not in headers of their own. */
  readonly basicAuth?: true;
  /** Fields that the documentation shows as null; any other null is a fault. */
  readonly nulls?: readonly string[];
  readonly examples: readonly [Example, ...(readonly Example[])];
  readonly refusals?: readonly Refusal[];
  /** Where the documentation contradicts itself: what it prints, and what is followed instead. */
  readonly slip?: string;
};

/** The calls of one resource. */
export type Resource = {
  /** The address that its calls belong to. */
  readonly at: 'chat' | 'calls' | 'management';
  readonly entries: readonly Entry[];
};
