import { buildRow } from '#components/table/layouts/build-row.ts';
import type { SharedRow } from '#lib/contract/shared-view.ts';
import type { Row } from '#lib/contract/table.ts';

/** A row as cells read it: of what only members see, nothing is there. */
export const asRow = (row: SharedRow): Row => ({ ...buildRow(), ...row });
