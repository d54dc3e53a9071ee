/** What an operation carries; for a text both versions, so that a clash can be decided here. */
import { type ReactElement, useState } from 'react';
import type { Operation } from '../../shared/bridge/index.ts';
import { rowQuery } from '../../shared/contract/index.ts';
import { reconcile } from '../card/content/reconcile.ts';
import { useLive } from '../data/live.ts';
import { openCard } from '../data/routes.ts';
import { Button } from '../ui/Button.tsx';
import styles from './outbox.module.css';
import { needsPerson } from './words.ts';

const textQuery = (cardId: string) => rowQuery('card', cardId, ['content', 'version']);

export function OperationDetails({ operation }: { operation: Operation }): ReactElement | null {
  const [open, setOpen] = useState(false);
  const { id, content } = operation.params;
  const isText = operation.action === 'cards/update' && typeof id === 'string' && typeof content === 'string';
  if (isText && needsPerson(operation)) return <BothTexts cardId={id} mine={content} />;
  const params = Object.entries(operation.params);
  if (params.length === 0) return null;
  return (
    <>
      <Button small look="quiet" className={styles.details} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide details' : 'Details'}
      </Button>
      {open ? (
        <dl className={`${styles.params} selectable`}>
          <dt>action</dt>
          <dd>{operation.action}</dd>
          {params.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  );
}

function BothTexts({ cardId, mine }: { cardId: string; mine: string }): ReactElement | null {
  const { data } = useLive(textQuery(cardId));
  const theirs = data?.card?.[cardId]?.content;
  if (theirs === undefined) return <Text title="Your text" text={mine} />;
  if (theirs === mine) return null;
  // The base is unknown here: without it every difference counts as a clash, and nothing is merged by guessing.
  const found = reconcile('', mine, theirs);
  return (
    <div>
      <div className={styles.texts}>
        <Text title="Yours" text={mine} />
        <Text title="On the card now" text={theirs} />
      </div>
      {found.kind === 'mine' ? null : (
        <p className={styles.note}>
          Trying again puts your text on the card; discarding keeps the other.{' '}
          <Button small look="quiet" onClick={() => openCard(cardId)}>
            Open the card
          </Button>
        </p>
      )}
    </div>
  );
}

function Text({ title, text }: { title: string; text: string }): ReactElement {
  return (
    <section aria-label={title}>
      <h3 className={styles.note}>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable text must be reachable */}
      <pre className={`${styles.text} selectable`} tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
