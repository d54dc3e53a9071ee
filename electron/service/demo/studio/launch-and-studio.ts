/** Texts of the demo's cards in the decks for the launch and the studio itself. gameplay.ts describes the format. */
export const launchAndStudioCardTexts = {
  'Store Page': `
Short description that fits in 300 characters | mara | 2 | a | r3
Eight screenshots, one per region | ines | 3 | a | r5
: - [x] Harbour Town, evening
: - [x] Kelp Orchards, low tide
: - [x] Chapel through the water
: - [x] Saltworks, noon
: - [x] Lighthouse, storm
: - [x] Causeway in fog
: - [x] Mill Race
: - [x] Map table
Capsule art in all nine sizes | ines | 5 | a | now:review
Age rating forms for four regions | mara | 3 | b | now:started
Store texts in seven languages #loc | mara | 5 | b | next
Tags: what players of similar games search for | priya | 2 | b | r4
Demo branch and its own save folder #save | dev | 5 | a | next
System requirements, measured not guessed #performance | dev | 2 | b | next2
Festival application: autumn showcase | mara | 2 | a | now:done
Wishlist button in the demo's end card | tomasz | 1 | b | later
Press list: who wrote about small boats before? | priya | 2 | b | r5
`,
  Trailer: `
Script: sixty seconds, four sentences | ben | 3 | a | r4
Capture list with exact tides | yuki | 2 | a | r5
: Every shot names region, day and minute, so that it can be captured again after the light changes.
Capture build without interface #tools | dev | 2 | b | r5
Rough cut with temporary music | mara | 3 | a | now:started
Music for the trailer: theme, faster, no ending #music | rosa | 5 | a | now:started
Colour pass with the final palette | ines | 3 | b | next
Subtitles in twelve languages #loc | priya | 2 | b | next2
Vertical cut for phones | mara | 2 | c | later
Voice-over version | rosa | 3 | - | shelf
`,
  Playtests: `
Playtest 1: can people row? | priya | 3 | a | r1
: Nine people, all could. Four rowed backwards first. We keep that.
Playtest 2: the first hour | priya | 3 | a | r3
Playtest 3: does anybody read the tide table? | priya | 3 | a | r5
: Eleven of fourteen, once the bells rang. Before the bells: two.
Playtest 4: act one from start to end | priya | 5 | a | now:started
: - [x] Sixteen people invited
: - [x] Consent forms
: - [ ] Build frozen on Thursday
: - [ ] Notes the same evening, with @yuki and @ben
Questions for playtest 4 | yuki | 1 | a | now:done
Recording rig for the Steam Deck #tools | dev | 2 | b | now
Playtest 5: players who have never held a controller | priya | 3 | b | next2
Heat map of where people drown | priya | 3 | c | later
`,
  Community: `
Development diary: how we bake a flood | dev | 2 | b | r2
Development diary: forty letters from one postmistress | ben | 2 | b | now
Development diary: recording a boat in a bathtub | rosa | 2 | c | next
Reply template for "when is it out?" | priya | 1 | c | r3
Monthly letter, autumn | mara | 2 | b | now:review
Fan art gallery rules | priya | 1 | c | later
Answer the museum in Husum | mara | 1 | b | snooze
: They offered tide gauges from 1893. We said yes, they asked for an address.
Community rules, short version | priya | - | - | doc
: Be kind. No spoilers without a fold. No screenshots of other people's drowned boats.
Answer every review of the prologue | priya | 2 | b | r1
Pick ten fan pictures for the wall | ines | 1 | c | r4
`,
  'Press Kit': `
Fact sheet | mara | - | - | doc
Who we are, in 50 and in 150 words | mara | - | - | doc
Quotes that may be used | mara | - | - | doc
: Only these, only with the name. Everything else needs a yes by mail.
Logos on light and on dark | ines | - | - | doc
Embargo rules | mara | - | - | doc
`,
  'Studio Handbook': `
How we plan: runs, Hands, milestones | mara | - | - | doc
: A run lasts two weeks. On Monday everybody fills their own Hand, seven cards at most. What is not in a run is an idea.
: A card is done when somebody else has seen it working.
Working hours and being away | mara | - | - | doc
Machines, accounts, passwords | dev | - | - | doc
Definition of done | mara | - | - | doc
: - Plays at 60 frames on the desk machine, 40 on the Deck
: - Works with keyboard and controller
: - Somebody else has looked at it
Naming files so that they can be found again | ines | - | - | doc
Reviews: how to ask, how to answer | mara | - | - | doc
Recording voices: checklist | rosa | - | - | doc
What we do when somebody is ill | mara | - | - | doc
`,
  'Hiring & People': `
Write the advert for a second animator | mara | 2 | a | r4
Portfolio round for the animator | ines | 3 | a | now:started
: Eleven left of sixty. Two rounds, each looked at by two people.
Interviews, first week | mara | 3 | a | next
Contract for the composer's strings | mara | 2 | b | r3
Yearly talks | mara | 3 | b | now
Summer party on the island | priya | 2 | c | r2
Intern from the art school in spring | ines | 2 | c | later
Ergonomic chairs, the second attempt | mara | 1 | c | snooze
Insurance for the recording trip | mara | 1 | b | r1
`,
  'Tools & Pipeline': `
Nightly build with a save from every act #tools #save | dev | 5 | a | r1
Crash reports with the tide of the moment #tools #crash | dev | 3 | a | r3
Import recordings by file name #tools #audio | rosa | 3 | b | r4
Level editor shows water at any minute #tools | dev | 5 | a | r4
Spell check for dialogue files #tools #loc | ben | 2 | b | r5
Texture budget report per region #tools #performance | dev | 3 | b | now:done
Capture a save from a bug report in one click #tools | tomasz | 3 | b | now
Faster shader compile on the build machine #tools | dev | 5 | b | next
Localisation export without touching the game #tools #loc | ben | 3 | b | next2
Replace the build machine's fan | dev | 1 | c | snooze
Upgrade the engine to the spring release #tools | dev | 8 | b | later
: Wait for 4.6.1. The first version drew water upside down on one graphics card, and of course it was ours.
Version control for audio sessions #tools #audio | rosa | 3 | c | later
Backup of the sound archive to the second house #tools #audio | rosa | 2 | a | r2
Screenshot bot for every region at noon #tools | tomasz | 2 | c | r5
`,
} as const;
