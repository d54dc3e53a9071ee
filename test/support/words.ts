/** Readable random texts for generated workspaces (large-workspace.ts). */
import type { SeededRandom } from './seeded-random.ts';

const verbs =
  'Add Check Clean Draw Fix Hide Keep Light Measure Mend Move Open Paint Record Row Sort Tie Trim Warm Watch'.split(
    ' ',
  );
const things = `anchor awning barge basin beacon bell bench boathouse bollard breakwater bridge bucket buoy cabin chain
  channel chart cistern clock compass crane crate current dinghy dock door drain eddy ferry float flood fog gate gauge
  gull gutter harbour hatch horn hull island jetty kelp ladder lamp lantern ledger lens lock log mast mill mooring net
  oar oil outrigger pier pigeon pilot pontoon prism pulley pump quay raft rail rope rudder sail salt sandbar shutter
  signal slipway sluice stair storm surge swell telescope tide timber tower trench valve wake wall wave weir wharf wheel
  winch window`.split(/\s+/);
const places =
  `at low tide,before the turn,behind the mill,below the salt line,beside the jetty,by lamp light,in the fog,
  in the harbour,near the chapel,on the causeway,on the second floor,over the mud flats,under the bridge,until midnight,
  when it rains,when nobody looks,with both hands,without a sound`.split(/,\s*/);
const qualities =
  'broken bright calm cold deep drowned empty flooded heavy hidden hollow iron loose narrow new old rusty salty steep tidal wet wooden'.split(
    ' ',
  );

const nounPhrase = (chance: SeededRandom) =>
  `${chance.next() < 0.5 ? `${chance.pick(qualities)} ` : ''}${chance.pick(things)}`;

export function randomCardTitle(chance: SeededRandom): string {
  const place = chance.next() < 0.6 ? ` ${chance.pick(places)}` : '';
  return `${chance.pick(verbs)} the ${nounPhrase(chance)}${place}`;
}

function sentence(chance: SeededRandom): string {
  const start = chance.pick(['The', 'Every', 'No', 'Another', 'One']);
  const verb = chance.pick(['meets', 'follows', 'hides', 'carries', 'outlasts', 'needs', 'answers', 'touches']);
  return `${start} ${nounPhrase(chance)} ${verb} the ${nounPhrase(chance)} ${chance.pick(places)}.`;
}

/** About `length` characters: a headline, sometimes with a tag, then sentences and checkboxes. */
export function randomCardText(chance: SeededRandom, length: number, tags: readonly string[]): string {
  let text = randomCardTitle(chance);
  if (chance.next() < 0.3) text += ` #${chance.pick(tags)}`;
  if (text.length < length) text += '\n\n';
  while (text.length < length) {
    const kind = chance.next();
    if (kind < 0.08) text += `\n- [${chance.next() < 0.5 ? 'x' : ' '}] ${randomCardTitle(chance)}\n`;
    else text += `${sentence(chance)}${kind > 0.85 ? '\n\n' : ' '}`;
  }
  return text.trimEnd();
}

/** One to four sentences. */
export function randomCommentText(chance: SeededRandom): string {
  return Array.from({ length: 1 + chance.integerBelow(4) }, () => sentence(chance)).join(' ');
}
