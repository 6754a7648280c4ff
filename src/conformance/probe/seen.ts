import { type ApiResponse, apiError, isRecord } from '../../service/transport/transport.ts';

export type SeenRow = Readonly<Record<string, unknown>>;

/** The result of a row that was imported. */
export type CanaryFate =
  | { readonly taken: true; readonly row: SeenRow; readonly isNested: boolean }
  | { readonly taken: false; readonly code: string };

/** The rows of a list in an answer; none if it has no list. */
export const rowsIn = (answer: ApiResponse | undefined): readonly SeenRow[] => {
  const data = dataIn(answer);
  return Array.isArray(data) ? data.filter(isRecord) : [];
};

/** The `data` of an answer. */
function dataIn(answer: ApiResponse | undefined): unknown {
  return isRecord(answer?.body) ? answer.body['data'] : undefined;
}

/** The fate of a row in an answer; undefined if the answer has none. */
export function fateIn({ status, body }: ApiResponse, key: string): CanaryFate | undefined {
  const data = isRecord(body) ? body['data'] : undefined;
  const found = status < 300 && isRecord(data) && Object.hasOwn(data, key) ? data[key] : undefined;
  if (!isRecord(found)) return undefined;
  if (found['success'] !== true) return { taken: false, code: apiError(found)?.code ?? 'without a code' };
  const row = isRecord(found['data']) ? found['data'] : {};
  const isNested = row['success'] === true && isRecord(row['data']);
  return { taken: true, row: isNested && isRecord(row['data']) ? row['data'] : row, isNested };
}

/** Answers of a service to a probe: by call, and by row. */
export class Seen {
  readonly answers = new Map<string, ApiResponse>();
  readonly fates = new Map<string, CanaryFate>();
  /** True if rows had to be sent one by one. */
  isSingle = false;
  /** True if a body of messages needs fields beside the rows; undefined if nobody has said. */
  needsFields: boolean | undefined;
  /** Number of import calls. */
  importCalls = 0;

  status(call: string): number | undefined {
    return this.answers.get(call)?.status;
  }

  rows(call: string): readonly SeenRow[] {
    return rowsIn(this.answers.get(call));
  }

  /** The object in an answer. */
  row(call: string): SeenRow | undefined {
    const data = dataIn(this.answers.get(call));
    return isRecord(data) ? data : undefined;
  }

  /** True if the row was taken, false if it was refused; undefined if nobody has said. */
  taken(name: string): boolean | undefined {
    return this.fates.get(name)?.taken;
  }

  /** The code with which a row was refused. */
  code(name: string): string | undefined {
    const fate = this.fates.get(name);
    return fate && !fate.taken ? fate.code : undefined;
  }

  /** A message in the history that was read back, by its muid. */
  message(muid: string): SeenRow | undefined {
    return this.rows('history').find((row) => row['muid'] === muid);
  }

  /** A number in a header; undefined without it. */
  header(call: string, name: string): number | undefined {
    const value = Number(this.answers.get(call)?.headers[name] ?? Number.NaN);
    return Number.isNaN(value) ? undefined : value;
  }
}
