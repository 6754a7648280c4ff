import { type StateStore, textIn } from '../../../../files/state/state-store.ts';
import { jsonIn } from '../../../../input/json/defined.ts';
import type { System } from '../../../../system/system.ts';
import type { Side } from '../../side.ts';

/** The steps of keeping two systems alike, in their order. */
const livePhases = ['capture', 'bulk', 'catch-up', 'live', 'switch', 'switched', 'stopped'] as const;

export type LivePhase = (typeof livePhases)[number];

/** The process that delivers, or did so last. */
type Deliverer = { readonly pid: number; readonly host: string; readonly user: string };

/** The document of the phases in the state. Times are RFC 3339. */
export type PhaseDocument = {
  readonly version: 1;
  readonly phase: LivePhase;
  readonly since: string;
  readonly who: Deliverer;
  /** When events began to be received: what is older is in the bulk. */
  readonly captureSince: string;
  /** When the first genuine event of each side came in. */
  readonly proven: Readonly<Partial<Record<Side, string>>>;
  /** In capture: the sides whose first genuine event is waited for. */
  readonly awaited?: readonly Side[];
  /** True while people cannot write on the old side because we keep them from it. */
  readonly isFrozen?: boolean;
  /** True from the beginning of a stop to its end: one that was killed continues. */
  readonly isStopping?: boolean;
  /** When it was stopped before it began anew: what people wrote in the service since then goes back. */
  readonly stoppedAt?: string;
};

const PHASE_NAME = 'live/phase';

/** Reads how far a pipeline is; undefined if its systems were never kept alike. */
export function readPhase(state: StateStore): PhaseDocument | undefined {
  const text = textIn(state, PHASE_NAME);
  const found = text === undefined ? undefined : (Object(jsonIn(text)) as Partial<PhaseDocument>);
  if (found?.version !== 1 || !livePhases.some((each) => each === found.phase)) return undefined;
  return found as PhaseDocument;
}

/** The phase of a pipeline, as its one deliverer keeps it. */
export class PhaseKeeper {
  readonly #state: StateStore;
  readonly #system: Pick<System, 'clock' | 'machine'>;
  #now: PhaseDocument;

  private constructor(state: StateStore, system: Pick<System, 'clock' | 'machine'>, now: PhaseDocument) {
    this.#state = state;
    this.#system = system;
    this.#now = now;
  }

  /**
   * Continues in the phase that the state knows; one that was stopped, or never began, begins with capture.
   * @throws RunError `STATE.UNWRITABLE`
   */
  static async open(state: StateStore, system: Pick<System, 'clock' | 'machine'>): Promise<PhaseKeeper> {
    const { pid, host, user } = system.machine;
    const who = { pid, host, user };
    const before = readPhase(state);
    const at = new Date(system.clock.now()).toISOString();
    const isNew = !before || before.phase === 'stopped';
    const now: PhaseDocument = isNew
      ? {
          version: 1,
          phase: 'capture',
          since: at,
          who,
          captureSince: at,
          proven: {},
          ...(before ? { stoppedAt: before.since } : {}),
        }
      : // Nothing rests on the beginning yet: what was missed since is in the bulk.
        { ...before, who, ...(before.phase === 'capture' ? { captureSince: at } : {}) };
    const keeper = new PhaseKeeper(state, system, now);
    if (!before) await state.begin(PHASE_NAME);
    await keeper.#save();
    return keeper;
  }

  get now(): PhaseDocument {
    return this.#now;
  }

  /** @throws RunError `STATE.UNWRITABLE` */
  async enter(phase: LivePhase): Promise<void> {
    if (phase === this.#now.phase) return;
    const since = new Date(this.#system.clock.now()).toISOString();
    this.#now = { ...this.#now, phase, since };
    await this.#save();
  }

  /** Notes what is known besides. @throws RunError `STATE.UNWRITABLE` */
  async note(
    known: Partial<Pick<PhaseDocument, 'proven' | 'awaited' | 'isFrozen' | 'isStopping' | 'captureSince'>>,
  ): Promise<void> {
    this.#now = { ...this.#now, ...known };
    await this.#save();
  }

  #save(): Promise<void> {
    return this.#state.save(PHASE_NAME, JSON.stringify(this.#now));
  }
}
