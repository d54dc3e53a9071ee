/**
 * What a cell of the table says of a card. Cells hold their texts themselves, and signs are their backgrounds: of hundreds of
 * cells, every element in one is made, styled, laid out and let go as the table scrolls.
 */
import type { ReactNode } from 'react';
import { codeOfCard } from '../../cards/CardFace.tsx';
import { type FaceFacts, hexColor } from '../../cards/face-context.tsx';
import { nameOf } from '../../data/lookups.ts';
import { Ago } from '../../data/relative-time.ts';
import type { TableColumn } from '../../model/board-view.ts';
import { type CardRow, placeOf } from '../../model/card-row.ts';
import { Chip } from '../../ui/Chip.tsx';
import { cx } from '../../ui/cx.ts';
import { dayInWords } from '../../ui/dates/today.ts';
import { Avatar } from '../../ui/icons/Avatar.tsx';
import { PrioritySign } from '../../ui/icons/icon-images.tsx';
import { bars, EffortMark } from '../../ui/icons/icons.tsx';
import { statusLook } from '../../ui/icons/status.ts';
import { mostWidth, surelyFits, textSize } from '../../ui/text-width.ts';
import styles from './Table.module.css';
import { columnLooks, type TableFacts } from './table-columns.ts';

export interface Shown {
  readonly card: CardRow;
  readonly facts: TableFacts;
  readonly face: FaceFacts;
  readonly subTotal: number;
  readonly subDone: number;
}

export interface Cell {
  readonly says: ReactNode;
  readonly look?: string | undefined;
  /** A name of sign-images. */
  readonly sign?: string;
  /** Its text is perhaps longer than it. */
  readonly isCut?: boolean;
}

/** px of a cell at its sides, and of a sign or an avatar with the gap behind it. */
const sides = 20;
const signRoom = 21;
const avatarRoom = 24;
/** px of a title's sides and sign. */
const titleSides = 47;

/** Letters of a title that has no room in the narrowest cell, whatever most of them are. */
const surelyLong = 40;
const mostTags = 3;
/** What has room, by column: names and labels come again and again. */
const fitting = new Map<TableColumn, Map<string, boolean>>();
/** Texts remembered of a column. */
const most = 1_000;

/** Whether what takes `width` px at most has room in a cell of a column; `key` says what it is. */
function fitsIn(name: TableColumn, key: string, width: () => number): boolean {
  const known = fitting.get(name) ?? new Map<string, boolean>();
  fitting.set(name, known);
  let fits = known.get(key);
  if (fits === undefined) {
    fits = width() + 1 <= columnLooks[name].width - sides;
    if (known.size >= most) known.clear();
    known.set(key, fits);
  }
  return fits;
}

const text = (name: TableColumn, says: string, used = 0): Cell => ({
  says,
  isCut: !fitsIn(name, says, () => mostWidth(says, textSize.md) + used),
});

/** px of chips beside each other, at most: each with its padding, a sign, and the gap behind it. */
const chipsWidth = (texts: readonly string[]): number =>
  texts.reduce((sum, each) => sum + 12 + 20 + mostWidth(each, textSize.xs) + 6, 0);

const titleFits = ({ title }: CardRow): boolean =>
  title.length <= surelyLong && surelyFits(title, textSize.md, columnLooks.title.width - titleSides);

const nothing = (words: string): Cell => ({
  says: (
    <span className={styles.nothing} role="img" aria-label={words}>
      –
    </span>
  ),
});
const none = nothing('none');
const nobody = nothing('nobody');

export function cellOf(name: TableColumn, { card, facts, face, subTotal, subDone }: Shown): Cell {
  const { lookups, people, set } = facts;
  switch (name) {
    case 'title':
      return {
        sign: `status-${statusLook(card.derivedStatus).group}`,
        isCut: subTotal === 0 && !titleFits(card),
        says:
          subTotal > 0 ? (
            <>
              <span className={styles.ofMany} dir="auto" data-whole="">
                {card.title || 'Untitled'}
              </span>
              <span className={styles.sub} title="Sub cards done">
                {subDone}/{subTotal}
              </span>
            </>
          ) : (
            card.title || 'Untitled'
          ),
      };
    case 'code':
      return { look: styles.soft, says: codeOfCard(card) };
    case 'status':
      return text(name, statusLook(card.derivedStatus).label);
    case 'owner': {
      if (!card.assigneeId) return nobody;
      const owner = nameOf(people[card.assigneeId]);
      return {
        ...text(name, owner, avatarRoom),
        says: (
          <>
            <Avatar id={card.assigneeId} name={owner} size={18} />
            {owner}
          </>
        ),
      };
    }
    case 'priority': {
      const { priority } = card;
      if (!priority) return none;
      const labels = (lookups.account?.priorityLabels ?? {}) as Record<string, string>;
      const label = labels[priority] ?? priority;
      if (priority in bars)
        return { ...text(name, label, signRoom), sign: `priority-${priority}`, look: styles.signed };
      return {
        says: (
          <>
            <PrioritySign priority={priority} label={label} /> {label}
          </>
        ),
      };
    }
    case 'effort':
      return card.effort === null ? none : { says: <EffortMark effort={card.effort} /> };
    case 'deck': {
      const deck = card.deckId ? lookups.decks[card.deckId] : undefined;
      return {
        says: card.deckId ? <Chip color={hexColor(deck?.coverColor)}>{deck?.title ?? 'Out of sight'}</Chip> : 'Private',
      };
    }
    case 'zone': {
      const label = placeOf(set, card.cardId)?.label ?? null;
      return label ? text(name, label) : none;
    }
    case 'milestone':
      return card.milestoneId ? text(name, lookups.milestones[card.milestoneId]?.name ?? 'Out of sight') : none;
    case 'run':
      return card.sprintId ? text(name, facts.runName(card.sprintId)) : none;
    case 'due':
      return card.dueDate
        ? {
            ...text(name, dayInWords(card.dueDate)),
            look: cx(card.status !== 'done' && card.dueDate < face.today && styles.late),
          }
        : none;
    case 'tags': {
      if (card.tags.length === 0) return none;
      const tags = card.tags.slice(0, mostTags);
      const more = card.tags.length > mostTags ? `+${card.tags.length - mostTags}` : null;
      const texts = more ? [...tags, more] : tags;
      const isCut = !fitsIn(name, texts.join('\n'), () => chipsWidth(texts));
      const room = isCut ? undefined : columnLooks.tags.width;
      return {
        isCut,
        says: (
          <>
            {tags.map((tag) => {
              const known = face.tagOf(tag);
              return (
                <Chip key={tag} color={hexColor(known?.color)} emoji={known?.emoji} room={room}>
                  {tag}
                </Chip>
              );
            })}
            {more ? <Chip room={room}>{more}</Chip> : null}
          </>
        ),
      };
    }
    case 'updated':
      return { look: styles.soft, says: <Ago at={card.lastUpdatedAt} /> };
  }
}
