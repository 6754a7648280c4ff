import { test } from 'vitest';
import { inColumns } from './members-in-columns.ts';
import { expectSchema } from './schema.ts';

test.each(inColumns)('members in columns, several tables: $name', expectSchema);
