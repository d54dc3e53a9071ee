import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { CSSProperties, ReactElement } from 'react';
import { deckTypes, query } from '../../../shared/contract/index.ts';
import { isSameTag } from '../../../shared/domain/content.ts';
import { compareNames } from '../../../shared/domain/natural-order.ts';
import { tagFromTyped } from '../../../shared/domain/text-tokens.ts';
import { act, actStep } from '../../data/act.ts';
import type { ActionLabel } from '../../data/action-labels.ts';
import { countRows } from '../../data/answer-rows.ts';
import { stableRowKey } from '../../data/id-remap.ts';
import { useLiveQuery } from '../../data/live.ts';
import {
  type DeckSpace,
  type ProjectRow,
  spacesOfProject,
  type TagRow,
  useLookups,
  useTags,
} from '../../data/lookups.ts';
import { navigate, useRoute } from '../../data/routes.ts';
import { CoverColorField } from '../../decks/CoverColorField.tsx';
import { deckTypeLabel } from '../../decks/deck-labels.ts';
import { tagRefusal } from '../../model/card-fields/tag.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { FormField } from '../../ui/forms/FormField.tsx';
import { Popover } from '../../ui/popups/Popover.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { countWithNoun } from '../../ui/text/text.ts';
import { confirmEffects } from '../../workbench/confirmation/confirm.ts';
import { AutoSaveField } from './parts/AutoSaveField.tsx';
import { AddItemForm, SettingsGroup, SettingsRow, SettingsRowMenu } from './parts/rows.tsx';
import styles from './parts/settings.module.css';
import { useConfirmationQuestion } from './parts/use-confirm-question.tsx';

const archivedQuery = query({ _root: [{ account: [{ archivedProjects: ['name', 'visibility'] }] }] });

/** One project at a time. Its id is in the route, so that a reload shows the same project. */
export function ProjectsSection(): ReactElement {
  const { projects } = useLookups();
  const { data } = useLiveQuery(archivedQuery);
  const archived = Object.values(data?.project ?? {});
  const requestedId = useRoute().query.project;
  const project = projects.find(({ id }) => id === requestedId) ?? projects[0];
  const open = (id: string) => navigate({ view: 'settings', id: 'projects', query: { project: id } }, true);
  return (
    <div className={cx('grid gap-5', styles.sideBySide)}>
      <nav aria-label="Projects" className={cx('self-start sticky-top', styles.choices)}>
        <ul>
          {projects.map(({ id, name }) => (
            <li key={stableRowKey(id)}>
              <button
                type="button"
                className={cx('w-full break-words soft text-start round hover-fill', styles.choice)}
                aria-current={id === project?.id ? 'true' : undefined}
                onClick={() => open(id)}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        {project ? <ProjectSettings key={stableRowKey(project.id)} project={project} /> : null}
        <SettingsGroup title="New project">
          <AddItemForm
            label="Name of a new project"
            add="Create project"
            onAdd={async (name) => {
              const answers = await act('Create a project', [actStep('projects/create', { name })]);
              const id = answers?.answers[0]?.id;
              if (typeof id === 'string') open(id);
              return answers;
            }}
          />
        </SettingsGroup>
        {archived.length > 0 ? (
          <SettingsGroup title="Archived projects">
            {archived.map(({ id, name }) => (
              <SettingsRow key={id} label={name}>
                <Button
                  text="Restore"
                  small
                  aria-label={`Restore ${name}`}
                  onClick={() =>
                    void act('Restore a project', [actStep('projects/setVisibility', { id, visibility: 'default' })])
                  }
                />
              </SettingsRow>
            ))}
          </SettingsGroup>
        ) : null}
      </div>
    </div>
  );
}

function ProjectSettings({ project }: { project: ProjectRow }): ReactElement {
  const spaces = spacesOfProject(project);
  // With all fields, so that saving preserves fields that this app does not show.
  const raw = Array.isArray(project.spaces) ? (project.spaces as unknown as DeckSpace[]) : [];
  const updating = (next: DeckSpace[]) => [actStep('projects/update', { id: project.id, spaces: next }, project)];
  const update = (label: ActionLabel, next: DeckSpace[]) => act(label, updating(next));
  const changeSpace = (label: ActionLabel, id: number, change: Partial<DeckSpace>) =>
    void update(
      label,
      raw.map((space) => (space.id === id ? { ...space, ...change } : space)),
    );
  const moveSpace = (from: number, to: number) => {
    const next = [...raw];
    next.splice(to, 0, ...next.splice(from, 1));
    void update('Move a space', next);
  };
  const removeSpace = async ({ id, name }: DeckSpace) => {
    const steps = updating(raw.filter((other) => other.id !== id));
    const title = `Remove the space ${name}?`;
    if (await confirmEffects({ title, verb: 'Remove space', steps })) await act('Remove a space', steps);
  };
  const archiveOrDelete = async (visibility: 'archived' | 'deleted') => {
    const danger = visibility === 'deleted';
    const verb = danger ? 'Delete project' : 'Archive project';
    const title = `${danger ? 'Delete' : 'Archive'} ${project.name}?`;
    const note = danger
      ? 'Its boards leave the sidebar. A deleted project is listed nowhere: only undoing brings it back.'
      : 'Its boards leave the sidebar. It can be restored from the end of this page.';
    const steps = [actStep('projects/setVisibility', { id: project.id, visibility })];
    if (await confirmEffects({ title, verb, danger, steps, always: true, note }))
      await act(`${verb} ${project.name}`, steps, { showsToast: true });
  };
  return (
    <SettingsGroup title="Project" name={`Settings of ${project.name}`}>
      <AutoSaveField
        label="Name"
        value={project.name}
        onSave={(name) => void act('Rename a project', [actStep('projects/update', { id: project.id, name })])}
      />
      <h3 className={cx('flex items-baseline gap-2 text-sm', styles.part)}>Spaces</h3>
      {spaces.map((space, index) => (
        <div key={space.id} className={cx('row gap-2', styles.pair)}>
          {space.icon ? <span aria-hidden>{space.icon}</span> : null}
          <AutoSaveField
            inPlace
            label="Space"
            name={`Name of the space ${space.name}`}
            about={index === 0 ? 'New decks begin here.' : undefined}
            value={space.name}
            onSave={(name) => changeSpace('Rename a space', space.id, { name })}
          />
          <Select
            label={`Type of new decks in ${space.name}`}
            value={raw.find(({ id }) => id === space.id)?.defaultDeckType ?? 'task'}
            options={deckTypes.map((value) => ({ value: value as string, label: `${deckTypeLabel(value)} decks` }))}
            onChange={(defaultDeckType) => changeSpace('Change the type of new decks', space.id, { defaultDeckType })}
          />
          <SettingsRowMenu
            name={space.name}
            entries={[
              {
                label: 'Move up',
                icon: <ArrowUp size={14} aria-hidden />,
                disabled: index === 0,
                run: () => moveSpace(index, index - 1),
              },
              {
                label: 'Move down',
                icon: <ArrowDown size={14} aria-hidden />,
                disabled: index === raw.length - 1,
                run: () => moveSpace(index, index + 1),
              },
              { separator: true },
              {
                label: 'Remove…',
                icon: <Trash2 size={14} aria-hidden />,
                danger: true,
                disabled: spaces.length === 1 ? 'A project has at least one space.' : undefined,
                run: () => void removeSpace(space),
              },
            ]}
          />
        </div>
      ))}
      <AddItemForm
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
      <SettingsRow label="Archive or delete" about="Both close all open threads on the project’s cards.">
        <Button text="Archive…" small onClick={() => void archiveOrDelete('archived')} />
        <Button text="Delete…" small look="quiet" onClick={() => void archiveOrDelete('deleted')} />
      </SettingsRow>
    </SettingsGroup>
  );
}

const tagFault = (typed: string, taken: readonly string[]): string | null => {
  const tag = tagFromTyped(typed);
  if (tag === null) return tagRefusal;
  return taken.some((other) => isSameTag(other, tag)) ? `The project has #${tag} already.` : null;
};

async function tagLosses({ id, tag, projectId }: TagRow): Promise<string[]> {
  const { cards: cardCount, decks: deckCount } = await countRows({
    cards: { deck: { projectId }, masterTags: { op: 'has', value: tag }, visibility: { op: 'neq', value: 'deleted' } },
    decks: { defaultProjectTagId: id },
  });
  return [
    cardCount === 0
      ? 'No card has it.'
      : `${countWithNoun(cardCount, 'card')} ${cardCount === 1 ? 'loses' : 'lose'} the tag. Where a text writes #${tag}, the word stays.`,
    ...(deckCount > 0
      ? [`${countWithNoun(deckCount, 'deck')} no longer ${deckCount === 1 ? 'gives' : 'give'} it to new cards.`]
      : []),
    'This cannot be undone.',
  ];
}

function Tags({ projectId }: { projectId: string }): ReactElement {
  const [dialog, ask] = useConfirmationQuestion();
  const remove = async (tag: TagRow) =>
    ask({
      title: `Delete #${tag.tag}?`,
      confirm: 'Delete tag',
      danger: true,
      consequences: await tagLosses(tag),
      goOn: () => void act(`Delete #${tag.tag}`, [actStep('projects/deleteTag', { id: tag.id })]),
    });
  const tags = useTags(projectId).toSorted((a, b) => compareNames(a.tag, b.tag));
  const names = tags.map(({ tag }) => tag);
  return (
    <>
      <h3 className={cx('flex items-baseline gap-2 text-sm', styles.part)}>
        Tags <span className="note normal">Renaming one renames it in the texts of the project’s cards, too.</span>
      </h3>
      {tags.map((tag) => (
        <TagSettings
          key={stableRowKey(tag.id)}
          tag={tag}
          taken={tags.flatMap((other) => (other.id === tag.id ? [] : other.tag))}
          onDelete={() => void remove(tag)}
        />
      ))}
      <AddItemForm
        label="Name of a new tag"
        add="Add tag"
        check={(text) => tagFault(text, names)}
        onAdd={(text) => act('Add a tag', [actStep('projects/addTag', { projectId, tag: tagFromTyped(text) ?? text })])}
      />
      {dialog}
    </>
  );
}

interface TagSettingsProps {
  readonly tag: TagRow;
  /** Names of the project's other tags. */
  readonly taken: readonly string[];
  readonly onDelete: () => void;
}

function TagSettings({ tag, taken, onDelete }: TagSettingsProps): ReactElement {
  const set = (label: ActionLabel, change: { tag?: string; color?: string | null; emoji?: string | null }) =>
    void act(label, [actStep('projects/updateTag', { id: tag.id, ...change })]);
  const saveEmoji = (text: string) => {
    const emoji = text.trim() || null;
    if (emoji !== (tag.emoji ?? null)) set('Change a tag’s emoji', emoji ? { emoji, color: null } : { emoji });
  };
  return (
    <div className={cx('row gap-2', styles.pair)}>
      <Popover
        label={`Colour and emoji of #${tag.tag}`}
        trigger={
          <button
            type="button"
            className={cx('inline-row justify-center rigid round-sm hover-fill', styles.swatch)}
            title="Colour and emoji"
          >
            <span className="visually-hidden">Colour and emoji of #{tag.tag}</span>
            {tag.emoji ?? <i className="circle" aria-hidden style={{ '--swatch': tag.color } as CSSProperties} />}
          </button>
        }
      >
        <div className={cx('stack gap-3', styles.looks)}>
          <CoverColorField
            value={tag.color ?? null}
            onChange={(color) => set('Colour a tag', color ? { color, emoji: null } : { color })}
          />
          <FormField
            label="Emoji"
            hint="Instead of the colour."
            key={tag.emoji ?? ''}
            defaultValue={tag.emoji ?? ''}
            maxLength={16}
            onBlur={(event) => saveEmoji(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && saveEmoji(event.currentTarget.value)}
          />
        </div>
      </Popover>
      <AutoSaveField
        inPlace
        label={tag.tag}
        name={`Name of #${tag.tag}`}
        value={tag.tag}
        check={(text) => tagFault(text, taken)}
        onSave={(name) => set('Rename a tag', { tag: tagFromTyped(name) ?? name })}
      />
      <SettingsRowMenu
        name={`#${tag.tag}`}
        entries={[{ label: 'Delete…', icon: <Trash2 size={14} aria-hidden />, danger: true, run: onDelete }]}
      />
    </div>
  );
}
