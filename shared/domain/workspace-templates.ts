/** What a new local workspace contains besides its first project. The dialog describes it, and the service makes it. */
export interface WorkspaceTemplate {
  readonly label: string;
  /** The app opens the first one. */
  readonly decks: readonly {
    readonly title: string;
    readonly coverColor: string;
    readonly zones: readonly string[];
  }[];
  readonly runs?: { readonly name: string; readonly days: number };
}

export const workspaceTemplateNames = ['kanban', 'scrum', 'personal', 'empty'] as const;
export type WorkspaceTemplateName = (typeof workspaceTemplateNames)[number];

export const workspaceTemplates: Readonly<Record<WorkspaceTemplateName, WorkspaceTemplate>> = {
  kanban: { label: 'Kanban', decks: [{ title: 'Tasks', coverColor: '#3b7dd8', zones: ['To do', 'Doing', 'Done'] }] },
  scrum: {
    label: 'Scrum',
    decks: [
      { title: 'Backlog', coverColor: '#3b7dd8', zones: ['Next', 'Later', 'Ideas'] },
      { title: 'Bugs', coverColor: '#b8474a', zones: ['Urgent', 'Normal'] },
    ],
    runs: { name: 'Two weeks', days: 14 },
  },
  personal: {
    label: 'Personal list',
    decks: [{ title: 'My list', coverColor: '#2b8f8a', zones: ['Today', 'This week', 'Later'] }],
  },
  empty: { label: 'Empty', decks: [] },
};

/** The zones of a single deck, or the decks and the length of the runs. */
export function aboutWorkspaceTemplate({ decks, runs }: WorkspaceTemplate): string {
  const [only] = decks;
  if (!only) return 'You make the decks';
  const names = decks.length === 1 ? only.zones : decks.map(({ title }) => title);
  return [...names, ...(runs ? [`runs of ${runs.days} days`] : [])].join(', ');
}
