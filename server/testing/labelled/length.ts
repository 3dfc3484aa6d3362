import type { LabelledSet } from './labelled-set.ts';

const on = (...sentences: string[]) => sentences.join(' ');

const probes = on(
  'Readiness and liveness answer two different questions, and I keep meeting setups where one endpoint answers both.',
  'The first asks whether the process may receive traffic, the second whether it should be killed.',
  'If both call the database, one slow disk takes every pod down, and the restart makes the slow disk slower.',
  'A startup probe is the cheapest way out, because it buys time for the cold start without weakening the others.',
  'The threshold then has to cover the slowest start ever seen, not the average one.',
);
const coffee = on(
  'Grind, dose and water interact, so changing two of them at a time tells nothing about either.',
  'The puck is the honest witness: a wet one says the dose was low, a cracked one says the water found a way.',
  'Pre-infusion hides an uneven bed for a few seconds, and then the channel opens anyway.',
  'Temperature is the last thing I would touch, because its effect is smaller than the scatter of most grinders.',
);
const bonds = on(
  'A ladder is a promise to hold, and most people break it in the first year in which prices fall.',
  'The fund breaks it for them every day, charges for it, and still comes out ahead of a half-kept ladder.',
  'Reinvestment is the part that no chart shows, since the coupon arrives when rates are already lower.',
  'Taxes differ by country, which makes every comparison over ten years an opinion about one tax code.',
);

/** Bad: too short to say anything, or so long that nobody reads it under a video. */
export const length: LabelledSet<string> = {
  bad: [
    'Nice!',
    'Readiness matters.',
    'Which grinder?',
    'Good point on fees.',
    'Same here with Rust.',
    'Stimmt.',
    'Claro que sí.',
    'Try 18 g.',
    'Blocks help, yes.',
    'The puck was wet.',
    'Et la sauvegarde ?',
    'NOT VALID first.',
    'Interesting chart.',
    'Ladder, always.',
    on(probes, coffee, bonds, probes),
    on(bonds, probes, bonds, coffee),
    on(coffee, coffee, probes, bonds),
    on(probes, probes, probes),
    on(bonds, bonds, bonds, coffee),
    on(coffee, bonds, coffee, probes),
    on(probes, bonds, coffee, coffee, bonds),
  ],
  fine: [
    'Does the longer pre-infusion change the grind you need, or only the first drops?',
    'The fund’s fee looks small, but over ten years it is about one coupon. Is that in the chart?',
    'Startup probes with a generous threshold stopped the restart loop for us; readiness alone did not.',
    probes,
    coffee,
    bonds,
    'Would the struct with two lifetimes compile if the output borrowed only from the first one?',
    'Warum drei Stufen, wenn der Sauerteig schon kräftig genug ist? Wegen der Säure?',
    'NOT VALID ayuda, pero la validación posterior también lee toda la tabla. ¿La hacéis de noche?',
    'Two heavy days a week was the change I would have expected last. What told you it was too much?',
    'De-essing before compression keeps the gain reduction from pumping on every s.',
    'このプローブの説明はとても分かりやすく、データベースに依存しない設計が参考になりました。',
    'The wet puck after the second shot says the dose was low, not the grinder. A scale would have told at once.',
    'Le plan d’exécution montre un tri sur disque ; work_mem à 64 Mo suffit-il chez vous ?',
    'Elision works until a method returns a reference to something else than self. That error deserves its own video.',
    'Holding to maturity only helps people who can really leave the money alone for that long.',
    'A ladder is a promise to hold, and most people break it in the first year in which prices fall. What is your rule for selling early, if there is one?',
    'Blocks shorten the range, so what tells you that the hips are ready for the floor?',
    'Crawling on the rim came from dust in my case; a damp sponge before glazing ended it.',
    'Why keep liveness at all for the Java service, if a restart rarely helps there?',
    'Parallel compression keeps the transients, but only if the copy is delay-compensated. Was it?',
  ],
};
