/** The places of the workspace that are rows: decks, people, projects, runs, milestones, tags, saved views, settings. */
import { Boxes, Braces, Hash, Layers, type LucideIcon, Milestone, Settings, Timer } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { nameOf, spacesOfProject, useAssignablePeople, useLookups } from '../../data/lookups.ts';
import { formatRoute, type Route, type ViewName } from '../../data/routes.ts';
import { PersonAvatar } from '../../workbench/PersonAvatar.tsx';
import { currentSavedViews } from '../../workbench/saved-views/saved-views.ts';
import { settingsSections } from '../../workbench/settings-sections.ts';

export interface Place {
  readonly route: string;
  readonly kind: string;
  readonly name: string;
  /** What it belongs to. */
  readonly detail?: string | undefined;
  /** Further words by which it is found. */
  readonly words?: readonly string[];
  readonly icon: ReactElement;
}

const iconOf = (Icon: LucideIcon) => <Icon size={14} aria-hidden />;

const routeTo = (view: ViewName, id: string, query: Route['query'] = {}) => formatRoute({ view, id, query });

export function usePlaces(): readonly Place[] {
  const lookups = useLookups();
  const people = useAssignablePeople();
  return useMemo(() => {
    const { projects, activeDecks, sprints, sprintConfigs, activeRunConfigs, milestones, tags } = lookups;
    const projectName = (id: string) => projects.find((project) => project.id === id)?.name;
    const tagNames = new Set(Object.values(tags).map(({ tag }) => tag));
    return [
      ...activeDecks.map(({ id, title, projectId }) => ({
        route: routeTo('deck', id),
        kind: 'Deck',
        name: title,
        detail: projectName(projectId),
        icon: iconOf(Layers),
      })),
      ...people.map((person) => ({
        route: routeTo('person', person.id),
        kind: 'Person',
        name: nameOf(person),
        words: [person.name, person.fullName ?? ''],
        icon: <PersonAvatar id={person.id} size={16} />,
      })),
      ...currentSavedViews().map(({ name, route, query }) => ({
        route,
        kind: 'View',
        name,
        icon: iconOf(query ? Braces : Layers),
      })),
      ...projects.flatMap((project) => [
        { route: routeTo('project', project.id), kind: 'Project', name: project.name, icon: iconOf(Boxes) },
        ...spacesOfProject(project).map(({ id, name }) => ({
          route: routeTo('project', project.id, { space: String(id) }),
          kind: 'Space',
          name,
          detail: project.name,
          icon: iconOf(Boxes),
        })),
      ]),
      ...activeRunConfigs.map(({ id, name }) => ({
        route: routeTo('runs', id),
        kind: 'Runs',
        name,
        words: [`sprints ${name}`],
        icon: iconOf(Timer),
      })),
      ...Object.values(sprints).map((sprint) => {
        const config = sprintConfigs[sprint.sprintConfigId];
        const name = runLabel(sprint, config);
        return {
          route: routeTo('run', sprint.id),
          kind: 'Run',
          name,
          detail: config?.name,
          words: [`sprint ${name}`, `${config?.name ?? ''} ${name}`],
          icon: iconOf(Timer),
        };
      }),
      ...Object.values(milestones).map(({ id, name }) => ({
        route: routeTo('milestone', id),
        kind: 'Milestone',
        name,
        icon: iconOf(Milestone),
      })),
      ...[...tagNames].map((tag) => ({
        route: formatRoute({ view: 'search', query: { q: `#${tag}` } }),
        kind: 'Tag',
        name: tag,
        words: [`#${tag}`, `label ${tag}`],
        icon: iconOf(Hash),
      })),
      ...Object.entries(settingsSections).map(([id, { label, words }]) => ({
        route: routeTo('settings', id),
        kind: 'Settings',
        name: label,
        words,
        icon: iconOf(Settings),
      })),
    ];
  }, [lookups, people]);
}
