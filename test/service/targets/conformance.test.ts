import { importApi } from '../../../src/service/targets/import-api.ts';
import { restApi } from '../../../src/service/targets/rest-api.ts';
import { targetConformance } from '../../conformance/target.ts';

const budget = { requests: 60, perMs: 60_000, concurrency: 1 };

targetConformance(importApi({ budget }));
targetConformance(restApi({ core: budget, standard: budget }));
