/**
 * Drop targets that are visible while cards of a Hand are dragged. A drop starts or finishes the cards, marks them as
 * blocked or in review, hands them over, or removes them from the Hand.
 */
import { CheckCircle2, CircleSlash, Eye, HandGrab, HandHelping, type LucideIcon, Play } from 'lucide-react';
import { type ReactElement, useRef } from 'react';
import type { ActionName } from '../../../shared/contract/index.ts';
import { currentLookups } from '../../data/lookups.ts';
import { missingScopeReason } from '../../data/permissions.ts';
import { useDragState, useDropZone } from '../../dnd/drag.ts';
import { type BlockOrReview, blockOrReviewOfCard } from '../../model/blocks-and-reviews.ts';
import type { CardRow } from '../../model/card-row.ts';
import { blockOrReviewRefusal, statusRefusal } from '../../model/preflight.ts';
import { cx } from '../../ui/cx.ts';
import { openDialog } from '../../workbench/dialog-state.ts';
import { removeCardsFromHands, setStatusOfCards, toggleBlockOrReview } from '../card-actions.ts';
import styles from './HandDropBar.module.css';

interface HandDropBarProps {
  /** Returns the id of the user whose Hand the drop zone belongs to; null if the zone is not part of a Hand. */
  holderOf: (zoneKey: string) => string | null;
}

interface DropTargetOptions {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly sentAction: ActionName;
  readonly refusal?: (cards: readonly CardRow[]) => string | null;
  readonly drop: (cards: readonly CardRow[], holder: string) => void;
}

type CardChange = Pick<DropTargetOptions, 'sentAction' | 'refusal' | 'drop'>;

const statusChange = (status: 'started' | 'done', alreadyReason: string): CardChange => ({
  sentAction: 'cards/update',
  refusal: (cards) =>
    statusRefusal(cards, status, currentLookups()) ??
    (cards.every((card) => card.status === status && blockOrReviewOfCard(card) === null) ? alreadyReason : null),
  drop: (cards) => void setStatusOfCards(cards, status, currentLookups()),
});

const threadChange = (wanted: BlockOrReview, alreadyReason: string): CardChange => ({
  sentAction: 'resolvables/create',
  refusal: (cards) =>
    blockOrReviewRefusal(cards, currentLookups()) ??
    (cards.every((card) => blockOrReviewOfCard(card) === wanted) ? alreadyReason : null),
  drop: (cards) => void toggleBlockOrReview(cards, wanted, currentLookups()),
});

const targets: readonly DropTargetOptions[] = [
  { label: 'Start', Icon: Play, ...statusChange('started', 'Started already.') },
  { label: 'Finish', Icon: CheckCircle2, ...statusChange('done', 'Finished already.') },
  { label: 'Block', Icon: CircleSlash, ...threadChange('block', 'Blocked already.') },
  { label: 'Review', Icon: Eye, ...threadChange('review', 'In review already.') },
  {
    label: 'Hand over',
    Icon: HandHelping,
    sentAction: 'handQueue/setCardOrders',
    drop: (cards) => openDialog({ kind: 'cardChoice', choiceKind: 'handOver', cards: [...cards] }),
  },
  {
    label: 'Put back',
    Icon: HandGrab,
    sentAction: 'handQueue/removeCards',
    drop: (cards, holder) => void removeCardsFromHands(cards, () => holder),
  },
];

export function HandDropBar({ holderOf }: HandDropBarProps): ReactElement | null {
  const holder = useDragState(({ fromKey }) => (fromKey === null ? null : holderOf(fromKey)));
  if (holder === null) return null;
  return (
    <div className={cx('relative', styles.anchor)}>
      <div className={cx('gap-6px absolute floating round-lg p-6px', styles.bar)} data-drop-bar>
        {targets.map((target) => (
          <DropTarget key={target.label} target={target} holder={holder} />
        ))}
      </div>
    </div>
  );
}

function DropTarget({ target, holder }: { target: DropTargetOptions; holder: string }): ReactElement {
  const { label, Icon, sentAction, refusal, drop } = target;
  const root = useRef<HTMLDivElement>(null);
  const key = `hand-bar:${label}`;
  const isRefused = useDragState(({ replies }) => (replies[key]?.refusal ?? null) !== null);
  useDropZone(root, {
    key,
    title: label,
    stackLevel: 4,
    isSmall: true,
    indexAt: () => 0,
    lineAt: () => null,
    refusal: (cards) => missingScopeReason(sentAction) ?? refusal?.(cards) ?? null,
    drop: (cards) => drop(cards, holder),
  });
  return (
    <div
      ref={root}
      className={cx('row rigid gap-6px nowrap medium round-card border-dashed', styles.target)}
      data-refuses={isRefused ? '' : undefined}
    >
      <Icon size={16} aria-hidden />
      {label}
    </div>
  );
}
