/** Other people's values that this person's changes replaced: to restore, or to keep the own value. */
import type { ReactElement } from 'react';
import { call } from '../../data/bridge.ts';
import { useLookups, usePeople } from '../../data/lookups.ts';
import { RelativeTime } from '../../data/relative-time.ts';
import { openCard } from '../../data/routes.ts';
import type { ValueNameContext } from '../../model/card-fields/field.ts';
import { changeLabel } from '../../model/change-labels.ts';
import { fieldValueLabel } from '../../sync/outbox-labels.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { TimeAgo } from '../../workbench/TimeAgo.tsx';
import styles from './outbox.module.css';
import { useOutboxNotices } from './use-outbox.ts';

export function OverwrittenValueList(): ReactElement | null {
  const { notices: list, answer: run } = useOutboxNotices('outbox/overwritten', 'The value was not put back');
  const fieldNames: ValueNameContext = { lookups: useLookups(), people: usePeople() };
  if (list.length === 0) return null;
  return (
    <section aria-label="You replaced">
      <h2 className="mb-2">
        You replaced <span className="note">values that others had set meanwhile; yours stand.</span>
      </h2>
      <ul className="panel">
        {list.map((one) => (
          <li key={one.id} className={cx('flex items-start gap-3 p-3-4', styles.item)} data-overwritten={one.id}>
            <div className="stack grow gap-2px min-w-0">
              <p className="row wrap gap-2">
                <strong>
                  {changeLabel(one.field)}: {fieldValueLabel(one.field, one.theirs, fieldNames)} →{' '}
                  {fieldValueLabel(one.field, one.mine, fieldNames)}
                </strong>
                <time className="note" dateTime={one.at}>
                  <RelativeTime at={one.at} />
                </time>
              </p>
              {one.madeAt ? (
                <p className="note">
                  {one.by ?? 'Somebody'} had set it to {fieldValueLabel(one.field, one.theirs, fieldNames)},{' '}
                  <TimeAgo at={one.madeAt} />
                </p>
              ) : null}
              {one.title ? (
                <p className={cx('flex wrap gap-2 soft', styles.touched)}>
                  {one.model === 'card' ? (
                    <button type="button" onClick={() => openCard(one.key)}>
                      {one.title}
                    </button>
                  ) : (
                    <span>{one.title}</span>
                  )}
                </p>
              ) : null}
            </div>
            <div className={cx('flex wrap justify-end rigid gap-1', styles.choices)}>
              <Button
                text={`Put back ${fieldValueLabel(one.field, one.theirs, fieldNames)}`}
                small
                onClick={() => run(call('outbox/putBack', { id: one.id }))}
              />
              <Button
                text="Keep mine"
                small
                look="quiet"
                onClick={() => run(call('outbox/keepMine', { id: one.id }))}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
