/** Versions, newest first. They are loaded when the person opens the section. */

import { type ReactElement, useMemo, useState } from 'react';
import { queryForAccount, selectRelated } from '../../../shared/contract/index.ts';
import { decodeTextDiff } from '../../../shared/domain/text-diff.ts';
import { act, actStep } from '../../data/act.ts';
import { useLostTexts } from '../../data/files/offline-files.ts';
import { useLiveQuery } from '../../data/live.ts';
import { nameOf, useLookups, usePeople } from '../../data/lookups.ts';
import { RelativeTime } from '../../data/relative-time.ts';
import { nameOfCardPropertyValue } from '../../model/card-fields/index.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { dateAndTimeText } from '../../ui/dates/day-text.ts';
import { ItemBoundary } from '../../ui/ItemBoundary.tsx';
import { pairWithIndexKeys } from '../../ui/index-keys.ts';
import { LongText } from '../../ui/text/LongText.tsx';
import { hasLongLine } from '../../ui/text/long-lines.ts';
import { countWithNoun } from '../../ui/text/text.ts';
import { PersonAvatar } from '../../workbench/PersonAvatar.tsx';
import { PersonLink } from '../../workbench/PersonLink.tsx';
import { CardPanelSection } from '../CardPanelSection.tsx';
import type { CardPanelPartProps } from '../fields/panel-card-state.ts';
import { LostTextList } from '../LostTextList.tsx';
import { type CardHistoryRow, cardHistoryQuery, type PanelCardAnswer } from '../queries.ts';
import styles from './history.module.css';
import {
  cardIdsInDiff,
  type DiffLineGroup,
  diffLineGroups,
  type FieldChange,
  fieldChangesOfDiff,
  type HistoryNameLookups,
  isObject,
  type TextPair,
  textsBeforeAndAfterDiff,
  textsBeforeChanges,
} from './history-labels.ts';

/** "Show older versions" loads the same number again. */
const versionsPerPage = 30;

export function CardHistory(props: CardPanelPartProps): ReactElement {
  const [open, setOpen] = useState(false);
  const [limit, setLimit] = useState(versionsPerPage);
  const [lost, reloadLostTexts] = useLostTexts(props.card.cardId);
  return (
    <CardPanelSection
      title="History"
      note={lost.length > 0 ? `${countWithNoun(lost.length, 'text')} put aside` : undefined}
      actions={
        <Button text={open ? 'Hide' : 'Show'} small look="quiet" aria-expanded={open} onClick={() => setOpen(!open)} />
      }
    >
      {open ? (
        <>
          <LostTextList {...props} texts={lost} onDropped={reloadLostTexts} />
          <Versions {...props} limit={limit} more={() => setLimit(limit + versionsPerPage)} />
        </>
      ) : null}
    </CardPanelSection>
  );
}

const titlesQuery = (ids: readonly string[]) =>
  queryForAccount([selectRelated('cards', { cardId: { op: 'in', value: ids } }, ['title'])]);

/** `others` are other cards in the history. A query loads the titles that `answer` does not contain. */
function useNameLookups(answer: PanelCardAnswer, others: readonly string[]): HistoryNameLookups {
  const lookups = useLookups();
  const people = usePeople();
  const unknown = [...new Set(others)].filter((id) => !answer.card?.[id]).sort();
  const { data } = useLiveQuery(titlesQuery(unknown), { enabled: unknown.length > 0, keepsPrevious: true });
  return {
    value: (property, value) => nameOfCardPropertyValue(property, value, { lookups, people }),
    card: (id) => (answer.card?.[id] ?? data?.card?.[id])?.title,
    attachment: (id) => answer.attachment?.[id]?.title,
    file: (id) => answer.file?.[id]?.name,
  };
}

function Versions(props: CardPanelPartProps & { limit: number; more: () => void }): ReactElement {
  const { card, answer, limit, more } = props;
  const { disabledReason } = props.cardState;
  const { data } = useLiveQuery(cardHistoryQuery(card.cardId, limit), { keepsPrevious: true });
  const versions = Object.values(data?.cardHistory ?? {}).toSorted((a, b) => b.version - a.version);
  const others = versions.flatMap(({ diff }) => cardIdsInDiff(diff));
  const names = useNameLookups(answer, others);
  const before = textsBeforeChanges(card.content, versions.map(contentChange));
  if (!data) return <p className="note">The history is not loaded yet.</p>;
  if (versions.length === 0)
    return (
      <p className="note">No history is stored on this computer yet. It is read when the workspace can be reached.</p>
    );
  return (
    <>
      <ol className="stack gap-3" aria-label="Versions">
        {versions.map((version, index) => {
          const changer = version.changerId ? data.user?.[version.changerId] : undefined;
          const isFirst = version.version === 1;
          const text = contentChange(version) === undefined ? undefined : before[index];
          const after = index === 0 ? card.content : before[index - 1];
          return (
            <li key={version.version} className={cx('grid gap-2', styles.version)}>
              <PersonAvatar id={version.changerId ?? 'service'} size={18} fallbackName="Decktop" />
              <div>
                <p>
                  <strong>{changer ? <PersonLink id={changer.id}>{nameOf(changer)}</PersonLink> : 'By itself'}</strong>{' '}
                  {isFirst ? 'created the card ' : null}
                  <time
                    className="note"
                    dateTime={version.versionCreatedAt}
                    title={dateAndTimeText(version.versionCreatedAt)}
                  >
                    <RelativeTime at={version.versionCreatedAt} />
                  </time>
                </p>
                <ul className={cx('soft', styles.changes)}>
                  {fieldChangesOfDiff(version.diff, names, isFirst).map((change) => (
                    <li key={change.label}>
                      <ItemBoundary item="This change" text={null}>
                        <ChangeLine
                          change={change}
                          texts={text === undefined || after === undefined ? undefined : { before: text, after }}
                        />
                      </ItemBoundary>
                    </li>
                  ))}
                </ul>
                {text && text !== card.content ? (
                  <Button
                    text="Restore the text before this"
                    small
                    look="quiet"
                    disabled={disabledReason !== null}
                    title={disabledReason ?? undefined}
                    onClick={() =>
                      void act('Restore an older text', [actStep('cards/update', { id: card.cardId, content: text })], {
                        showsToast: true,
                      })
                    }
                  />
                ) : null}
              </div>
            </li>
          );
        })}
      </ol>
      {versions.length >= limit ? <Button text="Show older versions" small look="quiet" onClick={more} /> : null}
    </>
  );
}

const contentChange = ({ diff }: CardHistoryRow): unknown => (isObject(diff) ? diff.content : undefined);

/** `texts` are the card's whole texts, if known. */
function ChangeLine({ change, texts }: { change: FieldChange; texts: TextPair | undefined }): ReactElement {
  switch (change.kind) {
    case 'value':
      return (
        <>
          {change.label}: {change.from === null ? null : <del>{change.from}</del>} {change.from === null ? '' : '→ '}
          {change.to === null ? 'none' : <ins>{change.to}</ins>}
        </>
      );
    case 'list':
      return (
        <>
          {change.label}:{' '}
          {[
            ...change.added.map((item) => <ins key={`+${item}`}>{item}</ins>),
            ...change.removed.map((item) => <del key={`-${item}`}>{item}</del>),
          ].flatMap((part, index) => (index > 0 ? [' ', part] : [part]))}
        </>
      );
    case 'text':
      return <TextChange {...change} {...(change.label === 'Text' ? texts : {})} />;
    case 'unknown':
      return <>{change.label} changed</>;
  }
}

/** `before` and `after` are the whole texts, if known. */
function TextChange(props: { encoded: unknown; label: string } & Partial<TextPair>): ReactElement {
  const { encoded, label, before, after } = props;
  const lines = useMemo(() => {
    if (before !== undefined && after !== undefined) return diffLineGroups(before, after);
    const parts = decodeTextDiff(encoded);
    if (!parts) return undefined;
    const around = textsBeforeAndAfterDiff(parts);
    return diffLineGroups(around.before, around.after);
  }, [before, after, encoded]);
  if (!lines) return <>{label} changed</>;
  return (
    <div className={cx('selectable pre-wrap break-words text-sm inset-box mt-1', styles.textChange)} dir="auto">
      {pairWithIndexKeys(lines).map(([at, line]) => (
        <ChangedLines key={at} line={line} />
      ))}
    </div>
  );
}

function ChangedLines({ line }: { line: DiffLineGroup }): ReactElement {
  switch (line.kind) {
    case 'kept':
      return (
        <p className={styles.lines}>
          <LongText text={line.text} />
        </p>
      );
    case 'skipped':
      return <p className={cx('faint', styles.skipped)}>… {line.count} lines unchanged …</p>;
    case 'removed':
    case 'added': {
      const Mark = line.kind === 'removed' ? 'del' : 'ins';
      return (
        <p
          className={cx(styles.lines, hasLongLine(line.pieces.map(({ text }) => text).join('')) && 'plain-shaping')}
          data-kind={line.kind}
        >
          {pairWithIndexKeys(line.pieces).map(([at, { text, isChanged }]) =>
            isChanged ? (
              <Mark key={at}>
                <LongText text={text} />
              </Mark>
            ) : (
              <LongText key={at} text={text} />
            ),
          )}
        </p>
      );
    }
  }
}
