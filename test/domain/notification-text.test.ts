/** Tests the texts of notifications. */
import { expect, test } from 'vitest';
import { notificationTexts } from '../../shared/domain/notification-text.ts';

const bodyOf = (comment: string) =>
  notificationTexts({
    kind: 'reply',
    actor: 'Mara',
    subject: 'Lighthouse',
    comment,
    today: '2026-04-15',
    nameOf: (userId) => userId,
  }).body;

// The length counts code points. In UTF-16 units, the emoji would count twice.
test('a comment gets an ellipsis only if it is cut, which is after 240 code points', () => {
  for (const character of ['a', '🐟']) {
    expect(bodyOf(character.repeat(240))).toBe(character.repeat(240));
    expect(bodyOf(character.repeat(241))).toBe(`${character.repeat(239)}…`);
  }
});
