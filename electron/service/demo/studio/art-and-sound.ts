/**
 * Texts of the demo's cards in the decks for art, animation, sound, design documents and the inbox. gameplay.ts
 * describes the format.
 */
export const artAndSoundCardTexts = {
  'Environment Art': `
Palette: brass, slate, kelp, bone | ines | 3 | a | r1
Water shader reads depth from the flood maps | dev | 8 | a | r3
Six skies for six weathers | ines | 5 | b | r4
Barnacles below the salt line, moss above it | ines | 3 | c | r5
Wet surfaces without a second material #performance | dev | 5 | a | now:started
: One texture channel for "how long ago was this under water". Dries in an hour of game time.
Reeds and grasses react to the boat | ines | 3 | b | now
Paper charts on the walls of the lighthouse | ines | 2 | c | next
Night sky with the real constellations | ines | 2 | c | next2
Snow on the landing stages | ines | 3 | c | later
Distant mountains that are not a wallpaper | ines | 5 | c | later
Painted title screen at three tides | ines | 5 | b | later
Kit of jetties: straight, broken, floating | ines | 5 | a | r1
Roofs with and without slate | ines | 3 | b | r2
Boat wrecks in four states of decay | ines | 3 | c | r4
`,
  Animation: `
Rowing in calm, wind and storm | ines | 8 | a | r2
Idle poses for people who wait for a boat | ines | 3 | b | r3
Hands follow the rope #feel | ines | 5 | b | r5
Getting out of wet boots | ines | 2 | c | now:done
Carry poses for four sizes of things #feel | ines | 5 | a | now:review
: Blocks "Carry one thing with both hands". Small, long, heavy and alive.
Children play catch between the stilts | ines | 5 | c | next
Look at what others point at #ai | tomasz | 5 | b | next2
Dance at the wedding | ines | 8 | b | later
Facial animation from the recordings | dev | 8 | c | later
Lantern passed from hand to hand #feel | ines | 3 | b | r1
Old people sit down slowly | ines | 2 | c | r4
`,
  Sound: `
Sea in five distances #audio | rosa | 5 | a | r1
Wood, rope, iron: the small sounds of a boat #audio | rosa | 5 | a | r2
Theme for the valley: first sketch #music | rosa | 3 | a | r2
Rain on water, canvas, slate and tin #audio | rosa | 3 | b | r3
Theme for the valley: strings recorded #music | rosa | 5 | a | r5
Music follows the tide, not the place #music | rosa | 8 | a | now:started
: Low tide: solo instruments. High tide: the full band, quietly. The turn itself is silent.
: - [x] Stems cut
: - [x] Cross-fade over 40 seconds
: - [ ] Storms take over without a seam
: - [ ] @dev: the turn as an event, please
Voice levels match across recordings #audio | rosa | 2 | b | now
Footsteps: mud, plank, crust, stair #audio | rosa | 3 | b | now:done
Accordion that is slightly out of tune #music | rosa | 2 | c | next
Mix for headphones and for television #audio | rosa | 3 | b | next2
Whale, once | rosa | 2 | c | later
: No achievement. No log entry. Once.
Loudness check against console rules #audio | rosa | 2 | b | later
Ladder, wet and dry #audio | rosa | 1 | c | r4
Shearwaters at night #audio | rosa | 2 | c | now:done
`,
  'Design Docs': `
Pillars: water decides, people adapt, nothing is wasted | mara | - | - | doc
: 1. **Water decides.** When and where are set by the tide, never by a timer of ours.
: 2. **People adapt.** Nobody waits for the player to move a chair.
: 3. **Nothing is wasted.** What you carry, tear or leave behind turns up again.
Tide model, explained for designers | dev | - | - | doc
: Height is a sum of two cosines and a storm. If you want a certain water level at a certain minute, ask for the day,
: not for an exception.
How light works in the valley | ines | - | - | doc
Dialogue: length, tone, what nobody ever says | ben | - | - | doc
Difficulty: why there is none | yuki | - | - | doc
: The valley can be hard. The game is not. Every closed way opens again in six hours.
Accessibility plan | priya | - | - | doc
: - Remap everything
: - Hold or toggle for rowing
: - Subtitles with speaker, direction and size
: - No flashing light, the beacon included
: - Text from 9 to 24 points
Save format and what may never change #save | dev | - | - | doc
Two player notes | dev | - | - | doc
: Measured in spring: both oars need the same tick. Camera stays unsolved. Read before touching the card.
Regions at a glance | yuki | - | - | doc
Economy: seven things and no money | yuki | - | - | doc
Old pitch deck, 2023 | mara | - | - | doc-shelf
`,
  Inbox: `
Could the cat ride in the boat? | - | - | - | later
Players ask for a map pin they can name | - | - | - | later
Try the intro without any text | - | - | b | later
Is the bucket funny or tedious? Watch the next playtest | - | - | - | later
Reverb in the chapel is longer than the chapel | - | - | c | later
Somebody should check the moon in the southern build | - | - | - | later
Idea: tide table as a free print-out for the box | - | - | c | later
Translate "neap" into languages without a sea | - | - | c | later
Ferry timetable that is always wrong by the same amount | - | - | - | later
Could villagers comment on very bad parking? | - | - | - | later
A school class asks for the tide model as a worksheet | - | - | b | later
Snow globe with a working tide as merchandise | - | - | - | drop
Three people called the bucket "my friend" in playtest 3 | - | - | - | later
`,
} as const;
