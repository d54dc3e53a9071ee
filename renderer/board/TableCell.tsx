/** What a cell of the table says of a card. */
import type { ReactElement } from 'react';
import { nameOf } from '../data/lookups.ts';
import { Ago } from '../data/minutes.ts';
import { dayInWords } from '../data/today.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Chip } from '../ui/Chip.tsx';
import { cx } from '../ui/cx.ts';
import { EffortMark } from '../ui/marks.tsx';
import { PrioritySign, StatusSign } from '../ui/sign-images.tsx';
import { statusLook } from '../ui/status.ts';
import { codeOfCard } from './CardFace.tsx';
import { type CardRow, placeOf } from './cards.ts';
import { hexColor, useFaceFacts } from './facts.tsx';
import styles from './Table.module.css';
import type { TableColumn, TableFacts } from './table-columns.ts';

export interface CellValueProps {
  name: TableColumn;
  card: CardRow;
  facts: TableFacts;
  subTotal: number;
  subDone: number;
}

function Nothing({ words = 'none' }: { words?: string }): ReactElement {
  return (
    <span className={styles.nothing} role="img" aria-label={words}>
      –
    </span>
  );
}

export function CellValue({ name, card, facts, subTotal, subDone }: CellValueProps): ReactElement {
  const { lookups, people, set } = facts;
  const face = useFaceFacts();
  switch (name) {
    case 'title':
      return (
        <>
          <StatusSign group={statusLook(card.derivedStatus).group} />
          <span className={styles.text} dir="auto" data-whole="">
            {card.title || 'Untitled'}
          </span>
          {subTotal > 0 ? (
            <span className={styles.sub} title="Sub cards done">
              {subDone}/{subTotal}
            </span>
          ) : null}
        </>
      );
    case 'code':
      return <span className={styles.code}>{codeOfCard(card)}</span>;
    case 'status':
      return <span className={styles.text}>{statusLook(card.derivedStatus).label}</span>;
    case 'owner':
      return card.assigneeId ? (
        <>
          <Avatar id={card.assigneeId} name={nameOf(people[card.assigneeId])} size={18} />
          <span className={styles.text}>{nameOf(people[card.assigneeId])}</span>
        </>
      ) : (
        <Nothing words="nobody" />
      );
    case 'priority': {
      if (!card.priority) return <Nothing />;
      const labels = (lookups.account?.priorityLabels ?? {}) as Record<string, string>;
      const label = labels[card.priority] ?? card.priority;
      return (
        <>
          <PrioritySign priority={card.priority} label={label} />
          <span className={styles.text}>{label}</span>
        </>
      );
    }
    case 'effort':
      return card.effort === null ? <Nothing /> : <EffortMark effort={card.effort} />;
    case 'deck': {
      const deck = card.deckId ? lookups.decks[card.deckId] : undefined;
      return card.deckId ? (
        <Chip color={hexColor(deck?.coverColor)}>{deck?.title ?? 'Out of sight'}</Chip>
      ) : (
        <span className={styles.text}>Private</span>
      );
    }
    case 'zone': {
      const label = placeOf(set, card.cardId)?.label ?? null;
      return label ? <span className={styles.text}>{label}</span> : <Nothing />;
    }
    case 'milestone': {
      const milestone = card.milestoneId ? lookups.milestones[card.milestoneId] : undefined;
      if (!card.milestoneId) return <Nothing />;
      return <span className={styles.text}>{milestone?.name ?? 'Out of sight'}</span>;
    }
    case 'run':
      return card.sprintId ? <span className={styles.text}>{facts.runName(card.sprintId)}</span> : <Nothing />;
    case 'due':
      return card.dueDate ? (
        <span className={cx(styles.text, card.status !== 'done' && card.dueDate < face.today && styles.late)}>
          {dayInWords(card.dueDate)}
        </span>
      ) : (
        <Nothing />
      );
    case 'tags':
      return card.tags.length > 0 ? (
        <>
          {card.tags.slice(0, 3).map((tag) => {
            const known = face.tagOf(tag);
            return (
              <Chip key={tag} color={hexColor(known?.color)} emoji={known?.emoji}>
                {tag}
              </Chip>
            );
          })}
          {card.tags.length > 3 ? <Chip>+{card.tags.length - 3}</Chip> : null}
        </>
      ) : (
        <Nothing />
      );
    case 'updated':
      return (
        <span className={styles.soft}>
          <Ago at={card.lastUpdatedAt} />
        </span>
      );
  }
}
