/** What an operation carries; for a text both versions, so that a clash can be decided here. */
import { type ReactElement, useState } from 'react';
import type { Operation } from '../../shared/bridge/index.ts';
import { rowQuery } from '../../shared/contract/index.ts';
import { draftKeys } from '../card/content/draft-keeper.ts';
import { call, failureOf } from '../data/bridge.ts';
import { sentenceOf } from '../data/failures.ts';
import { useLive } from '../data/live.ts';
import { openCard } from '../data/routes.ts';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './outbox.module.css';
import { needsPerson } from './words.ts';

const textQuery = (cardId: string) => rowQuery('card', cardId, ['content', 'version']);

export function OperationDetails({ operation }: { operation: Operation }): ReactElement | null {
  const [open, setOpen] = useState(false);
  const { id, content } = operation.params;
  const isText = operation.action === 'cards/update' && typeof id === 'string' && typeof content === 'string';
  if (isText && needsPerson(operation)) return <BothTexts operation={operation} cardId={id} mine={content} />;
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

function BothTexts({
  operation,
  cardId,
  mine,
}: {
  operation: Operation;
  cardId: string;
  mine: string;
}): ReactElement | null {
  const { data } = useLive(textQuery(cardId));
  // A clash brings the other text along; otherwise it is what the card shows.
  const { failure } = operation;
  const theirs = (failure?.kind === 'conflict' ? failure.theirs : undefined) ?? data?.card?.[cardId]?.content;
  if (theirs === undefined) return <Text title="Your text" text={mine} />;
  if (theirs === mine) return null;
  return (
    <div>
      <div className={styles.texts}>
        <Text title="Yours" text={mine} />
        <Text title="On the card now" text={theirs} />
      </div>
      <Button
        small
        look="quiet"
        className={styles.details}
        onClick={() => void intoEditor(operation, cardId, mine, theirs)}
      >
        Merge in the editor
      </Button>
    </div>
  );
}

/** My text becomes the card's draft, on top of what is there now; the change itself is withdrawn. */
async function intoEditor(operation: Operation, cardId: string, mine: string, theirs: string): Promise<void> {
  const key = draftKeys.content(cardId);
  try {
    if (await call('drafts/get', { key })) {
      toast({ title: 'The card has an unsaved draft already', detail: 'Save or discard it first.', tone: 'danger' });
      return;
    }
    await call('drafts/set', { key, text: mine, base: theirs });
    await call('outbox/discard', { id: operation.id });
    openCard(cardId);
  } catch (error) {
    toast({ title: 'That did not work', detail: sentenceOf(failureOf(error)), tone: 'danger' });
  }
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
