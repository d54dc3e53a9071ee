/** Creating a deck, or changing one: title, type, colour, description, zones. */
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { deckTypes } from '../../shared/contract/index.ts';
import { act, step } from '../data/act.ts';
import { useLookups } from '../data/lookups.ts';
import { go } from '../data/routes.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Switch } from '../ui/Check.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field, TextArea } from '../ui/Field.tsx';
import { Banner } from '../ui/messages.tsx';
import { Select } from '../ui/Select.tsx';
import styles from './DeckDialog.module.css';
import { closeDialog } from './dialog-state.ts';

const typeLabels: Record<string, string> = { task: 'Task', hero: 'Asset', doc: 'Knowledge', mixed: 'Mixed' };
const colors = ['#3b7dd8', '#2f8f6b', '#c7803a', '#b04545', '#7a5bd0', '#a85aa8', '#4c9f9a', '#6b7280'];

export function DeckDialog({ deckId, projectId }: { deckId: string | null; projectId: string | null }): ReactElement {
  const { decks, projects } = useLookups();
  const deck = deckId ? decks[deckId] : undefined;
  const [title, setTitle] = useState(deck?.title ?? '');
  const [description, setDescription] = useState(deck?.description ?? '');
  const [deckType, setDeckType] = useState<string>(deck?.deckType ?? 'task');
  const [coverColor, setCoverColor] = useState<string | null>(deck?.coverColor ?? colors[0] ?? null);
  const [handSync, setHandSync] = useState(deck?.handSyncEnabled ?? false);
  const [zones, setZones] = useState<readonly (string | null)[]>(deck?.manualOrderLabels ?? []);
  const [project, setProject] = useState(projectId ?? deck?.projectId ?? projects[0]?.id ?? '');
  const save = async () => {
    if (!title.trim()) return;
    if (!deck) {
      const answer = await act(`Create deck ${title.trim()}`, [
        step('decks/create', { title: title.trim(), projectId: project, coverColor, deckType }),
      ] as Parameters<typeof act>[1]);
      const id = answer?.answers[0]?.id;
      if (typeof id === 'string') {
        closeDialog();
        go({ view: 'deck', id });
      }
      return;
    }
    const changed = {
      ...(title.trim() !== deck.title ? { title: title.trim() } : {}),
      ...(description !== deck.description ? { description } : {}),
      ...(deckType !== deck.deckType ? { deckType } : {}),
      ...(coverColor !== deck.coverColor ? { coverColor } : {}),
      ...(handSync !== deck.handSyncEnabled ? { handSyncEnabled: handSync } : {}),
      ...(JSON.stringify(zones) !== JSON.stringify(deck.manualOrderLabels ?? [])
        ? { manualOrderLabels: [...zones] }
        : {}),
    };
    if (Object.keys(changed).length > 0)
      await act(`Change deck ${deck.title}`, [step('decks/update', { id: deck.id, ...changed } as never)], {
        announce: true,
      });
    closeDialog();
  };
  return (
    <Dialog
      open
      onClose={closeDialog}
      title={deck ? 'Edit deck' : 'New deck'}
      width={520}
      actions={
        <>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button look="primary" disabled={!title.trim()} onClick={() => void save()}>
            {deck ? 'Save' : 'Create deck'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field
          label="Title"
          value={title}
          autoFocus
          onChange={(event) => setTitle(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void save();
          }}
        />
        <div className={styles.line}>
          {deck ? null : (
            <Select
              label="Project"
              prefix="Project"
              value={project}
              options={projects.map((each) => ({ value: each.id as string, label: each.name }))}
              onChange={setProject}
            />
          )}
          <Select
            label="Type"
            prefix="Type"
            value={deckType}
            options={[...new Set([...deckTypes, deckType])].map((type) => ({
              value: type,
              label: typeLabels[type] ?? type,
            }))}
            onChange={setDeckType}
          />
        </div>
        {deck && deckType === 'hero' && deck.deckType !== 'hero' ? (
          <Banner tone="warning">Switching to an asset deck sets its started cards back to not started.</Banner>
        ) : null}
        <fieldset className={styles.colors}>
          <legend>Colour</legend>
          {colors.map((color) => (
            <button
              key={color}
              type="button"
              className={styles.color}
              aria-label={`Colour ${color}`}
              aria-pressed={color === coverColor}
              style={{ background: color }}
              onClick={() => setCoverColor(color)}
            />
          ))}
        </fieldset>
        {deck ? (
          <>
            <Field label="Description">
              <TextArea rows={3} value={description} onChange={(event) => setDescription(event.target.value)} />
            </Field>
            <Zones zones={zones} onChange={setZones} />
            <Switch checked={handSync} onChange={setHandSync}>
              Assigned cards go into their owner’s Hand
            </Switch>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

function Zones({
  zones,
  onChange,
}: {
  zones: readonly (string | null)[];
  onChange: (zones: readonly (string | null)[]) => void;
}): ReactElement {
  const [name, setName] = useState('');
  const swap = (index: number, by: number) => {
    const next = [...zones];
    const other = next[index + by];
    const own = next[index];
    if (other === undefined || own === undefined) return;
    next[index + by] = own;
    next[index] = other;
    onChange(next);
  };
  const add = () => {
    const zone = name.trim();
    if (!zone || zones.includes(zone)) return;
    // The first named zone keeps an unnamed one before it, for cards that are in none.
    onChange(zones.length === 0 ? [null, zone] : [...zones, zone]);
    setName('');
  };
  return (
    <fieldset className={styles.zones}>
      <legend>Zones</legend>
      {zones.map((zone, index) => (
        <div key={zone ?? ''} className={styles.zone}>
          <span className={styles.zoneName}>{zone ?? 'No zone'}</span>
          <IconButton
            small
            label={`Move ${zone ?? 'no zone'} up`}
            disabled={index === 0}
            onClick={() => swap(index, -1)}
          >
            <ArrowUp size={13} aria-hidden />
          </IconButton>
          <IconButton
            small
            label={`Move ${zone ?? 'no zone'} down`}
            disabled={index === zones.length - 1}
            onClick={() => swap(index, 1)}
          >
            <ArrowDown size={13} aria-hidden />
          </IconButton>
          <IconButton
            small
            label={`Remove ${zone ?? 'no zone'}`}
            onClick={() => onChange(zones.filter((_, at) => at !== index))}
          >
            <X size={13} aria-hidden />
          </IconButton>
        </div>
      ))}
      <div className={styles.line}>
        <Field
          label="New zone"
          hideLabel
          placeholder="New zone"
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button onClick={add} disabled={!name.trim()}>
          <Plus size={14} aria-hidden /> Add
        </Button>
      </div>
    </fieldset>
  );
}
