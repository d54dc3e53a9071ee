/** Adds or renames a zone. */
import { type ReactElement, useState } from 'react';
import {
  addZone,
  reasonZoneCardsCannotMove,
  renameZone,
  type ZoneOwner,
  zoneNameProblem,
  zonesOfOwner,
} from '../model/zones.ts';
import { FormField } from '../ui/forms/FormField.tsx';
import { Banner } from '../ui/messages.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { closeDialog } from '../workbench/dialog-state.ts';
import { ZoneIsNoStatus } from './ZonesField.tsx';
import { isNamedLikeStatus } from './zone-drafts.ts';

interface ZoneDialogProps {
  owner: ZoneOwner;
  /** Null to add a new zone. */
  zone: string | null;
  /** The new zone follows this zone; null is the unnamed zone, undefined the end. */
  after?: string | null | undefined;
}

export function ZoneDialog({ owner, zone, after }: ZoneDialogProps): ReactElement {
  const [name, setName] = useState(zone ?? '');
  const problem = zoneNameProblem(zonesOfOwner(owner) ?? [], name, zone);
  const hiddenReason = zone === null ? null : reasonZoneCardsCannotMove();
  const canSave = name.trim() !== '' && problem === null;
  const save = () => {
    if (!canSave) return;
    closeDialog();
    void (zone === null ? addZone(owner, name, after) : renameZone(owner, zone, name));
  };
  return (
    <Dialog
      onClose={closeDialog}
      title={zone === null ? 'New zone' : `Rename zone ${zone}`}
      width={380}
      mainButton={{
        text: zone === null ? 'Add zone' : hiddenReason ? 'Rename without its cards' : 'Rename zone',
        onClick: save,
      }}
      isIncomplete={!canSave}
    >
      <FormField
        label="Name"
        value={name}
        autoFocus
        error={problem}
        fault={name.trim() ? null : 'Name the zone.'}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
      />
      {isNamedLikeStatus(name) ? <ZoneIsNoStatus /> : null}
      {hiddenReason ? <Banner tone="warning">{hiddenReason}</Banner> : null}
    </Dialog>
  );
}
