import { Plus } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, type ReactElement, useState } from 'react';
import { queryForRow } from '../../../shared/contract/index.ts';
import { fileUrl } from '../../data/links.ts';
import { useLiveQuery } from '../../data/live.ts';
import { type MilestoneRow, nameOf, useLookups, usePeople } from '../../data/lookups.ts';
import { useMissingScopeReason } from '../../data/permissions.ts';
import { formatRoute } from '../../data/routes.ts';
import { ZoneMenu } from '../../decks/ZoneMenu.tsx';
import { withItemToggled } from '../../model/filters.ts';
import { zoneTitle } from '../../model/zones.ts';
import { MilestoneColorSelect } from '../../progress/MilestoneColorSelect.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { DateField } from '../../ui/dates/DateField.tsx';
import { dateAndTimeText } from '../../ui/dates/day-text.ts';
import { Switch } from '../../ui/forms/CheckboxField.tsx';
import { FormField, TextArea } from '../../ui/forms/FormField.tsx';
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx';
import { showRefusalToast } from '../../ui/popups/toast.ts';
import { openDialog } from '../../workbench/dialog-state.ts';
import { changeMilestone } from './change-milestone.ts';
import styles from './milestone.module.css';

const creationQuery = (id: string) =>
  queryForRow('milestone', id, ['createdAt', 'creatorId', { coverFile: ['url', 'name'] }]);

export function MilestoneFields({ milestone }: { milestone: MilestoneRow }): ReactElement {
  const { id, name, date, startDate, color, description, handSyncEnabled } = milestone;
  const reason = useMissingScopeReason('milestones/update');
  const people = usePeople();
  const { data } = useLiveQuery(creationQuery(id));
  const { createdAt, creatorId, coverFile } = data?.milestone?.[id] ?? {};
  const change = (fields: Parameters<typeof changeMilestone>[1]) => void changeMilestone(milestone, fields);
  return (
    <fieldset className={cx('stack min-w-0', styles.fields)} disabled={reason !== null}>
      <legend className="visually-hidden">Fields of {name}</legend>
      {reason === null ? null : <p className="note">{reason}</p>}
      {coverFile ? <img className={cx('w-full round-lg', styles.cover)} src={fileUrl(coverFile)} alt="" /> : null}
      <SavedText label="Name" value={name} onSave={(text) => change({ name: text })} />
      <SavedText
        label="Description"
        value={description ?? ''}
        isLong
        onSave={(text) => change({ description: text || null })}
      />
      <div className={cx('grid gap-3', styles.days)}>
        <DateField
          label="Starts"
          clearable
          placeholder="When work on it begins"
          value={startDate}
          error={startDate !== null && startDate > date ? 'It starts after its date.' : null}
          onChange={(day) =>
            day !== null && day > date ? showRefusalToast('It would start after its date.') : change({ startDate: day })
          }
        />
        <DateField
          label="Date"
          value={date}
          min={startDate ?? undefined}
          onChange={(day) => day && change({ date: day })}
        />
      </div>
      <div className="flex wrap gap-2">
        <ProjectsMenu milestone={milestone} />
        <MilestoneColorSelect prefix="Colour" value={color} onChange={(value) => change({ color: value })} />
      </div>
      <Zones milestone={milestone} />
      <Switch checked={handSyncEnabled === true} onChange={(on) => change({ handSyncEnabled: on })}>
        Its open cards go into the Hands of their owners
      </Switch>
      {createdAt ? (
        <p className="note">
          Created {dateAndTimeText(createdAt)}
          {creatorId ? (
            <>
              {' by '}
              <a href={formatRoute({ view: 'person', id: creatorId })}>{nameOf(people[creatorId])}</a>
            </>
          ) : null}
        </p>
      ) : null}
    </fieldset>
  );
}

interface SavedTextProps {
  readonly label: string;
  readonly value: string;
  /** Several lines, and can be empty. */
  readonly isLong?: boolean;
  readonly onSave: (text: string) => void;
}

/** Saves on losing the focus and on Enter (Ctrl+Enter or Cmd+Enter if `isLong`). Escape restores the saved text. */
function SavedText({ label, value, isLong = false, onSave }: SavedTextProps): ReactElement {
  const [typed, setTyped] = useState<string | null>(null);
  const error = !isLong && typed !== null && typed.trim() === '' ? 'A name is needed.' : null;
  const save = () => {
    setTyped(null);
    if (typed !== null && error === null && typed.trim() !== value) onSave(typed.trim());
  };
  const field = {
    value: typed ?? value,
    dir: 'auto',
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setTyped(target.value),
    onBlur: save,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Enter' && (!isLong || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        save();
      } else if (event.key === 'Escape' && typed !== null) {
        event.stopPropagation();
        setTyped(null);
      }
    },
  };
  if (!isLong) return <FormField label={label} error={error} {...field} />;
  return (
    <FormField label={label}>
      <TextArea rows={3} {...field} />
    </FormField>
  );
}

function useLinkedProjects({ id }: MilestoneRow): readonly { readonly id: string; readonly name: string }[] {
  const { projects, milestoneProjects } = useLookups();
  const linked = new Set<string>(milestoneProjects.flatMap((link) => (link.milestoneId === id ? link.projectId : [])));
  return projects.filter((project) => linked.has(project.id));
}

function ProjectsMenu({ milestone }: { milestone: MilestoneRow }): ReactElement {
  const { projects } = useLookups();
  const { isGlobal } = milestone;
  const ids = useLinkedProjects(milestone).map((project) => project.id);
  const seen = { ...milestone, projectIds: ids };
  const label = useMilestoneProjectsLabel(milestone);
  const entries = (): MenuEntry[] => [
    {
      label: 'All projects, also later ones',
      checked: isGlobal,
      run: () => void changeMilestone(seen, isGlobal ? { isGlobal: false, projectIds: ids } : { isGlobal: true }),
    },
    { separator: true },
    ...projects.map((project) => {
      const isLinked = !isGlobal && ids.includes(project.id);
      const projectIds = isGlobal ? [project.id] : withItemToggled<string>(ids, project.id);
      return {
        label: project.name,
        checked: isLinked,
        disabled: projectIds.length === 0 ? 'a milestone needs a project' : undefined,
        run: () => void changeMilestone(seen, { isGlobal: false, projectIds }),
      };
    }),
  ];
  return <Menu trigger={<Button text={`Projects: ${label}`} />} entries={entries} />;
}

/** "All projects", the names of the milestone's projects, or "None". */
export function useMilestoneProjectsLabel(milestone: MilestoneRow): string {
  const linked = useLinkedProjects(milestone);
  return milestone.isGlobal ? 'All projects' : linked.map(({ name }) => name).join(', ') || 'None';
}

function Zones({ milestone: { id, manualOrderLabels } }: { milestone: MilestoneRow }): ReactElement {
  const zones = manualOrderLabels ?? [];
  const owner = { kind: 'milestone', id } as const;
  return (
    <section aria-label="Zones">
      <h3 className="soft text-sm mb-6px">Zones</h3>
      {zones.length === 0 ? <p className="note">Its board has one manual order without parts.</p> : null}
      <ul className="flex wrap gap-6px">
        {zones.map((zone) => (
          <li key={zone ?? ''} className={cx('inline-row gap-2px border round', styles.zone)}>
            <span dir="auto">{zoneTitle(zone)}</span>
            <ZoneMenu owner={owner} zones={zones} zone={zone} />
          </li>
        ))}
      </ul>
      <Button
        text="Add zone…"
        icon={Plus}
        small
        look="quiet"
        onClick={() => openDialog({ kind: 'zone', owner, zone: null })}
      />
    </section>
  );
}
