import fc from 'fast-check';
import type { ServiceModel } from './service-model.ts';
import type { Verdict } from './verdict.ts';
import type { AppName, Call, World } from './world.ts';

/** A kind of call: its parameters, the request that they make, and what the model makes of them. */
export type CallKind<P> = {
  readonly name: string;
  readonly params: fc.Arbitrary<P>;
  /** How often, 1 by default. */
  readonly weight?: number;
  readonly call: (params: P, model: ServiceModel) => Call;
  readonly expect: (model: ServiceModel, params: P, call: Call) => Verdict;
};

/** Something that happens to a world. */
export type Step = fc.AsyncCommand<World, World>;

/** Steps and how often they come. */
export type Weighted = { readonly weight: number; readonly arbitrary: fc.Arbitrary<Step> };

/** The same, and how one of them is made with given parameters. */
export type Made<P> = Weighted & { readonly of: (params: P, app?: AppName) => Step };

class CallStep<P> implements Step {
  readonly #kind: CallKind<P>;
  readonly #params: P;
  readonly #app: AppName;

  constructor(kind: CallKind<P>, params: P, app: AppName) {
    this.#kind = kind;
    this.#params = params;
    this.#app = app;
  }

  check(): boolean {
    return true;
  }

  async run(_: World, world: World): Promise<void> {
    const call = this.#kind.call(this.#params, world.models[this.#app]);
    await world.exchange(this.#app, call, (model) => this.#kind.expect(model, this.#params, call));
  }

  toString(): string {
    return `${this.#kind.name} ${fc.stringify(this.#params)}${this.#app === 'first' ? '' : ' in the second app'}`;
  }
}

const apps = fc.oneof(
  { weight: 14, arbitrary: fc.constant<AppName>('first') },
  { weight: 1, arbitrary: fc.constant<AppName>('second') },
);

/** A step that makes a kind of call with any parameters. */
export function step<P>(kind: CallKind<P>): Made<P> {
  const arbitrary = fc.tuple(kind.params, apps).map(([params, app]): Step => new CallStep(kind, params, app));
  return {
    weight: kind.weight ?? 1,
    arbitrary,
    of: (params, app = 'first') => new CallStep(kind, params, app),
  };
}

class Restart implements Step {
  check(): boolean {
    return true;
  }

  async run(_: World, world: World): Promise<void> {
    await world.restart();
  }

  toString(): string {
    return 'restart';
  }
}

/** The sandbox is stopped and started again. */
export const restart: Weighted = { weight: 0.6, arbitrary: fc.constant(null).map(() => new Restart()) };
