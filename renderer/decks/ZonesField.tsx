/** The zones of a run or milestone in a form; the dialog sends the changes when it saves. */
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useLiveQuery } from '../data/live.ts';
import {
  reasonZoneCardsCannotMove,
  type ZoneNames,
  type ZoneOwner,
  zonesOfCardsQuery,
  zoneTitle,
} from '../model/zones.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { FormField } from '../ui/forms/FormField.tsx';
import form from '../ui/forms/form-layout.module.css';
import styles from './ZonesField.module.css';
import {
  isNamedLikeStatus,
  withZoneDraftAdded,
  withZoneDraftMoved,
  type ZoneDraft,
  zoneDraftNameProblem,
  zonesWhoseCardsMove,
} from './zone-drafts.ts';

export const ZoneIsNoStatus = (): ReactElement => (
  <p className="note">
    A zone is a place, not a status: cards in it stay as they are, and D finishes them. A board grouped by status shows
    Not started, Started and Done.
  </p>
);

interface ZonesFieldProps {
  /** Null for a new run or milestone that is not stored yet. */
  readonly owner: ZoneOwner | null;
  /** As stored, before the person's changes. */
  readonly zones: ZoneNames;
  readonly drafts: readonly ZoneDraft[];
  readonly onChange: (drafts: readonly ZoneDraft[]) => void;
}

export function ZonesField({ owner, zones, drafts, onChange }: ZonesFieldProps): ReactElement {
  const root = useRef<HTMLFieldSetElement>(null);
  const addedCount = useRef(0);
  /** Then focuses a control in the row with this `key`, or the button "Add zone" if no row has it. */
  const changeAndFocus = (next: readonly ZoneDraft[], key?: string, part: 'name' | 'up' | 'down' = 'name') => {
    flushSync(() => onChange(next));
    const row = key === undefined ? null : root.current?.querySelector(`[data-zone="${CSS.escape(key)}"]`);
    const found =
      row?.querySelector<HTMLElement>(`[data-part="${part}"]:not(:disabled)`) ??
      row?.querySelector<HTMLElement>('input, button:not(:disabled)') ??
      root.current?.querySelector<HTMLElement>('[data-part="add"]');
    found?.focus();
  };
  const add = () => {
    addedCount.current += 1;
    const key = `new:${addedCount.current}`;
    changeAndFocus(withZoneDraftAdded(drafts, key), key);
  };
  const move = (at: number, to: number, part?: 'up' | 'down') => {
    if (to >= 0 && to < drafts.length) changeAndFocus(withZoneDraftMoved(drafts, at, to), drafts[at]?.key, part);
  };
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (by === undefined) return;
    event.preventDefault();
    move(at, at + by);
  };
  return (
    <fieldset ref={root} className={cx(form.group, styles.zones)}>
      <legend>Zones</legend>
      {drafts.length === 0 ? (
        <p className={cx('note', form.hint)}>Its board has one manual order without parts.</p>
      ) : null}
      <ul className="stack gap-6px">
        {drafts.map((draft, at) => {
          const title = draft.name || zoneTitle(null);
          return (
            <li
              key={draft.key}
              className="grid items-start gap-2px"
              data-zone={draft.key}
              onKeyDown={(event) => onKeyDown(event, at)}
            >
              {draft.name === null ? (
                <span className={cx('soft', styles.unnamed)}>{zoneTitle(null)}</span>
              ) : (
                <FormField
                  label={`Zone ${at + 1}`}
                  hideLabel
                  dir="auto"
                  data-part="name"
                  value={draft.name}
                  placeholder="Name of the zone"
                  error={zoneDraftNameProblem(drafts, draft)}
                  onChange={({ target }) => onChange(drafts.with(at, { ...draft, name: target.value }))}
                />
              )}
              <IconButton
                icon={ArrowUp}
                label={`Move ${title} up`}
                shortcut="Alt+ArrowUp"
                small
                data-part="up"
                disabled={at === 0}
                onClick={() => move(at, at - 1, 'up')}
              />
              <IconButton
                icon={ArrowDown}
                label={`Move ${title} down`}
                shortcut="Alt+ArrowDown"
                small
                data-part="down"
                disabled={at === drafts.length - 1}
                onClick={() => move(at, at + 1, 'down')}
              />
              {draft.name === null ? null : (
                <IconButton
                  icon={X}
                  label={`Remove zone ${title}`}
                  small
                  onClick={() => changeAndFocus(drafts.toSpliced(at, 1), (drafts[at + 1] ?? drafts[at - 1])?.key)}
                />
              )}
            </li>
          );
        })}
      </ul>
      <Button text="Add zone" icon={Plus} small look="quiet" data-part="add" onClick={add} />
      {drafts.some(({ name }) => isNamedLikeStatus(name ?? '')) ? <ZoneIsNoStatus /> : null}
      {owner ? <CardEffects owner={owner} zones={zones} drafts={drafts} /> : null}
    </fieldset>
  );
}

function CardEffects({ owner, zones, drafts }: Omit<ZonesFieldProps, 'owner' | 'onChange'> & { owner: ZoneOwner }) {
  const changedZones = zonesWhoseCardsMove(zones, drafts);
  const { kind, id } = owner;
  const { data } = useLiveQuery(
    useMemo(() => zonesOfCardsQuery({ kind, id }), [kind, id]),
    { enabled: changedZones.length > 0 },
  );
  const hiddenReason = changedZones.length > 0 ? reasonZoneCardsCannotMove() : null;
  const lines = changedZones.flatMap(({ from, to }) => {
    const count = Object.values(data?.cardOrder ?? {}).filter(({ label }) => label === from).length;
    const cards = count === 0 ? '' : count === 1 ? ' Its card' : ` Its ${count} cards`;
    const verb = count === 1 ? 'goes' : 'go';
    if (to === null) return `“${from}” is removed.${cards ? `${cards} ${verb} into no zone.` : ''}`;
    return cards ? `“${from}” is renamed.${cards} ${verb} along.` : [];
  });
  return (
    <div role="status" className={cx('note', form.hint)}>
      {hiddenReason ? <p>{hiddenReason}</p> : lines.map((line) => <p key={line}>{line}</p>)}
    </div>
  );
}
