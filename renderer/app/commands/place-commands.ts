/**
 * Commands that open a project, a Run Config's runs, a milestone or a saved view. The palette creates them each time it
 * opens, because people add, rename and delete these rows.
 */
import { Boxes, Braces, Layers, Milestone, Timer } from 'lucide-react';
import { currentLookups } from '../../data/lookups.ts';
import { formatRoute, navigate } from '../../data/routes.ts';
import type { Command } from '../../workbench/command.ts';
import { currentSavedViews } from '../../workbench/saved-views/saved-views.ts';

export function goToPlaceCommands(): readonly Command[] {
  const { projects, milestones, sprintConfigs } = currentLookups();
  const placeCommand = (kind: string, id: string, name: string, icon: Command['icon'], route: string): Command => ({
    id: `place.${kind}.${id}`,
    // No colon after `kind`, because the palette searches the label for the typed text: “project game” must find
    // “Project Game”.
    label: `${kind} ${name}`,
    group: 'Go to',
    ...(icon ? { icon } : {}),
    run: () => navigate(route),
  });
  return [
    ...currentSavedViews().map(({ id, name, route, query }) =>
      placeCommand('View', id, name, query ? Braces : Layers, route),
    ),
    ...projects.map(({ id, name }) => placeCommand('Project', id, name, Boxes, formatRoute({ view: 'project', id }))),
    ...Object.values(sprintConfigs).map(({ id, name }) =>
      placeCommand('Runs', id, name, Timer, formatRoute({ view: 'runs', id })),
    ),
    ...Object.values(milestones).map(({ id, name }) =>
      placeCommand('Milestone', id, name, Milestone, formatRoute({ view: 'milestone', id })),
    ),
  ];
}
