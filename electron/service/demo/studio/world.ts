/** Texts of the demo's cards in the decks for regions, characters and quests. gameplay.ts describes the format. */
export const worldCardTexts = {
  Regions: `
Harbour Town | yuki | - | a | -
: The first hour. Everything the player learns about water they learn between these eleven houses.
+ [Environment Art] Harbour Town: blockout at three tides | yuki | 5 | a | r1
+ [Environment Art] Harbour Town: stone and plaster kit | ines | 8 | a | r2
+ [Environment Art] Harbour Town: evening light | ines | 3 | b | r3
+ [Sound] Harbour Town: ropes, gulls, one accordion | rosa | 3 | b | r4
+ [Environment Art] Harbour Town: wet versions of every door | ines | 3 | b | now:review
Kelp Orchards | yuki | - | a | -
: Terraces that were fields once. Walk between the stems at low tide, row over the crowns at high tide.
+ [Environment Art] Kelp Orchards: blockout | yuki | 5 | a | r2
+ [Environment Art] Kelp Orchards: stems that bend with the current | dev | 8 | a | r4
+ [Sound] Kelp Orchards: underwater hush | rosa | 3 | b | r5
+ [Environment Art] Kelp Orchards: harvest props | ines | 3 | b | now:started
+ [Quests] Kelp Orchards: the last harvest | ben | 5 | b | now
The Drowned Chapel | ben | - | a | -
+ [Environment Art] Drowned Chapel: blockout | yuki | 3 | a | r3
+ [Environment Art] Drowned Chapel: stained glass under water | ines | 5 | a | r5
+ [Sound] Drowned Chapel: bells that ring by themselves | rosa | 5 | a | now:review
+ [Quests] Drowned Chapel: who still lights the candles? | ben | 5 | a | now:started
+ [Environment Art] Drowned Chapel: candle light on the ceiling | ines | 3 | b | next
Saltworks | yuki | - | b | -
: White pans, black boots. The only place that wants the sea to come in slowly.
+ [Environment Art] Saltworks: blockout | yuki | 3 | b | r4
+ [Environment Art] Saltworks: crust that breaks under your feet | ines | 5 | b | now:started
+ [Sound] Saltworks: crunch in four strengths | rosa | 2 | c | now
+ [Quests] Saltworks: the foreman's ledger | ben | 3 | b | next
Mill Race | yuki | - | b | -
+ [Environment Art] Mill Race: blockout | yuki | 3 | b | now:done
+ [Environment Art] Mill Race: wheel that turns both ways | dev | 5 | b | next
+ [Sound] Mill Race: timber under load | rosa | 3 | c | next2
The Long Causeway | yuki | - | b | -
: Four kilometres, twice a day. If you are late you sleep in a refuge on stilts and hear a story.
+ [Environment Art] Causeway: blockout with refuges | yuki | 5 | b | next
+ [Quests] Causeway: stories for the refuges | ben | 5 | b | next2
+ [Environment Art] Causeway: fog that follows the road | ines | 5 | c | later
North Skerries | yuki | - | c | -
+ [Environment Art] Skerries: blockout | yuki | 5 | c | next2
+ [Environment Art] Skerries: seals | ines | 5 | c | later
Glass Reservoir | yuki | - | - | hero-shelf
: Cut in spring. The dam would have needed a water simulation of its own.
+ [Environment Art] Reservoir: first blockout | yuki | 5 | - | shelf
`,
  Characters: `
Ida, the keeper's daughter | ben | - | a | -
: Nineteen, has never left the valley, reads tide tables for fun. The player's eyes when nobody explains anything.
+ [Cast] Ida: character sheet | ben | 2 | a | r1
+ [Cast] Ida: model and rig | ines | 8 | a | r2
+ [Cast] Ida: walk, row, climb | ines | 8 | a | r3
+ [Cast] Ida: recordings, first half | rosa | 5 | b | r5
+ [Cast] Ida: recordings, second half | rosa | 5 | b | next
Old Vesper | ben | - | a | -
: Ferryman. Pretends to be deaf when somebody asks about the flood of '58.
+ [Cast] Vesper: character sheet | ben | 2 | a | r1
+ [Cast] Vesper: model and rig | ines | 5 | a | r4
+ [Cast] Vesper: rowing standing up | ines | 3 | b | now:started
+ [Cast] Vesper: recordings | rosa | 5 | b | next
The Postmistress | ben | - | b | -
+ [Cast] Postmistress: character sheet | ben | 2 | b | r3
+ [Cast] Postmistress: model and rig | ines | 5 | b | now
+ [Cast] Postmistress: forty letters | ben | 8 | b | now:started
Brother Anselm | ben | - | b | -
+ [Cast] Anselm: character sheet | ben | 2 | b | r4
+ [Cast] Anselm: model and rig | ines | 5 | b | next
The Surveyor | ben | - | b | -
: Arrives in act two with maps that are right and a plan that is not.
+ [Cast] Surveyor: character sheet | ben | 2 | b | now:done
+ [Cast] Surveyor: model and rig | ines | 5 | b | next2
The Twins from the Saltworks | ben | - | c | -
+ [Cast] Twins: character sheet | ben | 2 | c | next
Magpie | ines | - | c | hero-done
+ [Cast] Magpie: model | ines | 3 | c | r3
+ [Cast] Magpie: steals shiny things | tomasz | 5 | c | r4
`,
  Quests: `
First night: light the lamp #quest | ben | 5 | a | r1
Vesper's missing oar #quest | ben | 3 | b | r2
The boat with no name #quest | ben | 5 | b | r3
A letter for a house that is gone #quest | ben | 3 | a | r4
: The address floods at high tide only. Wait for low tide, or dive.
Seven lanterns along the causeway #quest | yuki | 5 | b | r5
Somebody moves the buoys at night #quest | ben | 8 | a | now:started
: Act one ends here. Three suspects, one of them is the current.
: - [x] Outline
: - [x] Dialogue, first pass
: - [ ] Buoys have places to be moved to
: - [ ] Nobody is blamed before the player looks at the tide table
Wedding on the mud flats #quest | ben | 5 | b | now
: Starts at low tide, ends in boats. The band keeps playing.
The flood of '58, told by five people #quest | ben | 8 | a | next
Return the church bell #quest | yuki | 5 | b | next
Map the channel for the Surveyor, or do not #quest | ben | 5 | a | next2
Ida leaves #quest | ben | 8 | a | later
: Two endings and a half. Decide after the September playtest notes.
Treasure map in the keeper's log #quest | yuki | 3 | c | later
Quest text style guide | ben | - | - | doc
: Nobody says "quest". Nobody explains the tide twice. Every line can be read aloud in one breath.
How we number quests | yuki | - | - | doc
: Act, region, letter: 1-HT-a. The number never changes, even if the quest moves.
The clockmaker who does not believe in tides #quest | ben | 3 | b | r2
Lost boots, left foot only #quest | yuki | 1 | c | r5
: Seven left boots by the end of act one. The collector is not who you think.
`,
} as const;
