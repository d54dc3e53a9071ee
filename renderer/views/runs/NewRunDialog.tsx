/**
 * The first run of a new Run Config. The service makes the following ones of the same length by itself; all else is set
 * in Settings. Only offered if the service allows apps to create Run Configs.
 */
import { type ReactElement, useState } from 'react';
import { addDays } from '../../../shared/domain/calendar.ts';
import { act, actStep } from '../../data/act.ts';
import { navigate } from '../../data/routes.ts';
import { cx } from '../../ui/cx.ts';
import { DateField } from '../../ui/dates/DateField.tsx';
import { dayAndMonthText } from '../../ui/dates/day-text.ts';
import { localDay } from '../../ui/dates/today.ts';
import { Form } from '../../ui/forms/Form.tsx';
import { FormField } from '../../ui/forms/FormField.tsx';
import styles from '../../ui/forms/form-layout.module.css';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { useSingleFlight } from '../../ui/single-flight.ts';
import { closeDialog } from '../../workbench/dialog-state.ts';

const isDays = (text: string) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 366;

export function NewRunDialog(): ReactElement {
  const [name, setName] = useState('');
  const [days, setDays] = useState('14');
  const [startDate, setStartDate] = useState<string>(localDay());
  const isReady = name.trim() !== '' && isDays(days);
  const lastDay = isDays(days) ? addDays(startDate, Number(days) - 1) : null;
  const create = useSingleFlight(async () => {
    if (!isReady) return;
    const params = { name: name.trim(), startDate, days: Number(days), isGlobal: true };
    const acted = await act(`Create ${params.name}`, [actStep('sprints/createConfig', params)]);
    if (!acted) return;
    closeDialog();
    const id = acted.answers[0]?.id;
    navigate({ view: 'runs', id: typeof id === 'string' ? id : null });
  });
  return (
    <Dialog
      onClose={closeDialog}
      title="New run"
      description="A run is a time box, such as two weeks, with the cards planned for it. When it ends, the next one of the same length begins by itself."
      mainButton={{ text: 'Create run', type: 'submit', form: 'new-run' }}
      isIncomplete={!isReady}
    >
      <Form id="new-run" className={styles.form} onSubmit={create}>
        <FormField
          label="Name"
          placeholder="Two weeks"
          hint="The runs that follow have the same name, each with its own number."
          value={name}
          fault={name.trim() ? null : 'Name the run.'}
          autoFocus
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        <div className={cx('grid items-start gap-3', styles.columns)}>
          <FormField
            label="Length in days"
            inputMode="numeric"
            value={days}
            error={isDays(days) ? null : 'A number from 1 to 366.'}
            onChange={(event) => setDays(event.target.value)}
          />
          <DateField label="First day" value={startDate} onChange={(day) => setStartDate(day ?? localDay())} />
        </div>
        <p className="note">
          {lastDay ? `The first run ends on ${dayAndMonthText(lastDay)}, the second begins the day after. ` : ''}
          They are for all projects. To change or stop them, open Settings → Runs.
        </p>
      </Form>
    </Dialog>
  );
}
