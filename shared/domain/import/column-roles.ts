/** What a column of a table can mean. Apart from `table.ts`, because windows and the bridge need no parser. */
export const columnRoles = [
  'title',
  'text',
  'list',
  'status',
  'done',
  'owner',
  'tags',
  'priority',
  'effort',
  'due',
  'milestone',
  'run',
  'parent',
  'checklist',
  'comment',
  'link',
  'id',
  'archived',
  'field',
  'leave',
] as const;
export type ColumnRole = (typeof columnRoles)[number];
