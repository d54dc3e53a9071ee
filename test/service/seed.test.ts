/** Checks the values of a new workspace that follow from what the person typed. */
import { expect, test } from 'vitest';
import { chosenInitialContent } from '../../electron/service/seed.ts';
import { createService } from '../../electron/service/service.ts';
import { workspaceTemplateNames } from '../../shared/domain/workspace-templates.ts';

// frappe/frappe#25534
test.each([
  ['अमित कुमार', 'अमित'],
  ['กิตติ', 'กิตติ'],
  ['Jose\u0301 (dev)', 'jos\u00e9'],
  ["O'Neil", 'oneil'],
  ['—', 'me'],
])('%j is mentioned as @%s', (personName, name) => {
  const wanted = { name: 'W', personName, timezone: 'UTC', startWeekday: 'monday', projectName: null } as const;
  expect(chosenInitialContent(wanted as never).personName).toBe(name);
});

test.each(workspaceTemplateNames)('a workspace begins with the decks and runs of the template %s', (template) => {
  const { engine, close } = createService({
    file: ':memory:',
    initialContent: chosenInitialContent({
      name: 'Home',
      personName: 'Anna',
      projectName: 'Garden',
      startWeekday: 'monday',
      timezone: 'UTC',
      template,
    }),
  });
  const { rows } = engine;
  expect(rows.find('project', {})).toMatchObject([{ name: 'Garden' }]);
  expect(
    rows.find('deck', {}, ['accountSeq']).map(({ title, manualOrderLabels }) => [title, manualOrderLabels]),
  ).toEqual(
    {
      kanban: [['Tasks', []]],
      scrum: [
        ['Backlog', ['Next', 'Later', 'Ideas']],
        ['Bugs', ['Urgent', 'Normal']],
      ],
      personal: [['My list', ['Today', 'This week', 'Later']]],
      empty: [],
    }[template],
  );
  // The current run, and those ahead.
  expect(rows.find('sprint', {}).length).toBe(template === 'scrum' ? 3 : 0);
  close();
});
