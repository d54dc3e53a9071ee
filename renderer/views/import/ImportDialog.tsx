/** Brings cards from files of other programs: choose, map, preview, run, report. */
import { type ClipboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import type { ImportPreview, ImportReading, ImportRun } from '../../../shared/bridge/index.ts';
import { type ImportChoices, suggestedChoices } from '../../../shared/domain/import/choices.ts';
import { importLimits } from '../../../shared/domain/import/source.ts';
import { useAppState, useCurrentUserId, useWorkspace } from '../../data/app-state.ts';
import { bridge, call, errorText } from '../../data/bridge.ts';
import { useAssignablePeople, useLookups } from '../../data/lookups.ts';
import { navigate } from '../../data/routes.ts';
import { Button } from '../../ui/Button.tsx';
import form from '../../ui/forms/form-layout.module.css';
import { Banner } from '../../ui/messages.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { useSingleFlight } from '../../ui/single-flight.ts';
import { countWithNoun } from '../../ui/text/text.ts';
import { closeDialog } from '../../workbench/dialog-state.ts';
import { type ChosenFile, readChosenFile } from './dropped-files.ts';
import styles from './import.module.css';
import { MapFields } from './MapFields.tsx';
import { PreviewList } from './PreviewList.tsx';
import { RunReport, saveReport } from './RunReport.tsx';

type Step =
  | { readonly kind: 'choose' }
  | { readonly kind: 'map' | 'preview'; readonly reading: ImportReading; readonly choices: ImportChoices }
  | { readonly kind: 'run'; readonly runId: number };

/** @param files that were dropped on the window */
export function ImportDialog({ files }: { files?: readonly ChosenFile[] | undefined }): ReactElement {
  const [step, setStep] = useState<Step>({ kind: 'choose' });
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  const [runs, setRuns] = useState<readonly ImportRun[]>([]);
  const lookups = useLookups();
  const people = useAssignablePeople();
  const me = useCurrentUserId();
  const [firstProject] = lookups.projects;
  const priorityLabels = lookups.account?.priorityLabels;
  const run = step.kind === 'run' ? runs.find(({ id }) => id === step.runId) : undefined;

  useEffect(() => {
    const fail = (error: unknown) => setFault(errorText(error));
    const off = bridge().on('import/changed', (changed) =>
      setRuns((now) => [changed, ...now.filter(({ id }) => id !== changed.id)].sort((a, b) => b.id - a.id)),
    );
    call('import/list', {}).then((list) => {
      setRuns(list);
      const running = list.find(({ state }) => state === 'running');
      if (running) setStep((now) => (now.kind === 'choose' ? { kind: 'run', runId: running.id } : now));
    }, fail);
    return () => {
      off();
      void call('import/close', {}).catch(() => undefined);
    };
  }, []);

  /** Shows the reason instead of going on if `work` fails. */
  const attempt = async (work: () => Promise<void>) => {
    setFault(null);
    try {
      await work();
    } catch (error) {
      setFault(errorText(error));
    }
  };

  const showReading = async (readSource: () => Promise<ImportReading>): Promise<void> => {
    if (!firstProject) return setFault('There is no project to import into. Create one first.');
    setIsReading(true);
    try {
      const reading = await readSource();
      const myId = people.find((person) => person.id === me)?.id ?? null;
      const { projects } = lookups;
      const choices = suggestedChoices(reading.summary, firstProject.id, people, priorityLabels, projects, myId);
      setStep({ kind: 'map', reading, choices });
    } finally {
      setIsReading(false);
    }
  };
  const read = useSingleFlight((chosen: readonly { readonly path: string; readonly file: Blob }[]) =>
    attempt(async () => {
      const size = chosen.reduce((sum, { file }) => sum + file.size, 0);
      if (size > importLimits.bytes)
        return setFault(
          `${chosen.length > 1 ? 'The files have' : 'The file has'} ${Math.ceil(size / 2 ** 20)} MB; at most ${importLimits.bytes / 2 ** 20} MB can be imported at a time. Split the export.`,
        );
      if (chosen.length > importLimits.files)
        return setFault(`At most ${importLimits.files} files can be imported at a time.`);
      await showReading(async () =>
        call('import/read', {
          files: await Promise.all(chosen.map(readChosenFile)),
          timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        }),
      );
    }),
  );
  const readWorkspace = useSingleFlight((id: string) =>
    attempt(() => showReading(() => call('workspace/readForImport', { id }))),
  );
  const readFileList = (list: Iterable<File>) =>
    void read([...list].map((file) => ({ path: file.webkitRelativePath || file.name, file })));

  const dropped = useRef(files);
  useEffect(() => {
    if (!dropped.current || !firstProject) return;
    void read(dropped.current);
    dropped.current = undefined;
  });

  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (step.kind !== 'choose' || !pasted.includes('\n') || !/[\t,;]/.test(pasted)) return;
    event.preventDefault();
    void read([{ path: 'Pasted table.tsv', file: new Blob([pasted]) }]);
  };

  const showPreview = useSingleFlight((reading: ImportReading, choices: ImportChoices) =>
    attempt(async () => {
      setPreview(await call('import/preview', choices));
      setStep({ kind: 'preview', reading, choices });
    }),
  );
  const start = useSingleFlight((choices: ImportChoices) =>
    attempt(async () => {
      const started = await call('import/run', choices);
      setRuns((now) => [started, ...now.filter(({ id }) => id !== started.id)]);
      setStep({ kind: 'run', runId: started.id });
    }),
  );

  const banner = fault ? <Banner tone="danger">{fault}</Banner> : null;
  if (step.kind === 'choose')
    return (
      <Dialog
        onClose={closeDialog}
        title="Import"
        width={640}
        description="Bring cards from another program. You see what there will be before anything changes."
      >
        <div className={form.form} onPaste={paste}>
          {banner}
          <div className="row wrap gap-2">
            <FileButton
              text="Choose a file…"
              label="File to import"
              look="primary"
              onChoose={readFileList}
              disabled={isReading}
            />
            <FileButton
              text="Choose a folder…"
              label="Folder to import"
              isFolder
              onChoose={readFileList}
              disabled={isReading}
            />
            {isReading ? <span className="soft">Reading…</span> : null}
          </div>
          <p className="soft">
            CSV from Jira, Linear, Asana, Codecks, GitHub and other programs, a Trello board as JSON, an archive of
            Focalboard, an Obsidian Kanban board, todo.txt, or a folder of Markdown files. You can also drop a file
            here, or paste a table.
          </p>
          <OtherWorkspaces isReading={isReading} onChoose={(id) => void readWorkspace(id)} />
          <EarlierRuns runs={runs} onShow={(runId) => setStep({ kind: 'run', runId })} />
        </div>
      </Dialog>
    );

  if (step.kind === 'run')
    return (
      <Dialog
        onClose={closeDialog}
        title={run ? `Import of ${run.label}` : 'Import'}
        width={640}
        actions={
          <>
            <Button text="Back" onClick={() => setStep({ kind: 'choose' })} />
            <Button
              text="Save report…"
              disabled={!run || run.state === 'running'}
              onClick={() => run && void attempt(() => saveReport(run))}
            />
          </>
        }
        cancelText={run?.state === 'running' ? 'Go on in the background' : 'Close'}
        mainButton={{
          text: 'Show cards',
          disabled: !run?.deckId,
          onClick: () => {
            if (!run?.deckId) return;
            navigate({ view: 'deck', id: run.deckId });
            closeDialog();
          },
        }}
      >
        {banner}
        {run ? <RunReport run={run} onFault={setFault} /> : null}
      </Dialog>
    );

  const { reading, choices } = step;
  if (step.kind === 'preview' && preview)
    return (
      <Dialog
        onClose={closeDialog}
        title={`Preview of ${reading.summary.name}`}
        width={760}
        actions={<Button text="Back" onClick={() => setStep({ kind: 'map', reading, choices })} />}
        mainButton={{
          text: importText(preview),
          disabled: hasNothingToDo(preview),
          onClick: () => void start(choices),
        }}
      >
        {banner}
        <PreviewList preview={preview} notes={reading.summary.notes} />
      </Dialog>
    );

  return (
    <Dialog
      onClose={closeDialog}
      title={`Import ${reading.summary.name}`}
      description={`${reading.summary.format}: ${countWithNoun(reading.summary.cardCount, 'card')}${
        reading.summary.commentCount > 0 ? `, ${countWithNoun(reading.summary.commentCount, 'comment')}` : ''
      }.${reading.importedAt ? ' It was imported before: cards that changed are updated, new ones are added.' : ''}`}
      width={760}
      actions={<Button text="Back" onClick={() => setStep({ kind: 'choose' })} />}
      mainButton={{ text: 'Preview', onClick: () => void showPreview(reading, choices) }}
    >
      <div className={styles.map}>
        {banner}
        <MapFields
          reading={reading}
          choices={choices}
          onChange={(next) => setStep({ kind: 'map', reading, choices: next })}
          onColumns={(roles, dateOrder) =>
            void attempt(async () => {
              const next = await call('import/columns', { roles: [...roles], dateOrder });
              const { projectId, layout, deckId, deckTitle } = choices;
              const suggested = suggestedChoices(next.summary, projectId, people, priorityLabels);
              setStep({ kind: 'map', reading: next, choices: { ...suggested, layout, deckId, deckTitle } });
            })
          }
        />
      </div>
    </Dialog>
  );
}

const hasNothingToDo = ({ counts: { created, updated, comments, files } }: ImportPreview): boolean =>
  created + updated + comments + files === 0;

function importText({ counts }: ImportPreview): string {
  if (counts.created === 0 && counts.updated > 0) return `Update ${countWithNoun(counts.updated, 'card')}`;
  if (counts.created === 0) return 'Import';
  return `Import ${countWithNoun(counts.created + counts.updated, 'card')}`;
}

interface FileButtonProps {
  text: string;
  label: string;
  look?: 'primary';
  isFolder?: boolean;
  disabled: boolean;
  onChoose: (files: FileList) => void;
}

function FileButton({ text, label, look, isFolder = false, disabled, onChoose }: FileButtonProps): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button text={text} {...(look ? { look } : {})} disabled={disabled} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        {...(isFolder
          ? { webkitdirectory: '' }
          : { accept: '.csv,.tsv,.txt,.json,.md,.markdown,.boardarchive,text/*' })}
        onChange={({ currentTarget }) => {
          if (currentTarget.files?.length) onChoose(currentTarget.files);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

interface OtherWorkspacesProps {
  isReading: boolean;
  onChoose: (id: string) => void;
}

/** The local ones that this window does not show. */
function OtherWorkspaces({ isReading, onChoose }: OtherWorkspacesProps): ReactElement | null {
  const shown = useWorkspace();
  const others = useAppState((state) => state.workspaces).filter(
    ({ id, kind }) => kind === 'local' && id !== shown?.id,
  );
  if (others.length === 0) return null;
  return (
    <section className="stack gap-1" aria-label="Workspaces on this computer">
      <h3 className="medium">Move a workspace of this computer to {shown?.name}</h3>
      <p className="soft">Its cards are copied here with threads, files, milestones and decks. The workspace stays.</p>
      <ul className="stack gap-1">
        {others.map(({ id, name }) => (
          <li key={id} className="row gap-2">
            <span className="grow truncate" dir="auto">
              {name}
            </span>
            <Button
              small
              text="Choose"
              aria-label={`Choose ${name}`}
              disabled={isReading}
              onClick={() => onChoose(id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const stateLabels: Readonly<Record<ImportRun['state'], string>> = {
  running: 'running',
  stopped: 'stopped',
  done: 'complete',
  undone: 'undone',
};

function EarlierRuns({
  runs,
  onShow,
}: {
  runs: readonly ImportRun[];
  onShow: (id: number) => void;
}): ReactElement | null {
  if (runs.length === 0) return null;
  return (
    <section className="stack gap-1" aria-label="Earlier imports">
      <h3 className="medium">Earlier imports</h3>
      <ul className="stack gap-1">
        {runs.map(({ id, label, at, state }) => (
          <li key={id} className="row gap-2">
            <span className="grow truncate" dir="auto">
              {label}
            </span>
            <span className="note nowrap">
              {new Date(at).toLocaleDateString()}, {stateLabels[state]}
            </span>
            <Button small text="Show" aria-label={`Show ${label}`} onClick={() => onShow(id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
