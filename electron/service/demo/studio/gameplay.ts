/**
 * Texts of the demo's cards in the decks for programming and design. Each line is a card: `title | owner | effort |
 * priority | history` (`DemoCardHistory` in cards.ts). `-` means no owner, effort or priority. A `#tag` in the title
 * becomes a tag of the card. A prefix `[Deck]` puts the card into another deck. A line that begins with `+` is a sub
 * card of the last card without `+`. A line that begins with `:` adds a line to the content of the card above.
 */
export const gameplayCardsByDeck = {
  'Player & Boat': `
Rowing follows the rhythm of the oars, not the frame rate | tomasz | 5 | a | r1
: Stroke length comes from how long the stick is held. At 30 frames a second the boat was a third slower.
Boat keeps its drift when you let go of the oars | tomasz | 3 | a | r1
Step from jetty to boat without the hop | tomasz | 3 | b | r2
Mooring line can be tied to any bollard #feel | tomasz | 5 | b | r2
: - [x] Pick the nearest bollard in front of you
: - [x] Rope sags by tide height
: - [x] Untie with the same button
Lantern swings with the boat instead of the camera #feel | ines | 2 | b | r3
Camera looks ahead when rowing fast | tomasz | 3 | b | r3
Hold breath under the sluice gate | yuki | 3 | c | r4
: Ten seconds feels long enough to be afraid and short enough not to be annoyed.
Rain fills the boat; bail it out with the bucket #feel | tomasz | 8 | a | now:review
: Water level is a single number per boat. Above 0.6 the stern drags, above 0.9 you are swimming.
: - [x] Level rises with rain and waves over the side
: - [x] Bucket animation
: - [ ] Sound of a half full boat
: - [ ] Tell @ines when the water shader needs the level
Boat upgrade: the outrigger | tomasz | 5 | b | now:started
: Twice as steady, no longer fits through the mill race. That is the point of it.
: - [x] Hull swap at the boatyard
: - [ ] Collision for the float
: - [ ] Gate that asks you to leave it behind
Jump aboard while the boat is moving #feel | yuki | 3 | a | now:started
: Three outcomes: in the boat, in the water, holding on to the side. The third one is the best.
: - [x] Reach and timing
: - [ ] Holding on
: - [ ] Never from the lighthouse gallery
Row with one hand while holding the lamp #feel | tomasz | 5 | a | now:blocked
Two boats share one bollard | tomasz | 2 | a | now:done
Boats you can find | yuki | - | b | -
: Five boats, five ways to be wrong about the weather.
+ The skiff: light, fast, wet | tomasz | 3 | b | r5
+ The ferry: carries six and a goat | tomasz | 5 | b | now:started
+ The raft: only until it rains | tomasz | 3 | c | next
Oars creak when the arms are tired #audio | rosa | 2 | b | now:started
Footprints dry behind you | ines | 2 | c | now:done
Haptics for wind against the current #feel | tomasz | 3 | c | now
Climb wet ladders slower | yuki | 1 | c | next
Carry one thing with both hands #feel | tomasz | 5 | a | next
: Lamp oil, a sleeping child, a stack of letters. You cannot row while you carry.
Swim stamina without a bar | yuki | 3 | b | next2
: Breath sound, slower strokes and the edge of the picture. No new interface.
Second player rows the left oar | dev | 13 | c | later
: Couch play only. See the notes in the design docs before anybody starts.
Sail with the spring tide | tomasz | 8 | b | later
Winch for stranded boats | - | 5 | c | later
Boat names painted by the player | ines | 3 | c | later
Grappling hook | yuki | 8 | - | shelf
: Fun for ten minutes, then nobody rowed any more. Kept for the notes.
Fishing minigame | yuki | 8 | - | drop
`,
  'Tide System': `
Tides follow the moon calendar of the island | dev | 5 | a | r1
: Two highs and two lows per day, springs every 14 days. All times come from one function.
Water line climbs jetties without clipping | dev | 8 | a | r1
Save games keep the minute of the tide #save | dev | 3 | a | r2
Flood maps baked per region #tools | dev | 8 | a | r2
: One texture per metre of water. 2 MB for the whole valley, down from 60.
Currents from the difference between two tides | dev | 8 | a | r3
Mud flats: walkable for two hours | yuki | 3 | b | r3
Tide table the player can read in the lighthouse | yuki | 3 | b | r4
Bells ring ten minutes before the turn | rosa | 2 | b | r5
Villagers move their chairs up the stairs #ai | tomasz | 5 | b | r5
: Everybody owns a "wet time". When it comes they pick up what they sit on.
Storm surge overrides the calendar | dev | 8 | a | now:started
: - [x] Surge height is added after the moon
: - [x] Doors know that they are under water
: - [ ] Calm again within one day
: - [ ] Does not break the drowned chapel quest #quest
Flotsam collects where the current is weakest | dev | 5 | b | now:blocked
: Needs the current field at a quarter of its resolution, or the Steam Deck drops to 24 frames.
Water rises inside houses with the door shut | dev | 5 | b | now
Ice in the last week of winter | dev | 8 | c | next
Tide skips ahead when you sleep | yuki | 3 | a | next
Neap tide leaves the wreck dry for one night #quest | ben | 2 | b | next2
Photograph long exposure of a whole tide | ines | 3 | c | later
Salt line on walls remembers the highest flood | ines | 2 | c | later
Debug slider for the moon #tools | dev | 1 | - | r1
Tidal wave ending | ben | 13 | - | drop
One clock for moon, tide and shops | dev | 3 | a | r1
Stress test: a hundred years of tides in one night #tools | dev | 2 | b | r2
`,
  Lighthouse: `
Lamp can be lit, trimmed and cleaned | tomasz | 5 | a | r1
Light cone reveals the safe channel at night | dev | 8 | a | r2
: Only boats inside the cone see the channel. Everyone else steers by sound.
Keeper's log writes itself at midnight | ben | 5 | b | r2
Spiral stairs without losing the camera | tomasz | 3 | b | r3
Oil runs out after three nights | yuki | 2 | a | r3
Letters arrive by pigeon on dry days | ben | 3 | c | r4
Fog horn answers other horns | rosa | 3 | b | r4
Sleep in the keeper's bed and wake at low tide | yuki | 3 | a | r5
Moths gather on the glass | ines | 2 | c | r5
Lens puzzle: align the three prisms | yuki | 8 | a | now:review
: Third version. The prisms now lock when they are right, so that nobody solves it by accident and undoes it.
: - [x] Prisms snap within 2 degrees
: - [x] Works with a keyboard
: - [ ] Colour blind check with @priya
Repair the gallery railing after a storm | tomasz | 3 | b | now:started
Shipping forecast on the radio #audio | rosa | 3 | b | now
: Twelve short readings, picked by what the weather will really do tomorrow.
Morse code: answer the passing ship | yuki | 5 | b | next
Keeper's cat | ines | 5 | b | next
: Sleeps where it is driest. Never in danger, whatever the water does.
Second lighthouse lights up at the end of act two | ben | 5 | a | next2
Paint the tower again each spring | - | 2 | c | later
Visitors' book with names of backers | priya | 3 | c | later
Brass telescope that finds what you look for | yuki | 3 | b | r1
Storm shutters rattle before they break | rosa | 2 | b | r2
Barometer on the stairs tells tomorrow's weather | yuki | 2 | c | next2
`,
  Bugs: `
Crash when the boat is deleted while moored #crash | tomasz | 2 | a | r2
Save file of 0 bytes when the disk is full #crash #save | dev | 3 | a | r2
: Write to a second file, flush, then swap. Old file stays if anything fails.
Subtitles overlap with the tide table | tomasz | 1 | c | r3
Villagers walk on water one frame before the flood | dev | 2 | b | r3
Lantern lights through closed shutters | ines | 1 | c | r3
Oars sink when the game is paused #feel | tomasz | 1 | c | r4
Cannot leave the photo mode with a controller | tomasz | 1 | a | r4
Drowned chapel quest starts twice #quest | ben | 1 | b | r4
Moon rises in the west | dev | 1 | b | r5
: It did. For two years.
Loading a save at spring tide puts the player below the floor #save | dev | 3 | a | r5
Letters show Norwegian text in the French build #loc | ben | 1 | b | r5
Rope stretches over the whole map | tomasz | 2 | b | now:done
Fog horn plays in the main menu #audio | rosa | 1 | c | now:done
Steam Deck: text below 9 points in the log | priya | 2 | a | now:started
Frame drop when the third boat enters the harbour #performance | dev | 5 | a | now:blocked
: 16.6 ms to 41 ms on the Deck. Capture in the thread below.
Seagulls get stuck in the mill wheel | yuki | 1 | c | now
Controller rumble never stops after sleeping | tomasz | 2 | b | now
Low tide at 25:10 in the tide table | dev | 1 | b | now:review
Quest marker points at the old jetty #quest | yuki | 1 | b | next
Two cats | ines | 1 | c | next
: One save in three. The second cat has no collision and is, honestly, better company.
Rain falls inside the boathouse | ines | 1 | c | later
Ladder can be climbed while carrying | tomasz | 1 | b | later
Credits scroll at double speed on 144 Hz | dev | 1 | c | later
Autosave icon hides the moon | ines | 1 | c | later
Alt-tab mutes the sea for good #audio | rosa | 2 | b | snooze
Memory grows 3 MB an hour in the harbour #performance | dev | 5 | b | snooze
Player can sell the mooring line | tomasz | 1 | - | shelf
Boat can be rowed up the church stairs | tomasz | 1 | b | r1
Night never ends after loading on day one #save | dev | 2 | a | r1
Door opens into the person behind it #ai | tomasz | 1 | c | r1
Black screen on ultra-wide monitors | dev | 2 | b | r2
Key names shown in German on French keyboards #loc | ben | 1 | c | r4
Mooring prompt shown while swimming | yuki | 1 | b | now
Gulls cast no shadow at noon | ines | 1 | c | later
Log entry of day 40 is written in verse | ben | 1 | c | later
: Nobody remembers who did this. It scans.
`,
} as const;
