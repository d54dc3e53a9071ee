import { ArrowDownUp, Plus, Star } from 'lucide-react';
import type { ComponentProps, ReactElement } from 'react';
import { derivedStatuses, milestoneColors } from '../../../shared/contract/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { cx } from '../../ui/cx.ts';
import { Avatar } from '../../ui/icons/Avatar.tsx';
import { PriorityIcon, ProgressBar, ValueBadge } from '../../ui/icons/icons.tsx';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import { Swatch } from '../../ui/icons/Swatch.tsx';
import { statusGroupAndLabel, statusGroups } from '../../ui/icons/status.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import styles from './gallery.module.css';
import { GalleryPart, GallerySample } from './Part.tsx';

const looks = ['primary', 'plain', 'quiet', 'danger'] as const;

const pressed = { 'aria-pressed': true, 'data-pressed': true };
const iconButtons: Readonly<Record<string, ComponentProps<typeof IconButton>>> = {
  quiet: { label: 'Add', shortcut: 'C', children: <Plus size={15} aria-hidden /> },
  plain: { label: 'Star', look: 'plain', children: <Star size={15} aria-hidden /> },
  pressed: { label: 'Starred', ...pressed, children: <Star size={15} aria-hidden fill="currentColor" /> },
  small: { label: 'Sort', small: true, children: <ArrowDownUp size={14} aria-hidden /> },
  disabled: { label: 'Not now', disabled: true, children: <Star size={15} aria-hidden /> },
};

const samplePicture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#2f7f8f"/><circle cx="20" cy="16" r="8" fill="#fff"/><circle cx="20" cy="44" r="17" fill="#fff"/></svg>',
)}`;

export function ButtonSamples(): ReactElement {
  return (
    <>
      <GalleryPart name="Button">
        {looks.map((look) => (
          <GallerySample key={look} of={look}>
            <Button text={look[0]?.toUpperCase() + look.slice(1)} look={look} />
          </GallerySample>
        ))}
        {looks.map((look) => (
          <GallerySample key={look} of={`${look}, disabled`}>
            <Button text="Disabled" look={look} disabled />
          </GallerySample>
        ))}
        {looks.map((look) => (
          <GallerySample key={look} of={`${look}, small`}>
            <Button text="Small" icon={Plus} look={look} small />
          </GallerySample>
        ))}
        <GallerySample of="long" width={150}>
          <Button className="w-full">
            <span className="truncate">A name that is longer than its button</span>
          </Button>
        </GallerySample>
      </GalleryPart>
      <GalleryPart name="Icon button">
        {Object.entries(iconButtons).map(([state, props]) => (
          <GallerySample key={state} of={state}>
            <IconButton {...props} />
          </GallerySample>
        ))}
      </GalleryPart>
    </>
  );
}

export function IconAndChipSamples(): ReactElement {
  return (
    <>
      <GalleryPart name="Status">
        {[...derivedStatuses, 'a_later_status'].map((status) => (
          <GallerySample key={status} of={status} width={184}>
            <span className="inline-row gap-6px">
              <StatusIcon derivedStatus={status} named={false} />
              {statusGroupAndLabel(status).label}
            </span>
          </GallerySample>
        ))}
      </GalleryPart>
      <GalleryPart name="Status palettes">
        {(['standard', 'colour-blind'] as const).map((palette) => (
          <div key={palette} className={cx('row gap-4', styles.palette)} data-palette={palette}>
            <span className={cx('block note mt-1', styles.caption)}>{palette}</span>
            {statusGroups.map((group) => (
              <GallerySample key={group} of={`${palette}, ${group}`}>
                <StatusIcon group={group} size={18} named={false} />
              </GallerySample>
            ))}
            {['a', 'b', 'c'].map((priority) => (
              <GallerySample key={priority} of={`${palette}, priority ${priority}`}>
                <PriorityIcon priority={priority} label={priority} />
              </GallerySample>
            ))}
          </div>
        ))}
      </GalleryPart>
      <GalleryPart name="Marks">
        {['a', 'b', 'c', 'urgent'].map((priority) => (
          <GallerySample key={priority} of={`priority ${priority}`}>
            <PriorityIcon priority={priority} label={priority} />
          </GallerySample>
        ))}
        {[0, 1, 13, 250].map((effort) => (
          <GallerySample key={effort} of={`effort ${effort}`}>
            <ValueBadge label="Effort" text={String(effort)} />
          </GallerySample>
        ))}
        {['Mod+Shift+Z', 'ArrowUp', 'Escape'].map((keys) => (
          <GallerySample key={keys} of={keys}>
            <Kbd keys={keys} />
          </GallerySample>
        ))}
        {[
          { name: 'begun', value: 30, second: 20 },
          { name: 'done', value: 100, second: 0 },
          { name: 'nothing', value: 0, second: 0 },
        ].map(({ name, value, second }) => (
          <GallerySample key={name} of={`progress, ${name}`} width={140}>
            <ProgressBar label={`Progress: ${name}`} value={value} startedValue={second} total={100} />
          </GallerySample>
        ))}
      </GalleryPart>
      <GalleryPart name="Swatch">
        {['#2f7f8f', '#c2553f', null].map((color) => (
          <GallerySample key={color} of={color ?? 'no colour'}>
            <Swatch color={color} />
          </GallerySample>
        ))}
      </GalleryPart>
      <GalleryPart name="Avatar">
        {['Ines Okafor', 'Tomasz Wiśniewski', 'Mei-Lin Zhao', 'عمر حداد', '李', 'build-bot'].map((name, index) => (
          <GallerySample key={name} of={name}>
            <Avatar id={name} name={name} size={18 + index * 4} isIntegration={name === 'build-bot'} />
          </GallerySample>
        ))}
        <GallerySample of="picture">
          <Avatar id="Mira" name="Mira" size={40} pictureUrl={samplePicture} />
        </GallerySample>
        <GallerySample of="damaged picture">
          <Avatar id="Mira" name="Mira" size={40} pictureUrl="data:image/png,damaged" />
        </GallerySample>
      </GalleryPart>
      <GalleryPart name="Chip">
        <GallerySample of="plain">
          <Chip>plain</Chip>
        </GallerySample>
        <GallerySample of="colour">
          <Chip color="#c2553f">colour</Chip>
        </GallerySample>
        <GallerySample of="emoji">
          <Chip emoji="✨">emoji</Chip>
        </GallerySample>
        {(['accent', 'success', 'warning', 'danger'] as const).map((tone) => (
          <GallerySample key={tone} of={tone}>
            <Chip tone={tone}>{tone}</Chip>
          </GallerySample>
        ))}
        <GallerySample of="removable">
          <Chip onRemove={() => undefined} removeLabel="Remove tag">
            removable
          </Chip>
        </GallerySample>
        <GallerySample of="too long" width={110}>
          <Chip color="#3b7dd8">a very long tag that does not fit</Chip>
        </GallerySample>
        {milestoneColors.map((color) => (
          <GallerySample key={color} of={color}>
            <Chip color={`var(--milestone-${color})`}>{color}</Chip>
          </GallerySample>
        ))}
      </GalleryPart>
    </>
  );
}
