/** Checks that a preview returns the rows that the action would change, and changes nothing. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RowChange } from '../../electron/engine/store/rows.ts';
import { type ActionName, Refusal } from '../../shared/contract/index.ts';
import { performStep, randomSteps } from '../support/random-actions.ts';
import {
  createEngineFixture,
  databaseText,
  decks,
  type EngineFixture,
  milestones,
  people,
} from '../support/workspace.ts';

const nameOf = ({ model, key }: Pick<RowChange, 'model' | 'key'>) => `${model} ${key}`;

/**
 * Returns a workspace that previews each action before performing it. Checks that the preview writes nothing, and that
 * it contains the rows that the action then changes. Appends the number of rows of each preview to `seen`.
 */
function withPreviews(workspace: EngineFixture, writes: { count: number }, seen: number[]): EngineFixture {
  const { engine, db, rows } = workspace;
  const rowOf = ({ model, key }: Pick<RowChange, 'model' | 'key'>) => rows.get(model, key);
  function perform(name: ActionName, params: unknown, doer: Parameters<EngineFixture['call']>[0]) {
    const call = workspace.call(doer);
    const [before, written] = [databaseText(db), writes.count];
    let previewed: RowChange[] = [];
    let refusal: unknown = null;
    try {
      previewed = engine.preview([{ action: name, params: params as Record<string, unknown> }], () => call);
    } catch (error) {
      refusal = error;
    }
    expect(databaseText(db)).toBe(before);
    expect(writes.count).toBe(written);
    for (const change of previewed) expect(rowOf(change)).toEqual(change.before);
    if (refusal) {
      expect(() => engine.perform(name, params, call)).toThrow(String((refusal as Error).message));
      throw refusal;
    }
    const performed = engine.perform(name, params, call);
    const changed = [...performed.changes].flatMap(([model, keys]) => [...keys].map((key) => ({ model, key })));
    seen.push(previewed.length);
    // When an action completes a run, the service moves the unfinished cards only after the action. So `perform` does
    // not report these changes, but the preview contains them.
    const ends = name === 'sprints/updateSprint' && (params as { complete?: boolean }).complete;
    const [names, found] = [changed.map(nameOf).sort(), previewed.map(nameOf).sort()];
    if (ends) expect(found).toEqual(expect.arrayContaining(names));
    else {
      expect(found).toEqual(names);
      for (const change of previewed) expect(rowOf(change)).toEqual(change.after);
    }
    return performed;
  }
  return { ...workspace, perform: perform as EngineFixture['perform'] };
}

test('random actions on random rows change what their previews show', () => {
  const seen: number[] = [];
  fc.assert(
    fc.property(randomSteps(40), (sequence) => {
      const writes = { count: 0 };
      const beforeWrite = () => {
        writes.count += 1;
      };
      const workspace = withPreviews(createEngineFixture('replica', { beforeWrite }), writes, seen);
      for (const step of sequence.filter(({ name }) => name !== 'tick')) performStep(workspace, step);
      workspace.db.close();
    }),
    { numRuns: 25 },
  );
  expect(seen.filter((count) => count > 1).length).toBeGreaterThan(5);
});

test('several steps use each other’s rows, and a refusal rolls all of them back', () => {
  const { engine, db, call, newCard } = createEngineFixture('replica');
  const id = newCard();
  const update = (params: object) => ({ action: 'cards/update', params: { id, ...params } });
  const before = databaseText(db);
  const both = [
    update({ milestoneId: milestones.alpha }),
    update({ milestoneId: milestones.beta, deckId: decks.more }),
  ];
  const changes = engine.preview(both, () => call());
  expect(changes.find(({ key }) => key === id)).toMatchObject({
    before: { milestoneId: null, deckId: decks.tasks },
    after: { milestoneId: milestones.beta, deckId: decks.more },
  });
  const refused = [update({ isDoc: true }), update({ status: 'done', assigneeId: people.bob })];
  expect(() => engine.preview(refused, () => call())).toThrow(Refusal);
  expect(databaseText(db)).toBe(before);
});

test('search finds a text as before after a preview that replaces it, and no text counts as replaced', () => {
  const { engine, rows, db, call, newCard } = createEngineFixture('replica');
  const id = newCard({ content: 'Lighthouse' });
  const replaced = rows.contentWriteCount;
  const steps = ['Harbour', 'Pier'].map((content) => ({ action: 'cards/update', params: { id, content } }));
  engine.preview(steps, () => call());
  expect(rows.contentWriteCount).toBe(replaced);
  const found = (word: string) => db.prepare('SELECT count(*) FROM cardText WHERE cardText MATCH ?').pluck().get(word);
  expect([found('lighthouse'), found('harbour')]).toEqual([1, 0]);
  engine.perform('cards/update', { id, content: 'Quay' }, call());
  expect([found('lighthouse'), found('harbour'), found('quay')]).toEqual([0, 0, 1]);
});
