import type { Plan } from '../../delivery/plan.ts';
import { type Finding } from './finding.ts';
/**
 * Asks the addresses of the files of messages whether they answer, without the key of the service: the service does not copy
 * files, so an address that ends takes its file with it.
 */
export declare function fileAddresses(plan: Plan, signal: AbortSignal): Promise<Finding>;
