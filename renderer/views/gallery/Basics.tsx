/** Gallery samples of components without input: buttons, icons, chips and avatars. */
import { ArrowDownUp, Plus, Star } from 'lucide-react';
import type { ReactElement } from 'react';
import { derivedStatuses, plannerColors } from '../../../shared/contract/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Avatar } from '../../ui/icons/Avatar.tsx';
import { PriorityIcon, ProgressBar, ValueBadge } from '../../ui/icons/icons.tsx';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import { Swatch } from '../../ui/icons/Swatch.tsx';
import { statusGroups, statusLook } from '../../ui/icons/status.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import styles from './gallery.module.css';
import { Part, Sample } from './Part.tsx';

const looks = ['primary', 'plain', 'quiet', 'danger'] as const;

export function Buttons(): ReactElement {
  return (
    <>
      <Part name="Button">
        {looks.map((look) => (
          <Sample key={look} of={look}>
            <Button look={look}>{look[0]?.toUpperCase() + look.slice(1)}</Button>
          </Sample>
        ))}
        {looks.map((look) => (
          <Sample key={look} of={`${look}, disabled`}>
            <Button look={look} disabled>
              Disabled
            </Button>
          </Sample>
        ))}
        {looks.map((look) => (
          <Sample key={look} of={`${look}, small`}>
            <Button look={look} small>
              <Plus size={13} aria-hidden /> Small
            </Button>
          </Sample>
        ))}
        <Sample of="long" width={150}>
          <Button className={styles.fill}>
            <span className={styles.cut}>A name that is longer than its button</span>
          </Button>
        </Sample>
      </Part>
      <Part name="Icon button">
        <Sample of="quiet">
          <IconButton label="Add" shortcut="C">
            <Plus size={15} aria-hidden />
          </IconButton>
        </Sample>
        <Sample of="plain">
          <IconButton label="Star" look="plain">
            <Star size={15} aria-hidden />
          </IconButton>
        </Sample>
        <Sample of="pressed">
          <IconButton label="Starred" aria-pressed data-pressed>
            <Star size={15} aria-hidden fill="currentColor" />
          </IconButton>
        </Sample>
        <Sample of="small">
          <IconButton label="Sort" small>
            <ArrowDownUp size={14} aria-hidden />
          </IconButton>
        </Sample>
        <Sample of="disabled">
          <IconButton label="Not now" disabled>
            <Star size={15} aria-hidden />
          </IconButton>
        </Sample>
      </Part>
    </>
  );
}

export function IconsAndChips(): ReactElement {
  return (
    <>
      <Part name="Status">
        {[...derivedStatuses, 'a_later_status'].map((status) => (
          <Sample key={status} of={status} width={184}>
            <span className={styles.pair}>
              <StatusIcon derivedStatus={status} named={false} />
              {statusLook(status).label}
            </span>
          </Sample>
        ))}
      </Part>
      <Part name="Status palettes">
        {(['standard', 'colour-blind'] as const).map((palette) => (
          <div key={palette} className={styles.palette} data-palette={palette}>
            <span className={styles.caption}>{palette}</span>
            {statusGroups.map((group) => (
              <Sample key={group} of={`${palette}, ${group}`}>
                <StatusIcon group={group} size={18} named={false} />
              </Sample>
            ))}
            {['a', 'b', 'c'].map((priority) => (
              <Sample key={priority} of={`${palette}, priority ${priority}`}>
                <PriorityIcon priority={priority} label={priority} />
              </Sample>
            ))}
          </div>
        ))}
      </Part>
      <Part name="Marks">
        {['a', 'b', 'c', 'urgent'].map((priority) => (
          <Sample key={priority} of={`priority ${priority}`}>
            <PriorityIcon priority={priority} label={priority} />
          </Sample>
        ))}
        {[0, 1, 13, 250].map((effort) => (
          <Sample key={effort} of={`effort ${effort}`}>
            <ValueBadge label="Effort" text={String(effort)} />
          </Sample>
        ))}
        {['Mod+Shift+Z', 'ArrowUp', 'Escape'].map((keys) => (
          <Sample key={keys} of={keys}>
            <Kbd keys={keys} />
          </Sample>
        ))}
        {[
          { name: 'begun', value: 30, second: 20 },
          { name: 'done', value: 100, second: 0 },
          { name: 'nothing', value: 0, second: 0 },
        ].map(({ name, value, second }) => (
          <Sample key={name} of={`progress, ${name}`} width={140}>
            <ProgressBar label={`Progress: ${name}`} value={value} startedValue={second} total={100} />
          </Sample>
        ))}
      </Part>
      <Part name="Swatch">
        {['#2f7f8f', '#c2553f', null].map((color) => (
          <Sample key={color} of={color ?? 'no colour'}>
            <Swatch color={color} />
          </Sample>
        ))}
      </Part>
      <Part name="Avatar">
        {['Ines Okafor', 'Tomasz Wiśniewski', 'Mei-Lin Zhao', 'عمر حداد', '李', 'build-bot'].map((name, index) => (
          <Sample key={name} of={name}>
            <Avatar id={name} name={name} size={18 + index * 4} isIntegration={name === 'build-bot'} />
          </Sample>
        ))}
      </Part>
      <Part name="Chip">
        <Sample of="plain">
          <Chip>plain</Chip>
        </Sample>
        <Sample of="colour">
          <Chip color="#c2553f">colour</Chip>
        </Sample>
        <Sample of="emoji">
          <Chip emoji="✨">emoji</Chip>
        </Sample>
        {(['accent', 'success', 'warning', 'danger'] as const).map((tone) => (
          <Sample key={tone} of={tone}>
            <Chip tone={tone}>{tone}</Chip>
          </Sample>
        ))}
        <Sample of="removable">
          <Chip onRemove={() => undefined} removeLabel="Remove tag">
            removable
          </Chip>
        </Sample>
        <Sample of="too long" width={110}>
          <Chip color="#3b7dd8">a very long tag that does not fit</Chip>
        </Sample>
        {plannerColors.map((color) => (
          <Sample key={color} of={color}>
            <Chip color={`var(--planner-${color})`}>{color}</Chip>
          </Sample>
        ))}
      </Part>
    </>
  );
}
