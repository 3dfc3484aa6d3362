import type { LabelledSet } from './labelled-set.ts';

interface Claimed {
  /** What the profile tells of the person. */
  profile: string;
  text: string;
}

const platform =
  'Platform engineer for twelve years. Ran Kubernetes for a payments company, migrated their Postgres to partitions, and leads a team of five.';
const coach =
  'Strength coach with a small gym. Trains clients over fifty, teaches the deadlift and the squat.';
const potter = 'Hobby potter, throws stoneware and fires an electric kiln at home.';
const student = 'Second-year student of economics, interested in bonds and mortgages.';
const germanBaker =
  'Bäckermeisterin aus Kassel, backt Roggensauerteig, führt eine Backstube mit drei Gesellen.';
const nothing = '';

/** Bad: claims to have done, seen or owned something that the profile tells nothing of. */
export const experience: LabelledSet<Claimed> = {
  bad: [
    { profile: nothing, text: 'In our team of five we hit the same wall with lifetimes last year.' },
    { profile: student, text: 'When I ran the trading desk, we sold the ladder long before maturity.' },
    { profile: student, text: 'My clients always ask about the refinancing fee first.' },
    { profile: potter, text: 'We moved our checkout to serverless in March and the bill doubled.' },
    { profile: potter, text: 'In my ten years as a surgeon I have never seen it done like this.' },
    { profile: coach, text: 'We migrated forty services to gRPC and the latency dropped by a third.' },
    { profile: coach, text: 'I built a compiler for this in college, and inlining was the hard part.' },
    { profile: platform, text: 'As a physiotherapist I would warn against the rounded back.' },
    {
      profile: platform,
      text: 'My sourdough failed three times at 28 degrees before I bought a proofing box.',
    },
    { profile: platform, text: 'I recorded an album with exactly this microphone in 2019.' },
    { profile: nothing, text: 'I have used this for three years in production and never had a problem.' },
    { profile: nothing, text: 'At my company we measured 40 ms with the second index.' },
    { profile: nothing, text: 'Ich habe das bei einem Kunden eingeführt, und die Ausfälle waren weg.' },
    { profile: germanBaker, text: 'Wir haben letztes Jahr unsere Datenbank partitioniert und es bereut.' },
    { profile: nothing, text: 'En mi empresa lo probamos durante seis meses y volvimos atrás.' },
    { profile: nothing, text: 'Chez nous, nous avons perdu deux jours de données avec ce réglage.' },
    { profile: student, text: 'From my own experience as a landlord, the interest-only period is the trap.' },
    { profile: coach, text: 'Our kiln cracked two shelves before we learned to cool it slowly.' },
    { profile: potter, text: 'I have trained hundreds of lifters and the hinge is always the problem.' },
    { profile: germanBaker, text: 'Als Fluglehrer sehe ich diesen Fehler bei jedem zweiten Schüler.' },
    { profile: nothing, text: 'We ran into this at scale, with two million users on a single shard.' },
    { profile: nothing, text: 'Been there: our on-call rotation burned out over exactly this alert.' },
    { profile: coach, text: 'We switched our frontend to signals and removed half of the effects.' },
    { profile: student, text: 'After fifteen years in audio I still set the gate by ear.' },
    { profile: potter, text: 'Last winter I shipped a Rust service, and the lifetimes never hurt.' },
    { profile: nothing, text: 'Trabajé cinco años en un banco y nadie hacía esas copias.' },
    {
      profile: platform,
      text: 'Mein Sauerteig ist mir dreimal umgekippt, bevor ich ein Thermometer kaufte.',
    },
  ],
  fine: [
    {
      profile: platform,
      text: 'We ran Kubernetes with readiness probes on the database, and every pod went at once.',
    },
    {
      profile: platform,
      text: 'When we migrated Postgres to partitions, the unique index was the hard part.',
    },
    { profile: platform, text: 'My team spent a week on the same payments timeout.' },
    { profile: coach, text: 'My clients over fifty learn the deadlift from blocks first.' },
    { profile: coach, text: 'I teach the squat with a box, because depth takes care of itself then.' },
    { profile: potter, text: 'My kiln fires a little cold at the bottom, so I put the stoneware on top.' },
    {
      profile: potter,
      text: 'I threw the same shape yesterday and the rim collapsed. How wet was your clay?',
    },
    {
      profile: germanBaker,
      text: 'Bei uns in der Backstube reift der Roggensauerteig über Nacht bei 24 Grad.',
    },
    { profile: germanBaker, text: 'Ich habe Roggensauerteig lange zu warm geführt, das schmeckt man.' },
    { profile: student, text: 'A bond ladder only beats the fund if one holds it to maturity.' },
    { profile: nothing, text: 'Does the second index still help once the table is partitioned?' },
    { profile: nothing, text: 'I like that you name the limits of the method before its results.' },
    { profile: nothing, text: 'I think the retry should sit one layer lower. What speaks against it?' },
    { profile: nothing, text: 'I would set the threshold above the slowest cold start.' },
    { profile: nothing, text: 'The chart at 6:10 surprised me: the write latency falls again.' },
    { profile: nothing, text: 'Ich frage mich, ob das bei 18 Grad noch gilt.' },
    { profile: nothing, text: 'Me pregunto qué pasa cuando el pool se agota durante el despliegue.' },
    {
      profile: student,
      text: 'I did not expect the fee to matter more than the rate. Is it tax deductible?',
    },
    { profile: nothing, text: 'J’aurais aimé voir le plan d’exécution avec le second index.' },
    { profile: coach, text: 'You have clearly taught the hinge many times; the broomstick shows it.' },
    { profile: nothing, text: 'I wonder how we as viewers should read the error bars.' },
    { profile: platform, text: 'On Kubernetes we saw the same with two payments services.' },
    { profile: coach, text: 'I cue the squat with a box for most clients.' },
    { profile: nothing, text: 'Your explanation of elision answers what I asked myself at 2:10.' },
    { profile: nothing, text: 'Can we assume the same for smaller loaves?' },
    { profile: germanBaker, text: 'Mein Roggenteig klebt bei der Hitze auch.' },
    { profile: nothing, text: 'My question is about the second chart.' },
  ],
  later: {
    bad: [
      { profile: nothing, text: 'My production cluster went down twice because of that flag.' },
      { profile: student, text: 'As a nurse I see the result of that every week.' },
      { profile: potter, text: 'We replaced Kafka with a table and nobody noticed.' },
      { profile: coach, text: 'When I was recording my first album, the room cost us the low end.' },
      { profile: platform, text: 'My apple trees took three years to recover from that cut.' },
      { profile: nothing, text: 'Seit wir das im Betrieb einsetzen, fällt keiner mehr aus.' },
    ],
    fine: [
      { profile: platform, text: 'For our payments the retry sat in the client.' },
      { profile: coach, text: 'Most of my clients feel the deadlift in the wrong place first.' },
      { profile: nothing, text: 'I do not follow the step from two to three.' },
      { profile: nothing, text: 'If I understand the chart, the second run is warmer.' },
      { profile: nothing, text: 'We see the lever slip at 4:02, is that on purpose?' },
      { profile: potter, text: 'My stoneware crawls at the rim when the bisque is hard.' },
    ],
  },
};
