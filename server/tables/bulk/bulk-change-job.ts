export const BULK_CHANGE = 'bulk-change';

/** Whether a job changes all rows that a filter found. */
export const isBulkChange = ({ task }: { task: string }): boolean => task === BULK_CHANGE;
