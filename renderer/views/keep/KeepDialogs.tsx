/** Restoring a workspace from a copy, and checking the files of the one on screen. */
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type {
  CommandAnswer,
  Finding,
  OfflinePreparationProgress,
  WorkspaceCopyPreview,
} from '../../../shared/bridge/index.ts';
import { useWorkspace } from '../../data/app-state.ts';
import { bridge, call, errorText, logFailure } from '../../data/bridge.ts';
import { restoreWorkspace, switchWorkspace } from '../../data/workspace-actions.ts';
import { Button } from '../../ui/Button.tsx';
import { dateAndTimeText } from '../../ui/dates/day-text.ts';
import { CheckboxField } from '../../ui/forms/CheckboxField.tsx';
import form from '../../ui/forms/form-layout.module.css';
import { ProgressBar } from '../../ui/icons/icons.tsx';
import { Banner } from '../../ui/messages.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { countWithNoun } from '../../ui/text/text.ts';
import { closeDialog } from '../../workbench/dialog-state.ts';
import styles from './keep.module.css';

type Restoring = 'new' | 'inPlace';

export function RestoreDialog({ from }: { from: 'choice' | { readonly backup: string } }): ReactElement {
  const [copy, setCopy] = useState<WorkspaceCopyPreview | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [takesSettings, setTakesSettings] = useState(true);
  const [restoring, setRestoring] = useState<Restoring | null>(null);
  const isRead = useRef(false);
  useEffect(() => {
    // The effect runs twice in development, and the person chooses a file once.
    if (isRead.current) return;
    isRead.current = true;
    call('workspace/openCopy', { from }).then(
      (read) => (read ? setCopy(read) : closeDialog()),
      (error: unknown) => setFailure(errorText(error)),
    );
  }, [from]);
  const close = () => {
    if (copy) call('workspace/closeCopy', { copyId: copy.copyId }).catch(logFailure('The copy was not closed'));
    closeDialog();
  };
  const restore = async (where: Restoring) => {
    if (!copy) return;
    setRestoring(where);
    if (await restoreWorkspace(copy.copyId, where, takesSettings && copy.hasSettings)) closeDialog();
    else setRestoring(null);
  };
  const { present = null, kind, name = 'a workspace' } = copy ?? {};
  const canBeNew = kind === 'local';
  return (
    <Dialog
      onClose={close}
      title={`Restore ${name}`}
      width={560}
      {...(copy && (canBeNew || present)
        ? {
            actions:
              canBeNew && present ? (
                <Button
                  text={restoring === 'inPlace' ? 'Replacing…' : `Replace ${present.name}`}
                  look="danger"
                  disabled={restoring !== null}
                  onClick={() => void restore('inPlace')}
                />
              ) : null,
            mainButton: {
              text: restoring ? 'Restoring…' : canBeNew ? 'Restore as a new workspace' : 'Restore changes and drafts',
              disabled: restoring !== null,
              onClick: () => void restore(canBeNew ? 'new' : 'inPlace'),
            },
          }
        : { cancelText: 'Close' })}
    >
      <div className={form.form}>
        {failure ? <Banner tone="danger">{failure}</Banner> : null}
        {copy ? <CopyContents copy={copy} /> : null}
        {copy?.hasSettings && (canBeNew || present) ? (
          <CheckboxField checked={takesSettings} onChange={setTakesSettings}>
            Also take the theme, density and notification settings of the copy
          </CheckboxField>
        ) : null}
        {copy || failure ? null : (
          <p className="note" role="status">
            Reading the copy… A file of a workspace ends with .decktop. From a folder of an earlier version, choose
            service.sqlite.
          </p>
        )}
      </div>
    </Dialog>
  );
}

function CopyContents({ copy }: { copy: WorkspaceCopyPreview }): ReactElement {
  const { path, at, counts, drafts, waiting, savedViews, present, kind, baseUrl } = copy;
  return (
    <>
      <p className="note break-words">
        {at ? `Copied ${dateAndTimeText(at)}: ` : null}
        {path}
      </p>
      <table className={styles.numbers}>
        <thead>
          <tr>
            <td />
            <th scope="col">In the copy</th>
            {present ? <th scope="col">Here now</th> : null}
          </tr>
        </thead>
        <tbody>
          {(['projects', 'decks', 'cards', 'comments', 'files'] as const).map((what) =>
            counts ? (
              <tr key={what}>
                <th scope="row">{what[0]?.toUpperCase() + what.slice(1)}</th>
                <td>{counts[what]}</td>
                {present ? <td>{present.counts?.[what] ?? '?'}</td> : null}
              </tr>
            ) : null,
          )}
          {[
            ['Drafts', drafts],
            ['Changes that were not sent', waiting],
            ['Saved views and settings of views', savedViews],
          ].map(([what, number]) =>
            number ? (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>{number}</td>
                {present ? <td /> : null}
              </tr>
            ) : null,
          )}
        </tbody>
      </table>
      {present?.cards ? <p>{differenceText(present.cards)}</p> : null}
      {waiting > 0 ? <p className="note">No change is sent by itself: each waits for you under Changes.</p> : null}
      {present ? (
        <p className="note">
          {kind === 'local'
            ? `Replacing ${present.name} saves its present state as a file first. API tokens are not in the copy: those of ${present.name} end.`
            : `The drafts and changes of ${present.name} are saved as a file first, then replaced by those of the copy.`}
        </p>
      ) : null}
      {kind === 'remote' && !present ? (
        <Banner tone="warning">
          Its workspace, on {baseUrl}, is not connected here. Drafts and changes can be restored only where it is.
        </Banner>
      ) : null}
    </>
  );
}

function differenceText({ onlyHere, onlyInCopy, changed }: { onlyHere: number; onlyInCopy: number; changed: number }) {
  const parts = [
    onlyHere > 0 ? `${countWithNoun(onlyHere, 'card')} made` : '',
    changed > 0 ? `${countWithNoun(changed, 'card')} changed` : '',
    onlyInCopy > 0 ? `${countWithNoun(onlyInCopy, 'card')} removed` : '',
  ].filter(Boolean);
  return parts.length > 0 ? `Since the copy: ${parts.join(', ')}.` : 'No card has changed since the copy.';
}

/** Null while the files are read. */
export function CheckDialog(): ReactElement {
  const workspace = useWorkspace();
  const [findings, setFindings] = useState<readonly Finding[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isMended, setIsMended] = useState(false);
  const id = workspace?.id ?? '';
  const examine = (mends: boolean) => {
    setFindings(null);
    setFailure(null);
    call('workspace/examine', { id, mends }).then(
      (found) => {
        setFindings(found);
        setIsMended(mends);
      },
      (error: unknown) => setFailure(errorText(error)),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per workspace
  useEffect(() => {
    if (id !== '') examine(false);
  }, [id]);
  const canMend = findings?.some((finding) => finding.canMend) === true && !isMended;
  return (
    <Dialog
      onClose={closeDialog}
      title={`Check ${workspace?.name ?? 'this workspace'}`}
      description="Looks whether the files of the workspace are whole and fit together."
      width={560}
      cancelText="Close"
      {...(canMend ? { mainButton: { text: 'Save a copy and mend', onClick: () => examine(true) } } : {})}
    >
      <div className={form.form}>
        {failure ? <Banner tone="danger">{failure}</Banner> : null}
        {findings === null && !failure ? (
          <p className="note" role="status">
            Checking…
          </p>
        ) : null}
        {findings?.length === 0 ? (
          <Banner tone="success">{isMended ? 'Everything is mended.' : 'Everything is as it should be.'}</Banner>
        ) : null}
        {isMended && findings && findings.length > 0 ? (
          <Banner tone="warning">
            What could be mended is mended, except this. The state before is saved beside the backups.
          </Banner>
        ) : null}
        {findings?.map(({ text, count, examples, canMend: isMendable }) => (
          <section key={text} aria-label={text}>
            <p className="medium">
              {text} ({count})
            </p>
            <ul className={styles.examples}>
              {examples.slice(0, 5).map((example) => (
                <li key={example} className="note break-words">
                  {example}
                </li>
              ))}
            </ul>
            {isMendable && !isMended ? null : (
              <p className="note">Decktop cannot mend this by itself. A backup from before may be whole.</p>
            )}
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** Makes a local workspace of the one on a service that the window shows. */
export function CopyHereDialog(): ReactElement {
  const workspace = useWorkspace();
  const [progress, setProgress] = useState<OfflinePreparationProgress | null>(null);
  const [isCopying, setIsCopying] = useState(false);
  const [copied, setCopied] = useState<CommandAnswer<'workspace/copyHere'>>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => bridge().on('workspace/copying', setProgress), []);
  const stop = () => void call('workspace/stopCopy', {}).catch(logFailure('The copy was not stopped'));
  const copy = async () => {
    if (!workspace) return;
    setFailure(null);
    setIsCopying(true);
    try {
      setCopied(await call('workspace/copyHere', { id: workspace.id }));
    } catch (error) {
      setFailure(errorText(error));
    }
    setIsCopying(false);
    setProgress(null);
  };
  const open = async (id: string) => {
    if (await switchWorkspace(id)) closeDialog();
  };
  return (
    <Dialog
      onClose={() => {
        stop();
        closeDialog();
      }}
      title={`Copy ${workspace?.name ?? 'this workspace'} to this computer`}
      description="Reads all cards, threads, files, milestones, runs, decks and people that you may read. The service is not changed."
      width={560}
      cancelText={copied ? 'Close' : isCopying ? 'Stop' : 'Cancel'}
      mainButton={
        copied
          ? { text: 'Open it', onClick: () => void open(copied.workspace.id) }
          : { text: isCopying ? 'Copying…' : 'Copy', disabled: isCopying, onClick: () => void copy() }
      }
    >
      <div className={form.form}>
        {failure ? <Banner tone="danger">{failure}</Banner> : null}
        {isCopying ? (
          <>
            <p role="status">{progress ? copyingText(progress) : 'Reading…'}</p>
            <ProgressBar label="Progress of the copy" value={progress?.done ?? 0} total={progress?.total || 1} />
          </>
        ) : null}
        {copied ? <Banner tone="success">The copy is a local workspace of its own now.</Banner> : null}
        {copied || isCopying ? null : (
          <p className="note">
            The copy needs no service and is not kept up to date. Bookmarks of others and past progress are not in it,
            and earlier versions of cards only where you looked at them.
          </p>
        )}
        {copied && copied.problems.length > 0 ? (
          <section aria-label="What could not be read">
            <h3 className="medium">What could not be read</h3>
            <ul className="stack gap-1">
              {copied.problems.map((problem) => (
                <li key={problem} className="break-words">
                  {problem}
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </Dialog>
  );
}

const copyingText = ({ what, done, total }: OfflinePreparationProgress): string =>
  total === 0 ? 'Reading cards…' : `Reading ${what}: ${done} of ${total}`;
