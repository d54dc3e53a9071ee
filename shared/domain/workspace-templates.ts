import { derivedStatusLabels } from './derived-status.ts';

/** What a new local workspace contains besides its first project. The dialog describes it, and the service makes it. */
export interface WorkspaceTemplate {
  readonly label: string;
  /** The app opens the first one. */
  readonly decks: readonly {
    readonly title: string;
    readonly coverColor: string;
    /** Zones say nothing about a status: none, where the board shows the cards by status. */
    readonly zones: readonly string[];
  }[];
  readonly runs?: { readonly name: string; readonly days: number };
}

export const workspaceTemplateNames = ['kanban', 'scrum', 'personal', 'empty'] as const;
export type WorkspaceTemplateName = (typeof workspaceTemplateNames)[number];

export const workspaceTemplates: Readonly<Record<WorkspaceTemplateName, WorkspaceTemplate>> = {
  kanban: { label: 'Kanban', decks: [{ title: 'Tasks', coverColor: '#3b7dd8', zones: [] }] },
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

const { assigned, started, done } = derivedStatusLabels;

/** The columns of a single deck, or the decks and the length of the runs. */
export function aboutWorkspaceTemplate({ decks, runs }: WorkspaceTemplate): string {
  const [only] = decks;
  if (!only) return 'You make the decks';
  const columns = only.zones.length > 0 ? only.zones : [assigned, started, done];
  const names = decks.length === 1 ? columns : decks.map(({ title }) => title);
  return [...names, ...(runs ? [`runs of ${runs.days} days`] : [])].join(', ');
}
