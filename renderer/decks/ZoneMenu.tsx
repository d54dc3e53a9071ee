import { ArrowLeft, ArrowRight, Ellipsis, Pencil, Plus, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { missingScopeReason } from '../data/permissions.ts';
import { moveZone, removeZone, type ZoneNames, type ZoneOwner, zoneTitle, zoneUpdateActions } from '../model/zones.ts';
import { IconButton } from '../ui/Button.tsx';
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx';
import { openDialog } from '../workbench/dialog-state.ts';

/** Null `zone`: the column of cards without a zone. */
export function zoneMenuEntries(owner: ZoneOwner, zones: ZoneNames, zone: string | null): MenuEntry[] {
  const at = zones.indexOf(zone);
  const refusal = missingScopeReason(zoneUpdateActions[owner.kind]);
  const addEntry: MenuEntry = {
    label: 'Add zone after this…',
    icon: <Plus size={14} aria-hidden />,
    disabled: refusal,
    run: () => openDialog({ kind: 'zone', owner, zone: null, after: zone }),
  };
  const moveEntries: MenuEntry[] = [
    {
      label: 'Move left',
      icon: <ArrowLeft size={14} aria-hidden />,
      disabled: refusal ?? (at === 0 ? 'first' : undefined),
      run: () => void moveZone(owner, zone, at - 1),
    },
    {
      label: 'Move right',
      icon: <ArrowRight size={14} aria-hidden />,
      disabled: refusal ?? (at === zones.length - 1 ? 'last' : undefined),
      run: () => void moveZone(owner, zone, at + 1),
    },
  ];
  const entries = at < 0 ? [addEntry] : [addEntry, ...moveEntries];
  if (zone === null) return entries;
  return [
    {
      label: 'Rename zone…',
      icon: <Pencil size={14} aria-hidden />,
      disabled: refusal,
      run: () => openDialog({ kind: 'zone', owner, zone }),
    },
    ...entries,
    { separator: true },
    {
      label: 'Remove zone',
      icon: <X size={14} aria-hidden />,
      danger: true,
      disabled: refusal,
      run: () => void removeZone(owner, zone),
    },
  ];
}

interface ZoneMenuProps {
  owner: ZoneOwner;
  zones: ZoneNames;
  zone: string | null;
}

export function ZoneMenu({ owner, zones, zone }: ZoneMenuProps): ReactElement {
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={`Zone ${zoneTitle(zone)}`} small />}
      entries={() => zoneMenuEntries(owner, zones, zone)}
    />
  );
}
