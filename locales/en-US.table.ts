/** Words of tables and contact lists. */
const table = {
  'audit.item.imported': '{actor} imported rows into {target}',
  'audit.item.rows_deleted': '{actor} deleted rows of {target} for good',
  'audit.item.column_deleted': '{actor} deleted a column of {target} for good',
} as const;

export default table;
