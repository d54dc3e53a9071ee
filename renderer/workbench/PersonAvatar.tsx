import type { ReactElement } from 'react';
import { fileUrl } from '../data/links.ts';
import { nameOf, type Person, usePeopleStore } from '../data/people.ts';
import { Avatar, type AvatarProps } from '../ui/icons/Avatar.tsx';

/** Returns the name and picture of a person for an `Avatar`. `person` is undefined if the id is not known. */
export const avatarPropsOf = (id: string, person: Person | undefined): AvatarProps => ({
  id,
  name: nameOf(person),
  isIntegration: person?.isIntegration ?? false,
  pictureUrl: person?.profileImageId ? fileUrl(person.profileImageId) : null,
});

interface PersonAvatarProps extends Pick<AvatarProps, 'id' | 'size'> {
  /** The name to show if no person with this id is loaded, such as "The service". */
  fallbackName?: string;
}

/** Shows a person's picture, or the initials if the person has no picture. */
export function PersonAvatar({ id, fallbackName, ...size }: PersonAvatarProps): ReactElement {
  const person = usePeopleStore(({ people }) => people[id]);
  const props = avatarPropsOf(id, person);
  return <Avatar {...props} {...size} name={person ? props.name : (fallbackName ?? props.name)} />;
}
