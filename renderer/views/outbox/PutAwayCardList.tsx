/**
 * Cards that another person archived or deleted while changes to them waited. Buttons restore each card, or leave it.
 * If its deck was also deleted, a button opens the card, so that the person can move it to another deck.
 */
import type { ReactElement } from 'react';
import { call } from '../../data/bridge.ts';
import { openCard } from '../../data/routes.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { TimeAgo } from '../../workbench/TimeAgo.tsx';
import styles from './outbox.module.css';
import { useOutboxNotices } from './use-outbox.ts';

export function PutAwayCardList(): ReactElement | null {
  const { notices: list, answer: run } = useOutboxNotices('outbox/putAway', 'The card was not restored');
  if (list.length === 0) return null;
  return (
    <section aria-label="Removed meanwhile">
      <h2 className="mb-2">
        Removed meanwhile{' '}
        <span className="note">by others while your changes waited. Restoring a card keeps your changes.</span>
      </h2>
      <ul className="panel">
        {list.map((one) => (
          <li key={one.id} className={cx('flex items-start gap-3 p-3-4', styles.item)}>
            <div className="stack grow gap-2px min-w-0">
              <p className="row wrap gap-2">
                <strong dir="auto">“{one.title ?? 'A card'}”</strong>{' '}
                <span>
                  was {one.state}
                  {one.by ? ` by ${one.by}` : ''}
                </span>
                {one.madeAt ? <TimeAgo className="note" at={one.madeAt} /> : null}
              </p>
              <p className="note">
                You did: {one.labels.join(', ')}.
                {one.canRestore ? '' : ' Its deck was deleted too: move it to another deck.'}
              </p>
            </div>
            <div className={cx('flex wrap justify-end rigid gap-1', styles.choices)}>
              {one.canRestore ? (
                <Button text="Restore the card" small onClick={() => run(call('outbox/restore', { id: one.id }))} />
              ) : (
                <Button text="Open the card" small onClick={() => openCard(one.key)} />
              )}
              <Button
                text={`Leave it ${one.state}`}
                small
                look="quiet"
                onClick={() => run(call('outbox/leave', { id: one.id }))}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
