/** Other people's values that this person's changes replaced: to restore, or to keep the own value. */
import type { ReactElement } from 'react';
import { call } from '../../data/bridge.ts';
import { useLookups, usePeople } from '../../data/lookups.ts';
import { RelativeTime } from '../../data/relative-time.ts';
import { openCard } from '../../data/routes.ts';
import type { ValueNameContext } from '../../model/card-fields/field.ts';
import { Button } from '../../ui/Button.tsx';
import { TimeAgo } from '../../workbench/TimeAgo.tsx';
import styles from './outbox.module.css';
import { useOutboxNotices } from './use-outbox.ts';
import { fieldLabel, fieldValueLabel } from './value-labels.ts';

export function OverwrittenValueList(): ReactElement | null {
  const { notices: list, answer: run } = useOutboxNotices('outbox/overwritten', 'The value was not put back');
  const fieldNames: ValueNameContext = { lookups: useLookups(), people: usePeople() };
  if (list.length === 0) return null;
  return (
    <section aria-label="You replaced">
      <h2 className={styles.title}>
        You replaced <span className={styles.note}>values that others had set meanwhile; yours stand.</span>
      </h2>
      <ul className={styles.list}>
        {list.map((one) => (
          <li key={one.id} className={styles.item} data-overwritten={one.id}>
            <div className={styles.body}>
              <p className={styles.line}>
                <strong>
                  {fieldLabel(one.field)}: {fieldValueLabel(one.field, one.theirs, fieldNames)} →{' '}
                  {fieldValueLabel(one.field, one.mine, fieldNames)}
                </strong>
                <time className={styles.note} dateTime={one.at}>
                  <RelativeTime at={one.at} />
                </time>
              </p>
              {one.madeAt ? (
                <p className={styles.note}>
                  {one.by ?? 'Somebody'} had set it to {fieldValueLabel(one.field, one.theirs, fieldNames)},{' '}
                  <TimeAgo at={one.madeAt} />
                </p>
              ) : null}
              {one.title ? (
                <p className={styles.touched}>
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
            <div className={styles.choices}>
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
