/** Decks that are kept as folders: where, what went wrong, and what becomes of cards whose files were deleted. */
import { type ReactElement, useEffect, useState } from 'react';
import type { LivingFolderState } from '../../../shared/bridge/index.ts';
import { bridge, call, logFailure, toastFailure } from '../../data/bridge.ts';
import { openCard } from '../../data/routes.ts';
import { draftKeys } from '../../editor/draft-keeper.ts';
import { requestDraftReload } from '../../editor/use-draft.ts';
import { Button } from '../../ui/Button.tsx';
import { dateAndTimeText } from '../../ui/dates/day-text.ts';
import { Banner } from '../../ui/messages.tsx';
import { countWithNoun } from '../../ui/text/text.ts';
import { SettingsGroup, SettingsRow } from './parts/rows.tsx';

export function DeckFolders(): ReactElement {
  const [folders, setFolders] = useState<readonly LivingFolderState[]>([]);
  useEffect(() => {
    call('folders/list', {}).then(setFolders, logFailure('The folders of decks are not known'));
    return bridge().on('folders/changed', setFolders);
  }, []);
  return (
    <SettingsGroup
      title="Decks as folders"
      about="A deck can be kept as a folder of Markdown files, which other programs read and write."
    >
      {folders.length === 0 ? (
        <SettingsRow label="None" about="The menu of a deck has “Keep as a folder…”." />
      ) : (
        folders.map((folder) => <FolderRows key={folder.deckId} folder={folder} />)
      )}
    </SettingsGroup>
  );
}

const report = (answer: Promise<unknown>) =>
  void answer.catch((error: unknown) => toastFailure(error, 'That did not work'));

function FolderRows({ folder }: { folder: LivingFolderState }): ReactElement {
  const { deckId, title, path, fileCount, changedAt, stopped, problems, problemCount, removed, removedCount } = folder;
  const last = changedAt === null ? 'nothing changed yet' : `last change ${dateAndTimeText(changedAt)}`;
  const more = problemCount - problems.length;
  return (
    <>
      <SettingsRow
        label={title}
        about={
          <>
            <span className="selectable break-words">{path}</span>
            <br />
            {countWithNoun(fileCount, 'file')}, {last}
          </>
        }
      >
        <Button
          text="Stop"
          look="quiet"
          aria-label={`Stop keeping ${title} as a folder`}
          onClick={() => report(call('folders/stop', { deckId }))}
        />
      </SettingsRow>
      {stopped === null ? null : <Banner tone="warning">{stopped}</Banner>}
      {removedCount > 1 ? (
        <RemovedRow
          deckId={deckId}
          cardIds={removed.map(({ cardId }) => cardId)}
          label={`${removedCount} files were deleted`}
          about="Their cards are still here."
        />
      ) : null}
      {removed.map((file) => (
        <RemovedRow
          key={file.path}
          deckId={deckId}
          cardIds={[file.cardId]}
          label={file.title}
          about={`Its file ${file.path} was deleted.`}
        />
      ))}
      {problems.map((problem) => (
        <SettingsRow key={problem.path} label={problem.path} about={problem.message}>
          <ProblemButton deckId={deckId} problem={problem} />
        </SettingsRow>
      ))}
      {more > 0 ? <SettingsRow label={`And ${countWithNoun(more, 'more file')}`} /> : null}
    </>
  );
}

interface RemovedRowProps {
  readonly deckId: string;
  readonly cardIds: readonly string[];
  readonly label: string;
  readonly about: string;
}

function RemovedRow({ deckId, cardIds, label, about }: RemovedRowProps): ReactElement {
  const decide = (choice: 'archive' | 'write') =>
    report(call('folders/decide', { deckId, cardIds: [...cardIds], choice }));
  const [card, file] = cardIds.length > 1 ? ['the cards', 'the files'] : ['the card', 'the file'];
  return (
    <SettingsRow label={label} about={about}>
      <Button text={`Archive ${card}`} aria-label={`Archive ${card}: ${label}`} onClick={() => decide('archive')} />
      <Button
        text={`Write ${file} again`}
        aria-label={`Write ${file} again: ${label}`}
        onClick={() => decide('write')}
      />
    </SettingsRow>
  );
}

function ProblemButton(props: {
  readonly deckId: string;
  readonly problem: LivingFolderState['problems'][number];
}): ReactElement | null {
  const { deckId, problem } = props;
  const { cardId, isClash, path } = problem;
  if (cardId === null) return null;
  if (!isClash)
    return (
      <Button text="Show card" look="quiet" aria-label={`Show the card of ${path}`} onClick={() => openCard(cardId)} />
    );
  const key = draftKeys.content(cardId);
  const merge = async () => {
    await call('folders/toDraft', { deckId, cardId, key });
    requestDraftReload(key);
    openCard(cardId);
  };
  return <Button text="Merge…" aria-label={`Merge ${path} with its card…`} onClick={() => report(merge())} />;
}
