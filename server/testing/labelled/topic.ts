import type { LabelledSet } from './labelled-set.ts';
import type { LabelledVideo } from './videos.ts';

interface OnVideo {
  video: LabelledVideo;
  text: string;
}

/** Bad: speaks of nothing that this video, by its title and description, is about. */
export const topic: LabelledSet<OnVideo> = {
  bad: [
    {
      video: 'probes',
      text: 'Good to see the trade-offs named and not only the recipe. It helps newcomers a lot.',
    },
    {
      video: 'probes',
      text: 'Lifetimes are easier once the elision rules are on one page next to the compiler.',
    },
    {
      video: 'probes',
      text: 'The short version of our own story: the slowest part was never the one people blamed.',
    },
    {
      video: 'espresso',
      text: 'A bond ladder needs a rule for when to sell, or it turns into a fund with extra work.',
    },
    {
      video: 'espresso',
      text: 'You explain things calmly, which takes more preparation than one would think.',
    },
    {
      video: 'espresso',
      text: 'Water hardness and a clean filter decide how a long filter brew tastes in the morning.',
    },
    {
      video: 'bonds',
      text: 'What decided it in the end was unspectacular: fewer moving parts and one clear owner.',
    },
    { video: 'bonds', text: 'Crypto will replace all of this, and stablecoins pay more while you wait.' },
    { video: 'bonds', text: 'Your microphone sounds much clearer in this one, what changed in the room?' },
    {
      video: 'deadlift',
      text: 'Consistency beats motivation, and a plan one can keep beats a perfect plan.',
    },
    {
      video: 'deadlift',
      text: 'The bench press stalls for most people because of the elbows, not the chest.',
    },
    {
      video: 'sourdough',
      text: 'Sehr ruhig gezeigt, so bleibt man gerne bis zum Ende dran und lernt etwas dabei.',
    },
    {
      video: 'sourdough',
      text: 'Ein Index auf beiden Spalten halbiert die Abfrage, kostet aber beim Schreiben.',
    },
    {
      video: 'sourdough',
      text: 'Welche Kamera benutzt du für die Nahaufnahmen, und wie leuchtest du den Tisch aus?',
    },
    {
      video: 'postgres',
      text: 'Se nota el trabajo que hay detrás; gracias por compartirlo con todos nosotros.',
    },
    { video: 'postgres', text: 'El café cambia por completo cuando se muele más fino y se baja la dosis.' },
    {
      video: 'vocals',
      text: 'One thing I would add, because it tends to come up a few weeks later: write it down.',
    },
    {
      video: 'vocals',
      text: 'Guitar strings matter less than the room they are played in, at least for acoustic.',
    },
    {
      video: 'rust',
      text: 'New colleagues find the weak spot first, because they read what is really there.',
    },
    {
      video: 'rust',
      text: 'Go’s garbage collector made this a non-issue for most backend people years ago.',
    },
    {
      video: 'rust',
      text: 'Readiness checks that query the database turn one slow disk into a full outage.',
    },
  ],
  fine: [
    {
      video: 'probes',
      text: 'Startup probes with a generous threshold stopped the restart loop; readiness alone did not.',
    },
    {
      video: 'probes',
      text: 'Why keep liveness at all for the Java service, if a restart rarely helps there?',
    },
    {
      video: 'probes',
      text: 'A readiness check that only looks at the process hides a dead connection pool.',
    },
    {
      video: 'espresso',
      text: 'Does the longer pre-infusion change the grind you need, or only the first drops?',
    },
    { video: 'espresso', text: 'The wet puck after the second shot says the dose was low, not the grinder.' },
    {
      video: 'espresso',
      text: 'Dose first, then grind: with both moving, nobody can tell which one slowed the shot.',
    },
    {
      video: 'bonds',
      text: 'Reinvestment risk is where the ladder hurts once interest falls. How would you stagger it?',
    },
    { video: 'bonds', text: 'The fund’s fee looks small, but over ten years it is about one coupon.' },
    { video: 'bonds', text: 'Holding to maturity only helps people who can really leave the money alone.' },
    {
      video: 'deadlift',
      text: 'The broomstick drill makes the hinge visible. Do you drop it once block pulls feel easy?',
    },
    {
      video: 'deadlift',
      text: 'Two heavy days in one week was the change I would have expected last after 50.',
    },
    {
      video: 'deadlift',
      text: 'Blocks shorten the range, so what tells you that the hips are ready for the floor?',
    },
    {
      video: 'sourdough',
      text: 'Die Stückgare wird im Sommer viel kürzer; an der Übergare merkt man es zu spät.',
    },
    {
      video: 'sourdough',
      text: 'Warum drei Stufen, wenn der Sauerteig schon kräftig genug ist? Wegen der Säure?',
    },
    { video: 'postgres', text: 'NOT VALID ayuda, pero la validación posterior también lee toda la tabla.' },
    {
      video: 'postgres',
      text: '¿Qué haces si el índice concurrente queda inválido a mitad de la migración?',
    },
    {
      video: 'vocals',
      text: 'De-essing before compression keeps the gain reduction from pumping on every s.',
    },
    { video: 'vocals', text: 'How dry was the recording really? The room seems to come back after the EQ.' },
    {
      video: 'rust',
      text: 'The second compiler error is the one that teaches borrowing; elision hides too much before it.',
    },
    {
      video: 'rust',
      text: 'Would the struct with two lifetimes compile if the output borrowed only from the first?',
    },
    { video: 'rust', text: 'Elision works until a method returns a reference to something else than self.' },
  ],
  later: {
    bad: [
      {
        video: 'probes',
        text: 'Whoever maintains it should also be paged for it, then the quality improves by itself.',
      },
      { video: 'vocals', text: 'Please do one on drums, the kick never comes through on small speakers.' },
      { video: 'bonds', text: 'Greetings from Lisbon, the new intro looks very polished.' },
      { video: 'rust', text: 'Kubernetes operators in Python are slower, but easier to hire for.' },
      { video: 'deadlift', text: 'Sleep and protein do more than any gadget at that age.' },
    ],
    fine: [
      {
        video: 'probes',
        text: 'A restarted container loses its heap dump, so a failing liveness check destroys the evidence.',
      },
      { video: 'vocals', text: 'The compressor before EQ question comes down to how harsh the singer is.' },
      {
        video: 'bonds',
        text: 'Laddered funds with a fixed maturity date would be the third column of your table.',
      },
      { video: 'rust', text: 'Borrowing from self twice was my wall as a reader of this.' },
      { video: 'deadlift', text: 'How many days of recovery after block pulls?' },
    ],
  },
};
