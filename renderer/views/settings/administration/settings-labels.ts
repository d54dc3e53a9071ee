import type { MemberRole, SubscriptionPlanFeature, TokenPermission } from '../../../../shared/contract/index.ts';

/** From the lowest to the highest permission. */
export const permissionLabels: Record<TokenPermission, string> = {
  read: 'Read',
  write: 'Read & write',
  producer: 'Producer',
  admin: 'Admin',
};
export const roleLabels: Record<MemberRole, string> = { owner: 'Owner', ...permissionLabels };

export const subscriptionPlanFeatureLabels: Record<
  SubscriptionPlanFeature,
  { readonly label: string; readonly about: string }
> = {
  dueDates: { label: 'Due dates', about: 'Without it, setting a card’s due date is refused.' },
  guardians: { label: 'Guardians', about: 'Without it, a deck takes no new guardians.' },
  capacity: { label: 'Capacity tracking', about: 'Without it, planned effort of people above 0 is refused.' },
  beastMode: { label: 'Beast Mode', about: 'Without it, no run is locked in, manually or automatically.' },
};
