import {
  CalendarDays,
  GitBranch,
  Hand,
  Link2Off,
  ListChecks,
  type LucideIcon,
  MessageSquare,
  PencilRuler,
  TriangleAlert,
} from 'lucide-react';
import { type CSSProperties, memo, type ReactElement, type ReactNode } from 'react';
import { type TaskOnlyField, taskOnlyFieldNames } from '../../../shared/contract/index.ts';
import { fileUrl } from '../../data/links.ts';
import type { SprintRow } from '../../data/lookups.ts';
import { enumValuesOf } from '../../model/card-fields/task.ts';
import { type CardRow, openThreadCountOf, shortCodeOfCard, shownTitle } from '../../model/card-row.ts';
import { labelOfRun } from '../../model/planning/run-phase.ts';
import { Chip } from '../../ui/Chip.tsx';
import { cx } from '../../ui/cx.ts';
import { dayTextFrom } from '../../ui/dates/day-text.ts';
import { Avatar } from '../../ui/icons/Avatar.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import { statusGroupAndLabel } from '../../ui/icons/status.ts';
import { avatarPropsOf } from '../../workbench/PersonAvatar.tsx';
import type { PlannedCardFaceTexts } from '../planning/planned-cards.ts';
import styles from './CardFace.module.css';
import { type CardFaceSettings, coverFileIdOf, useCardFaceSettings, validHexColor } from './face-context.tsx';
import { TaskOnlyFieldIcon } from './field-icons.tsx';

interface CardFaceProps {
  card: CardRow;
  subCardCount: number;
  doneSubCardCount: number;
}

/**
 * For screen readers. Inside the title, because they take the name of a card from its content. An `aria-label`, because
 * visually hidden text costs layout and paint time.
 */
function ScreenReaderText({ words }: { words: string }): ReactElement {
  return <span role="img" aria-label={words} />;
}

interface BadgeProps {
  icon: LucideIcon;
  tone?: 'plain' | 'full' | 'soon' | 'late' | 'plan';
  title: string;
  spoken: string;
  children?: ReactNode;
}
function Badge({ icon: BadgeIcon, tone = 'plain', title, spoken, children }: BadgeProps): ReactElement {
  return (
    <span
      className={cx('inline-row rigid gap-1', styles.badge)}
      data-tone={tone}
      title={title}
      role="img"
      aria-label={spoken}
    >
      <BadgeIcon size={12} aria-hidden />
      {children}
    </span>
  );
}

/** For sub cards or a checklist. Null if there are none. */
const doneBadge = (icon: LucideIcon, title: string, noun: string, done: number, total: number) =>
  total > 0 ? (
    <Badge icon={icon} tone={done === total ? 'full' : 'plain'} title={title} spoken={`${noun} ${done}/${total}`}>
      {done}/{total}
    </Badge>
  ) : null;

const maxTags = 3;

export function tagChips(tags: readonly string[], { tagOf }: Pick<CardFaceSettings, 'tagOf'>): ReactNode {
  return (
    <>
      {tags.slice(0, maxTags).map((tag) => (
        <Chip key={tag} color={validHexColor(tagOf(tag)?.color)} emoji={tagOf(tag)?.emoji}>
          {tag}
        </Chip>
      ))}
      {tags.length > maxTags ? <Chip>{`+${tags.length - maxTags}`}</Chip> : null}
    </>
  );
}

/** Shown after the short code; numbers are shown at the end of the line. */
const enumerationFields = taskOnlyFieldNames.filter((name) => enumValuesOf(name));
const numberFields = taskOnlyFieldNames.filter((name) => !enumValuesOf(name));

export const CardFace = memo(function CardFace({ card, subCardCount, doneSubCardCount }: CardFaceProps): ReactElement {
  const face = useCardFaceSettings();
  const { lookups, people, density, hiddenFields, showsDeckName } = face;
  const look = statusGroupAndLabel(card.derivedStatus);
  const { group } = look;
  const deck = card.deckId ? lookups.decks[card.deckId] : undefined;
  const deckColor = validHexColor(deck?.coverColor);
  const owner = card.assigneeId;
  const compact = density === 'compact';
  // From 0 to 1; null for a card without sub cards.
  const doneShare = subCardCount > 0 ? doneSubCardCount / subCardCount : null;
  const style = {
    ...(deckColor ? { '--deck-color': deckColor } : {}),
    ...(doneShare === null ? {} : { '--part': doneShare }),
  } as CSSProperties;
  const valuesOf = (names: readonly TaskOnlyField[]) =>
    names.flatMap((name) => {
      const value = card[name];
      return value !== null && !hiddenFields.has(name)
        ? [<TaskOnlyFieldIcon key={name} field={name} value={value} account={lookups.account} />]
        : [];
    });
  const [icons, values] = [valuesOf(enumerationFields), valuesOf(numberFields)];
  const marks = icons.length > 0 ? <span className={cx('row rigid gap-1', styles.marks)}>{icons}</span> : null;
  const numberValues =
    values.length > 0 ? <span className={cx('row rigid gap-1', styles.numbers)}>{values}</span> : null;
  const avatar =
    owner && owner !== face.commonOwnerId && !hiddenFields.has('owner') ? (
      <Avatar {...avatarPropsOf(owner, people[owner])} size={compact ? 18 : 20} />
    ) : null;
  const plan = face.planMarks?.get(card.cardId);
  const planned = plan?.changeText ? styles.planned : undefined;
  if (compact) {
    return (
      <div
        className={cx(
          'stack gap-6px relative round-card items-center h-8',
          styles.face,
          styles.compact,
          face.wrapsTitles && styles.wrapping,
          planned,
        )}
        data-group={group}
        style={style}
      >
        <StatusIcon group={group} named={false} />
        <span className={cx('grow min-w-0 break-words clamp medium', styles.title)} dir="auto" data-title="">
          {shownTitle(card.title)}
          <ScreenReaderText words={`, ${look.label}`} />
        </span>
        {plan ? <PlanBadges mark={plan} /> : null}
        {marks}
        {numberValues}
        {avatar}
      </div>
    );
  }
  const threads = openThreadCountOf(card);
  const row = density === 'row';
  const { total, checked } = card.checkboxStats;
  const cover = density === 'cover' ? coverFileIdOf(card, face) : null;
  const sprint = card.sprintId && !hiddenFields.has('run') ? lookups.sprints[card.sprintId] : undefined;
  const tags = hiddenFields.has('tag') ? [] : card.tags;
  // The app has no icon for a status that it does not know.
  const showsUnknownStatus = group === 'unknown' && Boolean(card.derivedStatus);
  const showsDeck = showsDeckName && deck && !hiddenFields.has('deck');
  return (
    <div
      className={cx(
        'stack gap-6px relative round-card',
        styles.face,
        row ? styles.row : doneShare !== null && styles.part,
        planned,
      )}
      data-group={group}
      style={style}
    >
      {cover ? <img className={styles.cover} src={fileUrl(cover)} alt="" loading="lazy" draggable={false} /> : null}
      <div className={cx('flex items-start gap-6px', styles.head)}>
        <StatusIcon group={group} named={false} />
        <span className={cx('grow min-w-0 break-words clamp medium', styles.title)} dir="auto" data-title="">
          {shownTitle(card.title)}
          {showsUnknownStatus ? null : <ScreenReaderText words={`, ${look.label}`} />}
        </span>
        {avatar}
      </div>
      {showsUnknownStatus || tags.length > 0 || showsDeck ? (
        <div className={cx('flex wrap gap-1', styles.tags)}>
          {showsUnknownStatus ? <Chip title="Status">{look.label}</Chip> : null}
          {showsDeck ? (
            <Chip color={deckColor} title={`Deck ${deck.title}`}>
              {deck.title}
            </Chip>
          ) : null}
          {tagChips(tags, face)}
        </div>
      ) : null}
      <div className={cx('flex items-start gap-2 nowrap faint text-xs figures', styles.foot)}>
        <span className={cx('rigid', styles.code)}>{shortCodeOfCard(card)}</span>
        {marks}
        <span className={cx('flex wrap min-w-0', styles.badges)}>
          {/* First: it has no text, and the last badge can stand on a line of its own. */}
          {face.inHand.has(card.cardId) ? <Badge icon={Hand} title="In your Hand" spoken="in your Hand" /> : null}
          {plan ? <PlanBadges mark={plan} /> : null}
          {card.hasBlockingDeps && lookups.account?.dependenciesEnabled !== false ? (
            <Badge icon={Link2Off} tone="late" title="Waits for other cards" spoken="waits for other cards" />
          ) : null}
          {doneBadge(GitBranch, 'Sub cards done', 'sub cards', doneSubCardCount, subCardCount)}
          {doneBadge(ListChecks, 'Checklist', 'checklist', checked, total)}
          {threads > 0 ? (
            <Badge icon={MessageSquare} title="Open threads" spoken={`open threads ${threads}`}>
              {threads}
            </Badge>
          ) : null}
          {card.dueDate && lookups.account?.dueDateEnabled !== false ? (
            <DueBadge dueDate={card.dueDate} isDone={card.status === 'done'} />
          ) : null}
        </span>
        {sprint ? <RunBadge sprint={sprint} whole={row} /> : null}
        {numberValues}
      </div>
    </div>
  );
});

/**
 * The first icon is shown if the run plan changes the card. The second warns that a card for which this card must wait
 * is planned for a later run or for no run.
 */
export function PlanBadges({ mark: { changeText, lateText } }: { mark: PlannedCardFaceTexts }): ReactElement {
  return (
    <>
      {changeText ? <Badge icon={PencilRuler} tone="plan" title={changeText} spoken={changeText} /> : null}
      {lateText ? <Badge icon={TriangleAlert} tone="late" title={lateText} spoken={lateText} /> : null}
    </>
  );
}

function DueBadge({ dueDate, isDone }: { dueDate: string; isDone: boolean }): ReactElement {
  const { today } = useCardFaceSettings();
  const day = dayTextFrom(today, dueDate);
  const openTone = dueDate < today ? 'late' : 'soon';
  const tone = isDone || dueDate > today ? 'plain' : openTone;
  return (
    <Badge icon={CalendarDays} tone={tone} title="Due" spoken={`due ${day}`}>
      {day}
    </Badge>
  );
}

/** If `whole` is true, shows the full label, which is too long for narrow cards. */
function RunBadge({ sprint, whole }: { sprint: SprintRow; whole: boolean }): ReactElement {
  const label = labelOfRun(sprint, useCardFaceSettings().lookups);
  const short = sprint.name ?? String(sprint.index + 1);
  return (
    <span className={cx('inline-row push-end gap-1 min-w-0', styles.run)} title={label} role="img" aria-label={label}>
      <Icon name="run" size={12} color="var(--text-faint)" />
      {/* The minimum width keeps a run's number readable on a card with many badges. */}
      <span
        className={cx('truncate', styles.runName)}
        style={{ minWidth: `calc(${Math.min(short.length, 3)}ch + 2px)` }}
      >
        {whole ? label : short}
      </span>
    </span>
  );
}
