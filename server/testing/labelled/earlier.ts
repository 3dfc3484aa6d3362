import type { LabelledSet } from './labelled-set.ts';

interface Pair {
  earlier: string;
  text: string;
}

/** Bad: says under this video what was said under another one, with at most names and endings changed. */
export const earlier: LabelledSet<Pair> = {
  bad: [
    {
      earlier:
        'Readiness probes that call the database take every pod down at once. Did you ever separate them?',
      text: 'Readiness probes that call the cache take every pod down at once. Did you ever separate them?',
    },
    {
      earlier: 'The part about pre-infusion explains why my shots ran fast. How long do you hold it?',
      text: 'The part about pre-infusion explains why my first shots ran so fast. How long do you hold it?',
    },
    {
      earlier:
        'Good that you name the trade-offs of Docker and not only the recipe. How does it behave under load?',
      text: 'Good that you name the trade-offs of Podman and not only the recipe. How does it behave under load?',
    },
    {
      earlier:
        'Most write-ups on glazing end where the second half of the work begins: cleaning the kiln shelves.',
      text: 'Most write-ups on glazing end where the second half of the work begins, which is cleaning kiln shelves!',
    },
    {
      earlier: 'Der zweite Index auf tenant_id hat bei uns die Abfrage halbiert. Habt ihr das auch gemessen?',
      text: 'Der zweite Index auf tenant_id hat bei uns die Abfrage fast halbiert. Habt ihr das gemessen?',
    },
    {
      earlier:
        'I would like to hear more on one side of indexing. What happens to write latency after a month?',
      text: 'I would like to hear more on one side of sharding. What happens to write latency after a month?',
    },
    {
      earlier: 'A bond ladder only beats the fund if one holds to maturity. What is your sell rule?',
      text: 'A bond ladder only beats the fund if you hold it to maturity. What is your sell rule?',
    },
    {
      earlier:
        'With tempo squats, it was a small detail that cost us the most time: the pause at the bottom.',
      text: 'With pause squats, it was a small detail that cost us the most time: the pause at the bottom.',
    },
    {
      earlier: '¿Y si el pool de conexiones se agota durante el despliegue? Eso no se ve en la demo.',
      text: '¿Y si el pool de conexiones se agota durante un despliegue? Eso no lo vi en la demo.',
    },
    {
      earlier:
        'Rolling off at 90 Hz before the compressor cleaned up my vocals. Do you de-ess first or last?',
      text: 'Rolling off at 90 Hz before the compressor cleaned up the vocals for me. Do you de-ess first or last?',
    },
    {
      earlier:
        'What decided it in the end was unspectacular: the rollback took one minute. Curious about your setup.',
      text: 'What decided it in the end was unspectacular: the rollback took a minute. Curious how your setup does.',
    },
    {
      earlier:
        'Two of us disagreed about error boundaries after this, so I am asking here. Where do you draw the line?',
      text: 'Two of us disagreed about suspense after this, so I am asking here. Where do you draw the line?',
    },
    {
      earlier: 'このプローブの説明はとても分かりやすく、データベースに依存しない設計が参考になりました。',
      text: 'このプローブの説明はとても分かりやすく、データベースに依存しない方法が参考になりました。',
    },
    {
      earlier: 'Cold retard over night works with rye as well, only the final proof gets shorter.',
      text: 'COLD RETARD over night works with rye as well – only the final proof gets shorter.',
    },
    {
      earlier:
        'You gave lifetimes the time they need, and people who are new to Rust will be grateful for that.',
      text: 'You gave traits the time they need, and people who are new to Rust will be grateful for that.',
    },
    {
      earlier:
        'La partie sur les migrations sans verrou m’a convaincu, mais que faites-vous des clés étrangères ?',
      text: 'La partie sur les migrations sans verrou m’a convaincue. Que faites-vous des clés étrangères ?',
    },
    {
      earlier: 'Suppose someone takes this into a system ten times as large. Which part gives way first?',
      text: 'Suppose someone takes that into a system ten times as large, which part gives way first?',
    },
    {
      earlier:
        'The broomstick cue finally made the hinge click for two of my clients. Any cue for the lockout?',
      text: 'That broomstick cue finally made the hinge click for two of my clients. Is there any cue for lockout?',
    },
    {
      earlier:
        'Adding the unique constraint after the backfill is the step that locks. NOT VALID first helps.',
      text: 'Adding the foreign key after the backfill is the step that locks. NOT VALID first helps.',
    },
    {
      earlier:
        'Which of these would you keep if the team were three people? The third one costs us a day a month.',
      text: 'The third one costs us a day a month. Which of these would you keep if the team were three people?',
    },
    {
      earlier:
        'Leaving the clamp on for an hour is not enough with this glue; the joint creeps until next morning.',
      text: 'Leaving the clamps on for an hour is not enough with hide glue: the joint creeps until next morning.',
    },
  ],
  fine: [
    {
      earlier:
        'Readiness probes that call the database take every pod down at once. Did you ever separate them?',
      text: 'A startup probe with a high threshold keeps slow Java services from restarting in a loop.',
    },
    {
      earlier: 'The part about pre-infusion explains why my shots ran fast. How long do you hold it?',
      text: 'Soft water flattened the crema for me more than the grind did. Which hardness do you use?',
    },
    {
      earlier: 'Good that you name the trade-offs of Docker and not only the recipe.',
      text: 'Rootless containers change who owns the volume, and that broke our backups first.',
    },
    {
      earlier: 'Most write-ups on glazing end where the second half of the work begins.',
      text: 'Crawling on the rim came from dust for me; a damp sponge before glazing ended it.',
    },
    {
      earlier: 'Der zweite Index auf tenant_id hat bei uns die Abfrage halbiert.',
      text: 'Wie verhält sich der Partitionswechsel am Monatsende, wenn noch Schreiblast ansteht?',
    },
    {
      earlier:
        'I would like to hear more on one side of indexing. What happens to write latency after a month?',
      text: 'What happens to read latency when the hot partition moves? The chart at 6:10 stops before that.',
    },
    {
      earlier: 'A bond ladder only beats the fund if one holds to maturity.',
      text: 'The refinancing fee of 1.5 % eats the advantage of the shorter mortgage for eight years.',
    },
    {
      earlier: 'With tempo squats, the pause at the bottom cost us the most time.',
      text: 'Box height decides whether the squat trains the hips or the ego. Where do you set it?',
    },
    {
      earlier: '¿Y si el pool de conexiones se agota durante el despliegue?',
      text: 'El límite de memoria del contenedor incluye la caché de páginas, y eso confunde a muchos.',
    },
    {
      earlier:
        'Rolling off at 90 Hz before the compressor cleaned up my vocals. Do you de-ess first or last?',
      text: 'Parallel compression on the drum bus keeps the transients; did you delay-compensate the copy?',
    },
    {
      earlier: 'What decided it in the end was unspectacular: the rollback took one minute.',
      text: 'Feature flags moved the risk from the deploy to the flag clean-up, which nobody owns here.',
    },
    {
      earlier: 'Two of us disagreed about error boundaries after this. Where do you draw the line?',
      text: 'An error boundary around every route hid a failing request from our monitoring for weeks.',
    },
    {
      earlier: 'このプローブの説明はとても分かりやすく、データベースに依存しない設計が参考になりました。',
      text: 'ログの集約について、サイドカーを使わない理由をもう少し聞きたいです。',
    },
    {
      earlier: 'Cold retard over night works with rye as well, only the final proof gets shorter.',
      text: 'A wet rye starter wants more salt than the recipe says, or it runs away in summer.',
    },
    {
      earlier:
        'You gave lifetimes the time they need, and people who are new to Rust will be grateful for that.',
      text: 'Returning an iterator instead of a Vec made the borrow checker happy and the code shorter.',
    },
    {
      earlier: 'La partie sur les migrations sans verrou m’a convaincu.',
      text: 'Le plan d’exécution montre un tri sur disque ; work_mem à 64 Mo suffit-il chez vous ?',
    },
    {
      earlier: 'Suppose someone takes this into a system ten times as large. Which part gives way first?',
      text: 'The message size limit is the first wall with NATS; chunking moved our bottleneck to the disk.',
    },
    {
      earlier: 'The broomstick cue finally made the hinge click for two of my clients.',
      text: 'Grip width changes the deadlift lockout more than stance does, at least with long arms.',
    },
    {
      earlier:
        'Adding the unique constraint after the backfill is the step that locks. NOT VALID first helps.',
      text: 'Backfilling in batches by primary key kept replication lag under two seconds here.',
    },
    {
      earlier: 'Which of these would you keep if the team were three people?',
      text: 'A team of three keeps the linter and drops the review gate, in that order.',
    },
    {
      earlier:
        'Leaving the clamp on for an hour is not enough with this glue; the joint creeps until next morning.',
      text: 'Glue for the tenon, none for the shoulder: the squeeze-out is what ruins the finish.',
    },
  ],
};
