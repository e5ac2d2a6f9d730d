"""Names of the dice of Dragon Dice. Made by tools/gen_dragon_dice; do not edit."""

# In the order of the tables; names of dice are proper names in every language.
DICE = (
    "coral_elf_archer|Archer\ncoral_elf_bowman|Bowman\ncoral_elf_conjurer|Conjurer\ncoral_elf"
    "_coral_giant|Coral Giant\ncoral_elf_courier|Courier\ncoral_elf_eagle_knight|Eagle Knight"
    "\ncoral_elf_enchanter|Enchanter\ncoral_elf_evoker|Evoker\ncoral_elf_fighter|Fighter\ncor"
    "al_elf_gryphon|Gryphon\ncoral_elf_guard|Guard\ncoral_elf_herald|Herald\ncoral_elf_horsem"
    "an|Horseman\ncoral_elf_knight|Knight\ncoral_elf_leviathan|Leviathan\ncoral_elf_protector"
    "|Protector\n",
    "coral_elf_sharpshooter|Sharpshooter\ncoral_elf_sprite_swarm|Sprite Swarm\ncoral_elf_tako"
    "|Tako\ncoral_elf_trooper|Trooper\ndwarf_androsphinx|Androsphinx\ndwarf_behemoth|Behemoth"
    "\ndwarf_crack_shot|Crack-Shot\ndwarf_crossbowman|Crossbowman\ndwarf_footman|Footman\ndwa"
    "rf_gargoyle|Gargoyle\ndwarf_lizard_rider|Lizard Rider\ndwarf_mammoth_rider|Mammoth Rider"
    "\ndwarf_marksman|Marksman\ndwarf_patroller|Patroller\ndwarf_pony_rider|Pony Rider\ndwarf"
    "_roc|Roc\n",
    "dwarf_sentry|Sentry\ndwarf_sergeant|Sergeant\ndwarf_skirmisher|Skirmisher\ndwarf_thaumat"
    "urgist|Thaumaturgist\ndwarf_theurgist|Theurgist\ndwarf_umber_hulk|Umber Hulk\ndwarf_warl"
    "ord|Warlord\ndwarf_wizard|Wizard\ngoblin_ambusher|Ambusher\ngoblin_cannibal|Cannibal\ngo"
    "blin_cutthroat|Cutthroat\ngoblin_deadeye|Deadeye\ngoblin_death_mage|Death Mage\ngoblin_d"
    "eath_naga|Death Naga\ngoblin_filcher|Filcher\ngoblin_harpies|Harpies\n",
    "goblin_hedge_wizard|Hedge Wizard\ngoblin_leopard_rider|Leopard Rider\ngoblin_marauder|Ma"
    "rauder\ngoblin_mugger|Mugger\ngoblin_pelter|Pelter\ngoblin_shambler|Shambler\ngoblin_sli"
    "ngman|Slingman\ngoblin_thug|Thug\ngoblin_trickster|Trickster\ngoblin_troll|Troll\ngoblin"
    "_wardog_rider|Wardog Rider\ngoblin_wolf_rider|Wolf Rider\nlava_elf_adept|Adept\nlava_elf"
    "_assassin|Assassin\nlava_elf_beholder|Beholder\nlava_elf_bladesman|Bladesman\n",
    "lava_elf_conqueror|Conqueror\nlava_elf_dead_shot|Dead-Shot\nlava_elf_drider|Drider\nlava"
    "_elf_duelist|Duelist\nlava_elf_fusilier|Fusilier\nlava_elf_hell_hound|Hell Hound\nlava_e"
    "lf_infiltrator|Infiltrator\nlava_elf_lurker_in_the_deep|Lurker in the Deep\nlava_elf_nec"
    "romancer|Necromancer\nlava_elf_rakshasa|Rakshasa\nlava_elf_scorpion_knight|Scorpion Knig"
    "ht\nlava_elf_scout|Scout\nlava_elf_spider_rider|Spider Rider\nlava_elf_spy|Spy\nlava_elf"
    "_warlock|Warlock\nlava_elf_wyvern_rider|Wyvern Rider\n",
    "firewalker_adventurer|Adventurer\nfirewalker_ashbringer|Ashbringer\nfirewalker_daybringe"
    "r|Daybringer\nfirewalker_expeditioner|Expeditioner\nfirewalker_explorer|Explorer\nfirewa"
    "lker_firemaster|Firemaster\nfirewalker_fireshadow|Fireshadow\nfirewalker_firestarter|Fir"
    "estarter\nfirewalker_firestormer|Firestormer\nfirewalker_genie|Genie\nfirewalker_gorgon|"
    "Gorgon\nfirewalker_guardian|Guardian\nfirewalker_nightsbane|Nightsbane\nfirewalker_phoen"
    "ix|Phoenix\nfirewalker_salamander|Salamander\nfirewalker_sentinel|Sentinel\n",
    "firewalker_shadowchaser|Shadowchaser\nfirewalker_sunburst|Sunburst\nfirewalker_sunflare|"
    "Sunflare\nfirewalker_watcher|Watcher\nundead_apparition|Apparition\nundead_carrion_crawl"
    "er|Carrion Crawler\nundead_death_knight|Death Knight\nundead_dracolich|Dracolich\nundead"
    "_fenhound|Fenhound\nundead_ghast|Ghast\nundead_ghost|Ghost\nundead_ghoul|Ghoul\nundead_h"
    "eucuva|Heucuva\nundead_lich|Lich\nundead_minor_death|Minor Death\nundead_mummy|Mummy\n",
    "undead_revenant|Revenant\nundead_skeletal_steed|Skeletal Steed\nundead_skeleton|Skeleton"
    "\nundead_spectre|Spectre\nundead_vampire|Vampire\nundead_wight|Wight\nundead_wraith|Wrai"
    "th\nundead_zombie|Zombie\nferal_antelope_folk|Antelope-Folk\nferal_badger_folk|Badger-Fo"
    "lk\nferal_bear_folk|Bear-Folk\nferal_buffalo_folk|Buffalo-Folk\nferal_elephant_folk|Elep"
    "hant-Folk\nferal_falcon_folk|Falcon-Folk\nferal_fox_folk|Fox-Folk\nferal_hawk_folk|Hawk-"
    "Folk\n",
    "feral_horse_folk|Horse-Folk\nferal_hound_folk|Hound-Folk\nferal_leopard_folk|Leopard-Fol"
    "k\nferal_lion_folk|Lion-Folk\nferal_lynx_folk|Lynx-Folk\nferal_owl_folk|Owl-Folk\nferal_"
    "rhino_folk|Rhino-Folk\nferal_tiger_folk|Tiger-Folk\nferal_vulture_folk|Vulture-Folk\nfer"
    "al_weasel_folk|Weasel-Folk\nferal_wolf_folk|Wolf-Folk\nferal_wolverine_folk|Wolverine-Fo"
    "lk\nswamp_stalker_annihilator|Annihilator\nswamp_stalker_bog_adept|Bog Adept\nswamp_stal"
    "ker_bog_runner|Bog Runner\nswamp_stalker_crocosaur|Crocosaur\n",
    "swamp_stalker_deluger|Deluger\nswamp_stalker_invader|Invader\nswamp_stalker_marsh_mage|M"
    "arsh Mage\nswamp_stalker_marsh_swimmer|Marsh Swimmer\nswamp_stalker_mudmen|Mudmen\nswamp"
    "_stalker_ormyrr|Ormyrr\nswamp_stalker_raider|Raider\nswamp_stalker_ravager|Ravager\nswam"
    "p_stalker_sprayer|Sprayer\nswamp_stalker_stormer|Stormer\nswamp_stalker_striker|Striker"
    "\nswamp_stalker_swamp_beast|Swamp Beast\nswamp_stalker_swamp_giant|Swamp Giant\nswamp_st"
    "alker_swamp_wizard|Swamp Wizard\nswamp_stalker_warmonger|Warmonger\nswamp_stalker_wave_r"
    "ider|Wave Rider\n",
    "frostwing_advocate|Advocate\nfrostwing_apprentice|Apprentice\nfrostwing_assailer|Assaile"
    "r\nfrostwing_assaulter|Assaulter\nfrostwing_attacker|Attacker\nfrostwing_bear_master|Bea"
    "r Master\nfrostwing_cryohydra|Cryohydra\nfrostwing_defender|Defender\nfrostwing_destroye"
    "r|Destroyer\nfrostwing_devastator|Devastator\nfrostwing_dispatcher|Dispatcher\nfrostwing"
    "_frost_ogre|Frost Ogre\nfrostwing_hound_master|Hound Master\nfrostwing_magi|Magi\nfrostw"
    "ing_magus|Magus\nfrostwing_remorhaz|Remorhaz\n",
    "frostwing_vindicator|Vindicator\nfrostwing_wolf_master|Wolf Master\nfrostwing_wolf_pack|"
    "Wolf Pack\nfrostwing_yeti|Yeti\nscalder_blazer|Blazer\nscalder_burner|Burner\nscalder_ch"
    "arkin|Charkin\nscalder_dragonne_knight|Dragonne Knight\nscalder_dragonne_rider|Dragonne "
    "Rider\nscalder_dragonne_tender|Dragonne Tender\nscalder_ettercap|Ettercap\nscalder_glowe"
    "r|Glower\nscalder_igniter|Igniter\nscalder_inferno|Inferno\nscalder_kindler|Kindler\nsca"
    "lder_quickling|Quickling\n",
    "scalder_scorcher|Scorcher\nscalder_searer|Searer\nscalder_singeman|Singeman\nscalder_smo"
    "lderer|Smolderer\nscalder_sparker|Sparker\nscalder_unseelie_faerie|Unseelie Faerie\nscal"
    "der_web_birds|Web Birds\nscalder_will_o_wisps|Will o' Wisps\ntreefolk_darktree|Darktree"
    "\ntreefolk_dryad|Dryad\ntreefolk_eldar_dryad|Eldar Dryad\ntreefolk_hamadryad|Hamadryad\n"
    "treefolk_lady_nereid|Lady Nereid\ntreefolk_naiad|Naiad\ntreefolk_noble_willow|Noble Will"
    "ow\ntreefolk_nymph|Nymph\n",
    "treefolk_oak|Oak\ntreefolk_oak_lord|Oak Lord\ntreefolk_oakling|Oakling\ntreefolk_pine|Pi"
    "ne\ntreefolk_pine_prince|Pine Prince\ntreefolk_pineling|Pineling\ntreefolk_redwood|Redwo"
    "od\ntreefolk_satyr|Satyr\ntreefolk_strangle_vine|Strangle Vine\ntreefolk_unicorn|Unicorn"
    "\ntreefolk_willow|Willow\ntreefolk_willowling|Willowling\namazon_battle_rider|Battle Rid"
    "er\namazon_centaur|Centaur\namazon_charioteer|Charioteer\namazon_chimera|Chimera\n",
    "amazon_darter|Darter\namazon_envoy|Envoy\namazon_harbinger|Harbinger\namazon_hydra|Hydra"
    "\namazon_javelineer|Javelineer\namazon_medusa|Medusa\namazon_nightmare|Nightmare\namazon"
    "_oracle|Oracle\namazon_runner|Runner\namazon_seer|Seer\namazon_soldier|Soldier\namazon_s"
    "pearer|Spearer\namazon_visionary|Visionary\namazon_war_chief|War Chief\namazon_war_drive"
    "r|War Driver\namazon_warrior|Warrior\n",
    "eldarim_bodyguard_air|Bodyguard (Air)\neldarim_bodyguard_death|Bodyguard (Death)\neldari"
    "m_bodyguard_earth|Bodyguard (Earth)\neldarim_bodyguard_fire|Bodyguard (Fire)\neldarim_bo"
    "dyguard_water|Bodyguard (Water)\neldarim_devotee_air|Devotee (Air)\neldarim_devotee_deat"
    "h|Devotee (Death)\neldarim_devotee_earth|Devotee (Earth)\neldarim_devotee_fire|Devotee ("
    "Fire)\neldarim_devotee_water|Devotee (Water)\neldarim_disciple_air|Disciple (Air)\neldar"
    "im_disciple_death|Disciple (Death)\neldarim_disciple_earth|Disciple (Earth)\neldarim_dis"
    "ciple_fire|Disciple (Fire)\neldarim_disciple_water|Disciple (Water)\neldarim_dragoncrusa"
    "der|Dragoncrusader\n",
    "eldarim_dragonhunter_air|Dragonhunter (Air)\neldarim_dragonhunter_death|Dragonhunter (De"
    "ath)\neldarim_dragonhunter_earth|Dragonhunter (Earth)\neldarim_dragonhunter_fire|Dragonh"
    "unter (Fire)\neldarim_dragonhunter_water|Dragonhunter (Water)\neldarim_dragonlord|Dragon"
    "lord\neldarim_dragonmaster_air|Dragonmaster (Air)\neldarim_dragonmaster_death|Dragonmast"
    "er (Death)\neldarim_dragonmaster_earth|Dragonmaster (Earth)\neldarim_dragonmaster_fire|D"
    "ragonmaster (Fire)\neldarim_dragonmaster_water|Dragonmaster (Water)\neldarim_dragonslaye"
    "r|Dragonslayer\neldarim_dragonzealot_air|Dragonzealot (Air)\neldarim_dragonzealot_death|"
    "Dragonzealot (Death)\neldarim_dragonzealot_earth|Dragonzealot (Earth)\neldarim_dragonzea"
    "lot_fire|Dragonzealot (Fire)\n",
    "eldarim_dragonzealot_water|Dragonzealot (Water)\neldarim_enthraller_air|Enthraller (Air)"
    "\neldarim_enthraller_death|Enthraller (Death)\neldarim_enthraller_earth|Enthraller (Eart"
    "h)\neldarim_enthraller_fire|Enthraller (Fire)\neldarim_enthraller_water|Enthraller (Wate"
    "r)\neldarim_escort_air|Escort (Air)\neldarim_escort_death|Escort (Death)\neldarim_escort"
    "_earth|Escort (Earth)\neldarim_escort_fire|Escort (Fire)\neldarim_escort_water|Escort (W"
    "ater)\neldarim_follower_air|Follower (Air)\neldarim_follower_death|Follower (Death)\neld"
    "arim_follower_earth|Follower (Earth)\neldarim_follower_fire|Follower (Fire)\neldarim_fol"
    "lower_water|Follower (Water)\n",
    "eldarim_racer_air|Racer (Air)\neldarim_racer_death|Racer (Death)\neldarim_racer_earth|Ra"
    "cer (Earth)\neldarim_racer_fire|Racer (Fire)\neldarim_racer_water|Racer (Water)\neldarim"
    "_sorcerer_air|Sorcerer (Air)\neldarim_sorcerer_death|Sorcerer (Death)\neldarim_sorcerer_"
    "earth|Sorcerer (Earth)\neldarim_sorcerer_fire|Sorcerer (Fire)\neldarim_sorcerer_water|So"
    "rcerer (Water)\neldarim_spellbinder_air|Spellbinder (Air)\neldarim_spellbinder_death|Spe"
    "llbinder (Death)\neldarim_spellbinder_earth|Spellbinder (Earth)\neldarim_spellbinder_fir"
    "e|Spellbinder (Fire)\neldarim_spellbinder_water|Spellbinder (Water)\neldarim_sprinter_ai"
    "r|Sprinter (Air)\n",
    "eldarim_sprinter_death|Sprinter (Death)\neldarim_sprinter_earth|Sprinter (Earth)\neldari"
    "m_sprinter_fire|Sprinter (Fire)\neldarim_sprinter_water|Sprinter (Water)\neldarim_toxoph"
    "ilite_air|Toxophilite (Air)\neldarim_toxophilite_death|Toxophilite (Death)\neldarim_toxo"
    "philite_earth|Toxophilite (Earth)\neldarim_toxophilite_fire|Toxophilite (Fire)\neldarim_"
    "toxophilite_water|Toxophilite (Water)\neldarim_warder_air|Warder (Air)\neldarim_warder_d"
    "eath|Warder (Death)\neldarim_warder_earth|Warder (Earth)\neldarim_warder_fire|Warder (Fi"
    "re)\neldarim_warder_water|Warder (Water)\ndragonkin_dragonchamp_air|Dragonchamp (Air)\nd"
    "ragonkin_dragonchamp_death|Dragonchamp (Death)\n",
    "dragonkin_dragonchamp_earth|Dragonchamp (Earth)\ndragonkin_dragonchamp_fire|Dragonchamp "
    "(Fire)\ndragonkin_dragonchamp_water|Dragonchamp (Water)\ndragonkin_dragonfoal_air|Dragon"
    "foal (Air)\ndragonkin_dragonfoal_death|Dragonfoal (Death)\ndragonkin_dragonfoal_earth|Dr"
    "agonfoal (Earth)\ndragonkin_dragonfoal_fire|Dragonfoal (Fire)\ndragonkin_dragonfoal_wate"
    "r|Dragonfoal (Water)\ndragonkin_dragonhero_air|Dragonhero (Air)\ndragonkin_dragonhero_de"
    "ath|Dragonhero (Death)\ndragonkin_dragonhero_earth|Dragonhero (Earth)\ndragonkin_dragonh"
    "ero_fire|Dragonhero (Fire)\ndragonkin_dragonhero_water|Dragonhero (Water)\ndragonkin_dra"
    "gonmount_air|Dragonmount (Air)\ndragonkin_dragonmount_death|Dragonmount (Death)\ndragonk"
    "in_dragonmount_earth|Dragonmount (Earth)\n",
    "dragonkin_dragonmount_fire|Dragonmount (Fire)\ndragonkin_dragonmount_water|Dragonmount ("
    "Water)\ndragonkin_dragonscout_air|Dragonscout (Air)\ndragonkin_dragonscout_death|Dragons"
    "cout (Death)\ndragonkin_dragonscout_earth|Dragonscout (Earth)\ndragonkin_dragonscout_fir"
    "e|Dragonscout (Fire)\ndragonkin_dragonscout_water|Dragonscout (Water)\ndragonkin_dragons"
    "entry_air|Dragonsentry (Air)\ndragonkin_dragonsentry_death|Dragonsentry (Death)\ndragonk"
    "in_dragonsentry_earth|Dragonsentry (Earth)\ndragonkin_dragonsentry_fire|Dragonsentry (Fi"
    "re)\ndragonkin_dragonsentry_water|Dragonsentry (Water)\ndragonkin_dragonspy_air|Dragonsp"
    "y (Air)\ndragonkin_dragonspy_death|Dragonspy (Death)\ndragonkin_dragonspy_earth|Dragonsp"
    "y (Earth)\ndragonkin_dragonspy_fire|Dragonspy (Fire)\n",
    "dragonkin_dragonspy_water|Dragonspy (Water)\ndragonkin_dragonstallion_air|Dragonstallion"
    " (Air)\ndragonkin_dragonstallion_death|Dragonstallion (Death)\ndragonkin_dragonstallion_"
    "earth|Dragonstallion (Earth)\ndragonkin_dragonstallion_fire|Dragonstallion (Fire)\ndrago"
    "nkin_dragonstallion_water|Dragonstallion (Water)\ndragonkin_dragonsteed_air|Dragonsteed "
    "(Air)\ndragonkin_dragonsteed_death|Dragonsteed (Death)\ndragonkin_dragonsteed_earth|Drag"
    "onsteed (Earth)\ndragonkin_dragonsteed_fire|Dragonsteed (Fire)\ndragonkin_dragonsteed_wa"
    "ter|Dragonsteed (Water)\ndragonkin_dragontroop_air|Dragontroop (Air)\ndragonkin_dragontr"
    "oop_death|Dragontroop (Death)\ndragonkin_dragontroop_earth|Dragontroop (Earth)\ndragonki"
    "n_dragontroop_fire|Dragontroop (Fire)\ndragonkin_dragontroop_water|Dragontroop (Water)\n",
    "dragonkin_dragonvedette_air|Dragonvedette (Air)\ndragonkin_dragonvedette_death|Dragonved"
    "ette (Death)\ndragonkin_dragonvedette_earth|Dragonvedette (Earth)\ndragonkin_dragonvedet"
    "te_fire|Dragonvedette (Fire)\ndragonkin_dragonvedette_water|Dragonvedette (Water)\ndrago"
    "nkin_dragonvictor_air|Dragonvictor (Air)\ndragonkin_dragonvictor_death|Dragonvictor (Dea"
    "th)\ndragonkin_dragonvictor_earth|Dragonvictor (Earth)\ndragonkin_dragonvictor_fire|Drag"
    "onvictor (Fire)\ndragonkin_dragonvictor_water|Dragonvictor (Water)\nkings_die|Kings' Die"
    "\nblade_golem_air|Blade Golem (Air)\nblade_golem_death|Blade Golem (Death)\nblade_golem_"
    "earth|Blade Golem (Earth)\nblade_golem_fire|Blade Golem (Fire)\nblade_golem_water|Blade "
    "Golem (Water)\n",
    "bronze_medallion|Bronze Medallion\ndawn_blade_air|Dawn Blade (Air)\ndawn_blade_death|Daw"
    "n Blade (Death)\ndawn_blade_earth|Dawn Blade (Earth)\ndawn_blade_fire|Dawn Blade (Fire)"
    "\ndawn_blade_water|Dawn Blade (Water)\ndragonstaff_air|Dragonstaff (Air)\ndragonstaff_de"
    "ath|Dragonstaff (Death)\ndragonstaff_earth|Dragonstaff (Earth)\ndragonstaff_fire|Dragons"
    "taff (Fire)\ndragonstaff_water|Dragonstaff (Water)\nearthfang|Earthfang\nelemental_relic"
    "|Elemental Relic\neyebiter_air|Eyebiter (Air)\neyebiter_death|Eyebiter (Death)\neyebiter"
    "_earth|Eyebiter (Earth)\n",
    "eyebiter_fire|Eyebiter (Fire)\neyebiter_water|Eyebiter (Water)\nflicker_foil_air|Flicker"
    " Foil (Air)\nflicker_foil_death|Flicker Foil (Death)\nflicker_foil_earth|Flicker Foil (E"
    "arth)\nflicker_foil_fire|Flicker Foil (Fire)\nflicker_foil_water|Flicker Foil (Water)\nf"
    "lying_carpet_air|Flying Carpet (Air)\nflying_carpet_death|Flying Carpet (Death)\nflying_"
    "carpet_earth|Flying Carpet (Earth)\nflying_carpet_fire|Flying Carpet (Fire)\nflying_carp"
    "et_water|Flying Carpet (Water)\ngold_medallion|Gold Medallion\nheartseeker_air|Heartseek"
    "er (Air)\nheartseeker_death|Heartseeker (Death)\nheartseeker_earth|Heartseeker (Earth)\n",
    "heartseeker_fire|Heartseeker (Fire)\nheartseeker_water|Heartseeker (Water)\nmagi_crown_a"
    "ir|Magi Crown (Air)\nmagi_crown_death|Magi Crown (Death)\nmagi_crown_earth|Magi Crown (E"
    "arth)\nmagi_crown_fire|Magi Crown (Fire)\nmagi_crown_water|Magi Crown (Water)\nmantlet_a"
    "ir|Mantlet (Air)\nmantlet_death|Mantlet (Death)\nmantlet_earth|Mantlet (Earth)\nmantlet_"
    "fire|Mantlet (Fire)\nmantlet_water|Mantlet (Water)\nmithril_shield_air|Mithril Shield (A"
    "ir)\nmithril_shield_death|Mithril Shield (Death)\nmithril_shield_earth|Mithril Shield (E"
    "arth)\nmithril_shield_fire|Mithril Shield (Fire)\n",
    "mithril_shield_water|Mithril Shield (Water)\nring_of_stars_air|Ring of Stars (Air)\nring"
    "_of_stars_death|Ring of Stars (Death)\nring_of_stars_earth|Ring of Stars (Earth)\nring_o"
    "f_stars_fire|Ring of Stars (Fire)\nring_of_stars_water|Ring of Stars (Water)\nseven_leag"
    "ue_boots_air|Seven League Boots (Air)\nseven_league_boots_death|Seven League Boots (Deat"
    "h)\nseven_league_boots_earth|Seven League Boots (Earth)\nseven_league_boots_fire|Seven L"
    "eague Boots (Fire)\nseven_league_boots_water|Seven League Boots (Water)\nsight_stone_air"
    "|Sight Stone (Air)\nsight_stone_death|Sight Stone (Death)\nsight_stone_earth|Sight Stone"
    " (Earth)\nsight_stone_fire|Sight Stone (Fire)\nsight_stone_water|Sight Stone (Water)\n",
    "silver_medallion|Silver Medallion\nspeed_slippers_air|Speed Slippers (Air)\nspeed_slippe"
    "rs_death|Speed Slippers (Death)\nspeed_slippers_earth|Speed Slippers (Earth)\nspeed_slip"
    "pers_fire|Speed Slippers (Fire)\nspeed_slippers_water|Speed Slippers (Water)\nsteel_buck"
    "ler_air|Steel Buckler (Air)\nsteel_buckler_death|Steel Buckler (Death)\nsteel_buckler_ea"
    "rth|Steel Buckler (Earth)\nsteel_buckler_fire|Steel Buckler (Fire)\nsteel_buckler_water|"
    "Steel Buckler (Water)\ntrebuchet_air|Trebuchet (Air)\ntrebuchet_death|Trebuchet (Death)"
    "\ntrebuchet_earth|Trebuchet (Earth)\ntrebuchet_fire|Trebuchet (Fire)\ntrebuchet_water|Tr"
    "ebuchet (Water)\n",
    "trueflyer_air|Trueflyer (Air)\ntrueflyer_death|Trueflyer (Death)\ntrueflyer_earth|Truefl"
    "yer (Earth)\ntrueflyer_fire|Trueflyer (Fire)\ntrueflyer_water|Trueflyer (Water)\nvorpal_"
    "sword_air|Vorpal Sword (Air)\nvorpal_sword_death|Vorpal Sword (Death)\nvorpal_sword_eart"
    "h|Vorpal Sword (Earth)\nvorpal_sword_fire|Vorpal Sword (Fire)\nvorpal_sword_water|Vorpal"
    " Sword (Water)\nwinged_sandals_air|Winged Sandals (Air)\nwinged_sandals_death|Winged San"
    "dals (Death)\nwinged_sandals_earth|Winged Sandals (Earth)\nwinged_sandals_fire|Winged Sa"
    "ndals (Fire)\nwinged_sandals_water|Winged Sandals (Water)\nwooden_targe_air|Wooden Targe"
    " (Air)\n",
    "wooden_targe_death|Wooden Targe (Death)\nwooden_targe_earth|Wooden Targe (Earth)\nwooden"
    "_targe_fire|Wooden Targe (Fire)\nwooden_targe_water|Wooden Targe (Water)\nair_drake|Air "
    "Drake\nair_earth_drake|Air / Earth Drake\nair_earth_wyrm|Air / Earth Wyrm\nair_fire_drak"
    "e|Air / Fire Drake\nair_fire_wyrm|Air / Fire Wyrm\nair_ivory_drake|Air / Ivory Drake\nai"
    "r_ivory_wyrm|Air / Ivory Wyrm\nair_water_drake|Air / Water Drake\nair_water_wyrm|Air / W"
    "ater Wyrm\nair_wyrm|Air Wyrm\ndeath_air_drake|Death / Air Drake\ndeath_air_wyrm|Death / "
    "Air Wyrm\n",
    "death_drake|Death Drake\ndeath_earth_drake|Death / Earth Drake\ndeath_earth_wyrm|Death /"
    " Earth Wyrm\ndeath_fire_drake|Death / Fire Drake\ndeath_fire_wyrm|Death / Fire Wyrm\ndea"
    "th_ivory_drake|Death / Ivory Drake\ndeath_ivory_wyrm|Death / Ivory Wyrm\ndeath_water_dra"
    "ke|Death / Water Drake\ndeath_water_wyrm|Death / Water Wyrm\ndeath_wyrm|Death Wyrm\neart"
    "h_drake|Earth Drake\nearth_ivory_drake|Earth / Ivory Drake\nearth_ivory_wyrm|Earth / Ivo"
    "ry Wyrm\nearth_wyrm|Earth Wyrm\nfire_drake|Fire Drake\nfire_earth_drake|Fire / Earth Dra"
    "ke\n",
    "fire_earth_wyrm|Fire / Earth Wyrm\nfire_ivory_drake|Fire / Ivory Drake\nfire_ivory_wyrm|"
    "Fire / Ivory Wyrm\nfire_wyrm|Fire Wyrm\nivory_drake|Ivory Drake\nivory_wyrm|Ivory Wyrm\n"
    "water_drake|Water Drake\nwater_earth_drake|Water / Earth Drake\nwater_earth_wyrm|Water /"
    " Earth Wyrm\nwater_fire_drake|Water / Fire Drake\nwater_fire_wyrm|Water / Fire Wyrm\nwat"
    "er_ivory_drake|Water / Ivory Drake\nwater_ivory_wyrm|Water / Ivory Wyrm\nwater_wyrm|Wate"
    "r Wyrm\nwhite_drake|White Drake\nwhite_wyrm|White Wyrm\n",
    "coastland_bridge|Coastland Bridge\ncoastland_knoll|Coastland Knoll\ncoastland_village|Co"
    "astland Village\ncoastland_woods|Coastland Woods\ndeadland_bridge|Deadland Bridge\ndeadl"
    "and_knoll|Deadland Knoll\ndeadland_village|Deadland Village\ndeadland_woods|Deadland Woo"
    "ds\nfeyland_bridge|Feyland Bridge\nfeyland_knoll|Feyland Knoll\nfeyland_village|Feyland "
    "Village\nfeyland_woods|Feyland Woods\nflatland_bridge|Flatland Bridge\nflatland_knoll|Fl"
    "atland Knoll\nflatland_village|Flatland Village\nflatland_woods|Flatland Woods\n",
    "highland_bridge|Highland Bridge\nhighland_knoll|Highland Knoll\nhighland_village|Highlan"
    "d Village\nhighland_woods|Highland Woods\nswampland_bridge|Swampland Bridge\nswampland_k"
    "noll|Swampland Knoll\nswampland_village|Swampland Village\nswampland_woods|Swampland Woo"
    "ds\nwasteland_bridge|Wasteland Bridge\nwasteland_knoll|Wasteland Knoll\nwasteland_villag"
    "e|Wasteland Village\nwasteland_woods|Wasteland Woods\n",
)
LANDS = (
    "coastland_castle\ncoastland_city\ncoastland_dragons_lair\ncoastland_grove\ncoastland_sta"
    "nding_stones\ncoastland_temple\ncoastland_tower\ncoastland_vortex\nfeyland_castle\nfeyla"
    "nd_city\nfeyland_dragons_lair\nfeyland_grove\nfeyland_standing_stones\nfeyland_temple\nf"
    "eyland_tower\nfeyland_vortex\n",
    "flatland_castle\nflatland_city\nflatland_dragons_lair\nflatland_grove\nflatland_standing"
    "_stones\nflatland_temple\nflatland_tower\nflatland_vortex\nhighland_castle\nhighland_cit"
    "y\nhighland_dragons_lair\nhighland_grove\nhighland_standing_stones\nhighland_temple\nhig"
    "hland_tower\nhighland_vortex\n",
    "swampland_castle\nswampland_city\nswampland_dragons_lair\nswampland_grove\nswampland_sta"
    "nding_stones\nswampland_temple\nswampland_tower\nswampland_vortex\nwasteland_castle\nwas"
    "teland_city\nwasteland_dragons_lair\nwasteland_grove\nwasteland_standing_stones\nwastela"
    "nd_temple\nwasteland_tower\nwasteland_vortex\n",
)
SPELLS = (
    "accelerated_growth|Accelerated Growth\nairy_acquisition|Airy Acquisition\nash_storm|Ash "
    "Storm\nbacklash|Backlash\nberserker_rage|Berserker Rage\nblizzard|Blizzard\nbreath_of_li"
    "fe|Breath of Life\nburning_hands|Burning Hands\ncall_of_the_wild|Call of the Wild\ncamou"
    "flage|Camouflage\ndancing_lights|Dancing Lights\ndeadlands|Deadlands\ndecay|Decay\ndelug"
    "e|Deluge\nearthen_armor|Earthen Armor\nesfahs_gift|Esfah's Gift\n",
    "evil_eye|Evil Eye\nevolve_dragonkin|Evolve Dragonkin\nexhume|Exhume\nfade|Fade\nfearful_"
    "flames|Fearful Flames\nfields_of_ice|Fields of Ice\nfiery_weapon|Fiery Weapon\nfinger_of"
    "_death|Finger of Death\nfirebolt|Firebolt\nfirestorm|Firestorm\nflaming_armor|Flaming Ar"
    "mor\nflaming_spears|Flaming Spears\nflash_flood|Flash Flood\nflashfire|Flashfire\nhailst"
    "orm|Hailstorm\nhide|Hide\n",
    "higher_ground|Higher Ground\nleaving|Leaving\nlightning_strike|Lightning Strike\nmagic_d"
    "rain|Magic Drain\nmirage|Mirage\nmire|Mire\nnecromantic_wave|Necromantic Wave\nnight_mov"
    "es|Night Moves\nopen_grave|Open Grave\npalsy|Palsy\npath|Path\npromote_dragonkin|Promote"
    " Dragonkin\nrally|Rally\nreanimate_dead|Reanimate Dead\nreforge_item|Reforge Item\nrestl"
    "ess_dead|Restless Dead\n",
    "resurrect_dead|Resurrect Dead\nrise_of_the_eldarim|Rise of the Eldarim\nscent_of_fear|Sc"
    "ent of Fear\nsoiled_ground|Soiled Ground\nspark_of_life|Spark of Life\nspirit_furnace|Sp"
    "irit Furnace\nstoneskin|Stoneskin\nsummon_dragon|Summon Dragon\nsummon_dragonkin|Summon "
    "Dragonkin\nsummon_white_dragon|Summon White Dragon\nswamp_fever|Swamp Fever\ntidal_wave|"
    "Tidal Wave\ntransmute_rock_to_mud|Transmute Rock to Mud\nwall_of_fog|Wall of Fog\nwall_o"
    "f_ice|Wall of Ice\nwall_of_thorns|Wall of Thorns\n",
    "water_of_life|Water of Life\nwater_walking|Water Walking\nwatery_double|Watery Double\nw"
    "ilding|Wilding\nwind_walk|Wind Walk\nwind_wall|Wind Wall\n",
)
ICONS = (
    "id\nmelee\nmissile\nmagic\nmaneuver\nsave\nattune\nbash\nbullseye\ncantrip\ncharge\nchar"
    "m\nchoke\ncloak\ncoil\nconfuse\n",
    "convert\ncounter\ncreate_fireminions\ncrush\ndecapitate\ndispel_magic\ndouble_strike\ndr"
    "agonkin_belly\ndragonkin_breath\nelevate\nentangle\nferry\nfire_breath\nfirecloud\nfirew"
    "alking\nflame\n",
    "flaming_arrow\nflurry\nfly\nfrost_breath\ngaleforce\ngore\nhoof\nhowl\nhug\nhypnotic_gla"
    "re\nillusion\nimpale\nkick\nlogo_dragonkin_champion\nlogo_eldarim_champion\nlogo_kings_d"
    "ie\n",
    "logo_medallion\nlogo_relic\nnet\nplague\npoison\nregenerate\nrelic_element_air\nrelic_el"
    "ement_death\nrelic_element_earth\nrelic_element_fire\nrelic_element_water\nrend\nrise_fr"
    "om_the_ashes\nroar\nscare\nscreech\n",
    "seize\nslay\nsleep\nsmite\nsmother\nsneak_attack\nsortie\nstomp\nstone\nstun\nsummon_dra"
    "gon\nsurprise\nswallow\ntail\nteleport\ntrample\n",
    "trumpet\nvanish\nvolley\nwave\nwayfare\nweb\nwild_growth\nwither\ndragon_jaws\ndragon_ta"
    "il\ndragon_claw\ndragon_belly\ndragon_wing\ndragon_breath\ndragon_treasure\nminor_id\n",
    "minor_flood\nminor_double_maneuvers\nminor_missile\nminor_double_saves\nminor_magic\nmin"
    "or_melee\nminor_dust_storm\nminor_revolt\nminor_flanked\n",
)
