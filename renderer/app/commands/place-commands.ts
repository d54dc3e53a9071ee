/** Commands that open projects, runs, milestones and saved views. The palette creates them each time it opens. */
import { Boxes, Braces, Layers, Milestone, Timer } from 'lucide-react';
import { currentLookups } from '../../data/lookups.ts';
import { formatRoute, go } from '../../data/routes.ts';
import type { Command } from '../../workbench/command.ts';
import { currentSavedViews } from '../../workbench/saved-views.ts';

export function placeCommands(): readonly Command[] {
  const { projects, milestones, sprintConfigs } = currentLookups();
  const place = (kind: string, id: string, name: string, icon: Command['icon'], route: string): Command => ({
    id: `place.${kind}.${id}`,
    // Without a colon, since the palette searches for the text exactly as typed.
    label: `${kind} ${name}`,
    group: 'Go to',
    ...(icon ? { icon } : {}),
    run: () => go(route),
  });
  return [
    ...currentSavedViews().map(({ id, name, route, query }) => place('View', id, name, query ? Braces : Layers, route)),
    ...projects.map(({ id, name }) => place('Project', id, name, Boxes, formatRoute({ view: 'project', id }))),
    ...Object.values(sprintConfigs).map(({ id, name }) =>
      place('Runs', id, name, Timer, formatRoute({ view: 'runs', id })),
    ),
    ...Object.values(milestones).map(({ id, name }) =>
      place('Milestone', id, name, Milestone, formatRoute({ view: 'milestone', id })),
    ),
  ];
}
