/** The card's versions as readable changes, newest first; loaded when opened. */

import { type ReactElement, useState } from 'react';
import { query, under } from '../../shared/contract/index.ts';
import { runLabel } from '../../shared/domain/run-label.ts';
import { decodeTextDiff } from '../../shared/domain/text-diff.ts';
import { act, step } from '../data/act.ts';
import { useLive } from '../data/live.ts';
import { type Lookups, nameOf, usePeople } from '../data/lookups.ts';
import { Ago } from '../data/minutes.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import panel from './card.module.css';
import styles from './history.module.css';
import { LostTexts } from './LostTexts.tsx';
import { type Change, cardsIn, changesOf, inWords, type Names } from './parts/history-words.ts';
import { useLostTexts } from './parts/kept-here.ts';
import { placed } from './parts/placed.ts';
import { textsBefore } from './parts/restore.ts';
import { exactTime } from './parts/times.ts';
import { type CardAnswer, type CardRow, historyQuery, type VersionRow } from './queries.ts';
import { Section } from './Section.tsx';

export interface HistoryProps {
  card: CardRow;
  answer: CardAnswer;
  lookups: Lookups;
}

const page = 30;

export function History({ card, answer, lookups }: HistoryProps): ReactElement {
  const [open, setOpen] = useState(false);
  const [limit, setLimit] = useState(page);
  const [lost, readAgain] = useLostTexts(card.cardId);
  return (
    <Section
      title="History"
      note={lost.length > 0 ? `${lost.length} ${lost.length === 1 ? 'text' : 'texts'} put aside` : undefined}
      actions={
        <Button small look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide' : 'Show'}
        </Button>
      }
    >
      {open ? (
        <>
          <LostTexts card={card} texts={lost} onDropped={readAgain} />
          <Versions card={card} answer={answer} lookups={lookups} limit={limit} more={() => setLimit(limit + page)} />
        </>
      ) : null}
    </Section>
  );
}

const titlesQuery = (ids: readonly string[]) =>
  query({ _root: [{ account: [under('cards', { cardId: { op: 'in', value: ids } }, ['title'])] }] });

/** `others`: ids of cards that versions name. Those that the card has no more to do with are asked for. */
function useNames(answer: CardAnswer, lookups: Lookups, others: readonly string[]): Names {
  const people = usePeople();
  const unknown = [...new Set(others)].filter((id) => !answer.card?.[id]).sort();
  const { data } = useLive(titlesQuery(unknown), { enabled: unknown.length > 0, keep: true });
  return {
    person: (id) => (people[id] ? nameOf(people[id]) : undefined),
    card: (id) => (answer.card?.[id] ?? data?.card?.[id])?.title,
    deck: (id) => lookups.decks[id]?.title,
    milestone: (id) => lookups.milestones[id]?.name,
    run: (id) => {
      const run = lookups.sprints[id];
      return run && runLabel(run, lookups.sprintConfigs[run.sprintConfigId]);
    },
    attachment: (id) => answer.attachment?.[id]?.title,
    file: (id) => answer.file?.[id]?.name,
    priority: (value) => (lookups.account?.priorityLabels as Record<string, string> | undefined)?.[value],
  };
}

function Versions({
  card,
  answer,
  lookups,
  limit,
  more,
}: HistoryProps & { limit: number; more: () => void }): ReactElement {
  const { data } = useLive(historyQuery(card.cardId, limit), { keep: true });
  const versions = Object.values(data?.cardHistory ?? {}).toSorted((a, b) => b.version - a.version);
  const others = versions.flatMap(({ diff }) => cardsIn(diff));
  const names = useNames(answer, lookups, others);
  const before = textsBefore(card.content, versions.map(contentChange));
  if (!data) return <p className={panel.note}>The history is not here yet.</p>;
  if (versions.length === 0)
    return <p className={panel.note}>No history is stored here. It is read from the service when it can be reached.</p>;
  return (
    <>
      <ol className={styles.versions} aria-label="Versions">
        {versions.map((version, index) => {
          const changer = version.changerId ? data.user?.[version.changerId] : undefined;
          const isFirst = version.version === 1;
          const text = contentChange(version) === undefined ? undefined : before[index];
          return (
            <li key={version.version} className={styles.version}>
              <Avatar id={version.changerId ?? 'service'} name={changer ? nameOf(changer) : 'The service'} size={18} />
              <div>
                <p>
                  <strong>{changer ? nameOf(changer) : 'The service'}</strong> {isFirst ? 'created the card ' : null}
                  <time
                    className={panel.note}
                    dateTime={version.versionCreatedAt}
                    title={exactTime(version.versionCreatedAt)}
                  >
                    <Ago at={version.versionCreatedAt} />
                  </time>
                </p>
                <ul className={styles.changes}>
                  {changesOf(version.diff, names, isFirst).map((change) => (
                    <li key={change.label}>
                      <ChangeLine change={change} />
                    </li>
                  ))}
                </ul>
                {text && text !== card.content ? (
                  <Button
                    small
                    look="quiet"
                    onClick={() =>
                      void act('Restore an older text', [step('cards/update', { id: card.cardId, content: text })], {
                        announce: true,
                      })
                    }
                  >
                    Restore the text before this
                  </Button>
                ) : null}
              </div>
            </li>
          );
        })}
      </ol>
      {versions.length >= limit ? (
        <Button small look="quiet" onClick={more}>
          Show older versions
        </Button>
      ) : null}
    </>
  );
}

function contentChange(version: VersionRow): unknown {
  const { diff } = version;
  return typeof diff === 'object' && diff !== null && !Array.isArray(diff)
    ? (diff as Record<string, unknown>).content
    : undefined;
}

function ChangeLine({ change }: { change: Change }): ReactElement {
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
      return <TextChange encoded={change.encoded} label={change.label} />;
    case 'unknown':
      return <>{change.label} changed</>;
  }
}

function TextChange({ encoded, label }: { encoded: unknown; label: string }): ReactElement {
  const parts = decodeTextDiff(encoded);
  if (!parts) return <>{label === 'Title' ? 'Title changed' : 'Text changed'}</>;
  return (
    <div className={`${styles.textChange} selectable`} dir="auto">
      {placed(inWords(parts)).map(([at, part]) => {
        if (part.kind === 'gap')
          return (
            <span key={at} className={styles.gap} title={`${part.length} characters unchanged`}>
              {' '}
              …{' '}
            </span>
          );
        if (part.kind === 'added') return <ins key={at}>{part.text}</ins>;
        if (part.kind === 'removed') return <del key={at}>{part.text}</del>;
        return <span key={at}>{part.text}</span>;
      })}
    </div>
  );
}
