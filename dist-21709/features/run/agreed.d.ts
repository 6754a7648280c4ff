import type { Questions, Runtime, Stderr } from '../../terminal/context.ts';
import type { Beginning } from '../plan/preview.ts';
/**
 * Asks a person before a hosted service is written to for the first time, and shows what would be done. That takes a pass
 * over the files, so nobody else waits for it: not with `--yes`, not without a terminal, and not with a saved plan.
 * @throws RunError `USAGE.INVALID`, `RUN.DECLINED`, and those of reading the files
 */
export declare function agreed(run: Omit<Beginning, 'fresh'>, { yes, plan, fresh, }: {
    readonly yes: boolean;
    readonly plan?: string | undefined;
    readonly fresh: boolean;
}, context: Runtime & Stderr & Questions): Promise<void>;
