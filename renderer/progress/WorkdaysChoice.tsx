/** Checkboxes for the workdays, in settings and on the runs board. */
import type { ReactElement } from 'react';
import { weekdays } from '../../shared/contract/index.ts';
import type { Workdays } from '../../shared/domain/calendar.ts';
import { act, actStep } from '../data/act.ts';
import { missingScopeReason } from '../data/permissions.ts';
import { CheckboxField } from '../ui/forms/CheckboxField.tsx';

/** Such as "Mo". */
const shortName = (name: string): string => name.charAt(0).toUpperCase() + name.charAt(1);

export function WorkdaysChoice({ workdays }: { workdays: Workdays }): ReactElement {
  const refusal = missingScopeReason('account/update');
  return (
    <span className="flex wrap gap-3" title={refusal ?? undefined}>
      {weekdays.map((name) => (
        <CheckboxField
          key={name}
          checked={workdays[name]}
          disabled={refusal !== null}
          onChange={(on) =>
            void act('Change the workdays', [
              actStep('account/update', { workdays: { ...workdays, [name]: on } }, { workdays }),
            ])
          }
        >
          {shortName(name)}
        </CheckboxField>
      ))}
    </span>
  );
}
