/** Acts are named by what they do ("Move “Rope” to Done"), for undo, menus and the outbox; once done they are told as done. */

const pasts = {
  Add: 'Added',
  Approve: 'Approved',
  Archive: 'Archived',
  Ask: 'Asked',
  Block: 'Blocked',
  Bookmark: 'Bookmarked',
  Change: 'Changed',
  Clear: 'Cleared',
  Close: 'Closed',
  Colour: 'Coloured',
  Complete: 'Completed',
  Copy: 'Copied',
  Create: 'Created',
  Delete: 'Deleted',
  Discard: 'Discarded',
  Duplicate: 'Duplicated',
  Edit: 'Edited',
  Finish: 'Finished',
  Give: 'Gave',
  Make: 'Made',
  Move: 'Moved',
  Opt: 'Opted',
  Pin: 'Pinned',
  Put: 'Put',
  React: 'Reacted',
  Remove: 'Removed',
  Rename: 'Renamed',
  Reopen: 'Reopened',
  Reorder: 'Reordered',
  Reply: 'Replied',
  Reset: 'Reset',
  Restore: 'Restored',
  Revert: 'Reverted',
  Set: 'Set',
  Start: 'Started',
  Stop: 'Stopped',
  Switch: 'Switched',
  Take: 'Took',
  Tick: 'Ticked',
  Unblock: 'Unblocked',
  Untick: 'Unticked',
  Wait: 'Waiting',
  Watch: 'Watching',
} as const;

type Verb = keyof typeof pasts;
/** What an act is called: a verb that can be told, and what it is about. */
export type Label = Verb | `${Verb} ${string}`;

/** "Moved “Rope” to Done". */
export function told(label: Label): string {
  const [verb = ''] = label.split(' ', 1);
  return `${pasts[verb as Verb]}${label.slice(verb.length)}`;
}
