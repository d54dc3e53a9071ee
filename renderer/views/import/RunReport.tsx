import { type ReactElement, useState } from 'react';
import type { ImportPreview, ImportRun } from '../../../shared/bridge/index.ts';
import { call, errorText, failureText } from '../../data/bridge.ts';
import { saveFile, toastAboutSavedFile } from '../../data/save-file.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/icons/icons.tsx';
import { Banner } from '../../ui/messages.tsx';
import { countWithNoun } from '../../ui/text/text.ts';

/** Such as "12 new cards in 2 new decks, 3 updated cards, 30 comments". */
export function countsText({
  created,
  updated,
  unchanged,
  leftOut,
  comments,
  files,
  decks,
  milestones = 0,
}: ImportPreview['counts']): string {
  const parts = [
    created > 0
      ? countWithNoun(created, 'new card') + (decks > 0 ? ` in ${countWithNoun(decks, 'new deck')}` : '')
      : '',
    updated > 0 ? countWithNoun(updated, 'updated card') : '',
    unchanged > 0 ? countWithNoun(unchanged, 'unchanged card') : '',
    leftOut > 0 ? `${leftOut} left out` : '',
    comments > 0 ? countWithNoun(comments, 'comment') : '',
    files > 0 ? countWithNoun(files, 'file') : '',
    milestones > 0 ? countWithNoun(milestones, 'new milestone') : '',
  ].filter(Boolean);
  return parts.length === 0 ? 'Nothing to import' : parts.join(', ');
}

interface LossesProps {
  losses: ImportPreview['losses'];
  notes: readonly string[];
}

/** With the first cards that each line concerns. */
export function Losses({ losses, notes }: LossesProps): ReactElement | null {
  if (losses.length === 0 && notes.length === 0) return null;
  return (
    <section className="stack gap-1" aria-label="What could not be kept as it was">
      <h3 className="medium">What could not be kept as it was</h3>
      <ul className="stack gap-1">
        {notes.map((note) => (
          <li key={note} className="break-words">
            {note}
          </li>
        ))}
        {losses.map(({ what, count, examples }) => (
          <li key={what} className="break-words">
            {what}: {countWithNoun(count, 'card')}
            <span className="note block break-words" dir="auto">
              {examples.join(' · ')}
              {count > examples.length ? ' …' : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function RunReport({ run, onFault }: { run: ImportRun; onFault: (fault: string | null) => void }): ReactElement {
  const [left, setLeft] = useState<readonly string[]>([]);
  const { id, state, done, total, failure, report } = run;
  const send = async (work: () => Promise<unknown>) => {
    onFault(null);
    try {
      await work();
    } catch (error) {
      onFault(errorText(error));
    }
  };
  return (
    <div className="stack gap-3">
      {state === 'running' ? (
        <div className="stack gap-2">
          <div className="row gap-2">
            <p className="grow" role="status">
              Step {done} of {total}
            </p>
            <Button small text="Stop" onClick={() => void send(() => call('import/stop', { id }))} />
          </div>
          <ProgressBar label="Progress of the import" value={done} total={total} />
          <p className="note">You can go on working. The import also goes on after a restart.</p>
        </div>
      ) : null}
      {state === 'stopped' ? (
        <Banner
          tone="warning"
          action={<Button small text="Continue" onClick={() => void send(() => call('import/continue', { id }))} />}
        >
          Stopped after {done} of {total} steps. What was imported stays.{failure ? ` ${failureText(failure)}` : ''}
        </Banner>
      ) : null}
      {state === 'done' ? <Banner tone="success">The import is complete.</Banner> : null}
      {state === 'undone' ? (
        <Banner>
          The import is undone.
          {left.length > 0
            ? ` ${countWithNoun(left.length, 'card')} stay, because they were changed since: ${left.slice(0, 5).join(', ')}${left.length > 5 ? ' …' : ''}`
            : ''}
        </Banner>
      ) : null}
      <p className="medium">{countsText(report.counts)}</p>
      {state === 'done' || state === 'stopped' ? (
        <div className="row gap-2">
          <Button
            text="Undo import"
            onClick={() => void send(async () => setLeft((await call('import/undo', { id })).left))}
          />
          <span className="note">Cards that somebody changed after the import stay.</span>
        </div>
      ) : null}
      <Losses losses={report.losses} notes={report.notes} />
    </div>
  );
}

const reportText = ({ label, at, state, report }: ImportRun): string =>
  [
    `# Import of ${label}`,
    '',
    `${new Date(at).toLocaleString()}, ${state}`,
    '',
    countsText(report.counts),
    '',
    ...report.notes.map((note) => `- ${note}`),
    ...report.losses.flatMap(({ what, count, examples }) => [
      `- ${what}: ${countWithNoun(count, 'card')}`,
      ...examples.map((example) => `  - ${example}`),
    ]),
    '',
  ].join('\n');

/** @throws FailureError */
export async function saveReport(run: ImportRun): Promise<void> {
  const path = await saveFile({ name: `Import ${run.at.slice(0, 10)}`, extension: 'md' }, async (send) => {
    await send(reportText(run));
    return true;
  });
  if (path !== null) toastAboutSavedFile('Saved the report', path);
}
