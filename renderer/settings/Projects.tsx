/** Projects with their spaces and tags. */
import type { ReactElement } from 'react';
import { query } from '../../shared/contract/index.ts';
import type { PlannedChange } from '../../shared/domain/consequence-facts.ts';
import { act, step } from '../data/act.ts';
import { useLive } from '../data/live.ts';
import { type ProjectRow, type Space, spacesOf, type TagRow, useLookups, useTags } from '../data/lookups.ts';
import { askFirst } from '../decks/ask-first.ts';
import { Button } from '../ui/Button.tsx';
import { AddForm } from './AddForm.tsx';
import { Group, Row } from './parts.tsx';
import { SavedField } from './SavedField.tsx';
import styles from './settings.module.css';

const archivedQuery = query({ _root: [{ account: [{ archivedProjects: ['name', 'visibility'] }] }] });

export function Projects(): ReactElement {
  const { projects } = useLookups();
  const { data } = useLive(archivedQuery);
  const archived = Object.values(data?.project ?? {});
  return (
    <>
      {projects.map((project) => (
        <Project key={project.id} project={project} />
      ))}
      <Group title="New project">
        <AddForm
          label="Name of a new project"
          add="Create project"
          onAdd={(name) => act('Create a project', [step('projects/create', { name })])}
        />
      </Group>
      {archived.length > 0 ? (
        <Group title="Archived projects">
          {archived.map((project) => (
            <Row key={project.id} label={project.name}>
              <Button
                small
                onClick={() =>
                  void act('Restore a project', [
                    step('projects/setVisibility', { id: project.id, visibility: 'default' }),
                  ])
                }
              >
                Restore
              </Button>
            </Row>
          ))}
        </Group>
      ) : null}
    </>
  );
}

/** Spaces as the service keeps them: what this app does not show goes back as it came. */
const rawSpaces = (project: ProjectRow) =>
  Array.isArray(project.spaces) ? (project.spaces as unknown as (Space & { defaultDeckType: string })[]) : [];

function Project({ project }: { project: ProjectRow }): ReactElement {
  const spaces = spacesOf(project);
  const raw = rawSpaces(project);
  const update = (label: string, next: typeof raw) =>
    act(label, [step('projects/update', { id: project.id, spaces: next })]);
  const removeSpace = async (space: Space, spaces: typeof raw) => {
    const change = { action: 'projects/update', params: { id: project.id, spaces } } as PlannedChange;
    const title = `Remove the space ${space.name}?`;
    if (await askFirst({ title, verb: 'Remove space', change })) await update('Remove a space', spaces);
  };
  const putAway = async (visibility: 'archived' | 'deleted') => {
    const verb = visibility === 'deleted' ? 'Delete project' : 'Archive project';
    const params = { id: project.id, visibility };
    const goOn = await askFirst({
      title: `${visibility === 'deleted' ? 'Delete' : 'Archive'} ${project.name}?`,
      verb,
      danger: visibility === 'deleted',
      change: { action: 'projects/setVisibility', params },
      ...(visibility === 'deleted' ? { always: true, note: 'A deleted project is listed nowhere.' } : {}),
    });
    if (goOn) await act(`${verb} ${project.name}`, [step('projects/setVisibility', params)], { announce: true });
  };
  return (
    <Group title={project.name} about="Renaming a tag renames it in the texts of the project’s cards, too.">
      <SavedField
        label="Name"
        value={project.name}
        onSave={(name) => void act('Rename a project', [step('projects/update', { id: project.id, name })])}
      />
      {spaces.map((space) => (
        <div key={space.id} className={styles.pair}>
          <SavedField
            label="Space"
            value={space.name}
            onSave={(name) =>
              void update(
                'Rename a space',
                raw.map((other) => (other.id === space.id ? { ...other, name } : other)),
              )
            }
          />
          {spaces.length > 1 ? (
            <Button
              small
              look="quiet"
              title="Its decks move into the first remaining space."
              onClick={() =>
                void removeSpace(
                  space,
                  raw.filter((other) => other.id !== space.id),
                )
              }
            >
              Remove
            </Button>
          ) : null}
        </div>
      ))}
      <AddForm
        label="Name of a new space"
        add="Add space"
        onAdd={(name) =>
          update('Add a space', [
            ...raw,
            { id: Math.max(0, ...raw.map(({ id }) => id)) + 1, name, icon: null, defaultDeckType: 'task' },
          ])
        }
      />
      <Tags projectId={project.id} />
      <Row label="Put away" about="Archiving and deleting close all open threads on the project’s cards.">
        <Button small onClick={() => void putAway('archived')}>
          Archive…
        </Button>
        <Button small look="quiet" onClick={() => void putAway('deleted')}>
          Delete…
        </Button>
      </Row>
    </Group>
  );
}

function Tags({ projectId }: { projectId: string }): ReactElement {
  const tags = useTags(projectId);
  return (
    <>
      {tags.map((tag) => (
        <Tag key={tag.id} tag={tag} />
      ))}
      <AddForm
        label="Name of a new tag"
        add="Add tag"
        onAdd={(text) =>
          act('Add a tag', [
            step('projects/addTag', { projectId, tag: text.replace(/^#/, '').replaceAll(/\s+/g, '-') }),
          ])
        }
      />
    </>
  );
}

function Tag({ tag }: { tag: TagRow }): ReactElement {
  const set = (label: string, change: { tag?: string; color?: string | null; emoji?: string | null }) =>
    void act(label, [step('projects/updateTag', { id: tag.id, ...change })]);
  return (
    <div className={styles.pair}>
      <SavedField
        label="Tag"
        value={tag.tag}
        check={(text) => (/^[^\s#]+$/.test(text) ? null : 'One word without #.')}
        onSave={(name) => set('Rename a tag', { tag: name })}
      />
      <input
        type="color"
        className={styles.color}
        aria-label={`Colour of #${tag.tag}`}
        key={tag.color ?? 'none'}
        defaultValue={tag.color ?? '#808080'}
        onBlur={(event) => {
          const color = event.target.value;
          if (color !== (tag.color ?? '#808080')) set('Colour a tag', { color, emoji: null });
        }}
      />
      <input
        className={styles.emoji}
        aria-label={`Emoji of #${tag.tag}`}
        key={tag.emoji ?? 'no emoji'}
        defaultValue={tag.emoji ?? ''}
        maxLength={16}
        onBlur={(event) => {
          const emoji = event.target.value.trim() || null;
          if (emoji !== tag.emoji) set('Change a tag’s emoji', emoji ? { emoji, color: null } : { emoji: null });
        }}
      />
    </div>
  );
}
