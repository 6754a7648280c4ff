/** An answer of Stream's that says no. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: number;
  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** A request that is not right. */
export const input = (message: string): Refusal => new Refusal(400, 4, message);
