import type { LabelledSet } from './labelled-set.ts';

interface Worded {
  avoid: string | null;
  prefer: string | null;
  text: string;
}

const avoid = 'game changer, leverage, deep dive, “at the end of the day”, awesome';
const prefer = 'trade-off, in practice, measured';
const german = 'krass, Mehrwert, auf Augenhöhe, zeitnah';
const spanish = 'increíble, brutal, aportar valor';

/** Bad: uses a word the profile avoids, in whatever form it takes in a sentence. */
export const wording: LabelledSet<Worded> = {
  bad: [
    { avoid, prefer, text: 'This is a game changer for small teams.' },
    { avoid, prefer, text: 'You can leverage the cache for that.' },
    { avoid, prefer, text: 'A real deep dive into probes, with numbers.' },
    { avoid, prefer, text: 'At the end of the day the latency decides.' },
    { avoid, prefer, text: 'Awesome point on the trade-off between the two.' },
    { avoid, prefer, text: 'That would be a GAME CHANGER on ARM.' },
    { avoid, prefer, text: 'Teams leveraging the scheduler will notice it first.' },
    { avoid, prefer, text: 'The deep dives of this series measured it in practice.' },
    { avoid, prefer, text: 'It was a game-changer for our build times.' },
    { avoid: german, prefer: null, text: 'Krass, wie stark die Presse den Geschmack ändert.' },
    { avoid: german, prefer: null, text: 'Der Mehrwert liegt in der kürzeren Stückgare.' },
    { avoid: german, prefer: null, text: 'Das lässt sich zeitnah messen.' },
    { avoid: german, prefer: null, text: 'Ein krasser Unterschied beim zweiten Guss.' },
    { avoid: spanish, prefer: null, text: 'Es increíble lo que cambia el molido.' },
    { avoid: spanish, prefer: null, text: 'Esto puede aportar valor en equipos pequeños.' },
    { avoid: '- very\n- basically\n- just', prefer: null, text: 'It just needs a second index.' },
    { avoid: 'synergy; disrupt; ecosystem', prefer: null, text: 'The plugin ecosystem is the weak spot.' },
    { avoid: 'synergy; disrupt; ecosystem', prefer: null, text: 'It disrupts the order of the events.' },
    {
      avoid: 'Never say "crush it" or "hustle"',
      prefer: null,
      text: 'You crush it when the rest days are planned.',
    },
    { avoid: '最高, ヤバい', prefer: null, text: 'この説明は最高でした。抽出温度は何度ですか。' },
    { avoid: 'hack', prefer, text: 'A neat hack for the second pour.' },
  ],
  fine: [
    { avoid, prefer, text: 'The game loop changes once you cap the frames.' },
    { avoid, prefer, text: 'In practice the trade-off is memory, as measured at 3:20.' },
    { avoid, prefer, text: 'Deep learning is not needed for that, a dive computer does it.' },
    { avoid, prefer, text: 'The lever at the end of the day shift sticks.' },
    { avoid, prefer, text: 'We measured the same 40 ms on a cold start.' },
    { avoid, prefer, text: 'Which trade-off decided against the sidecar?' },
    { avoid: german, prefer: null, text: 'Der Wert auf der Waage stimmt erst nach 30 Sekunden.' },
    { avoid: german, prefer: null, text: 'Die Augen des Teigs verraten die Gare.' },
    { avoid: german, prefer: null, text: 'Wie lange ruht der Vorteig bei 18 Grad?' },
    { avoid: spanish, prefer: null, text: 'El valor de la presión cambia con la altura.' },
    { avoid: spanish, prefer: null, text: '¿Qué molido usas para un tueste claro?' },
    {
      avoid: '- very\n- basically\n- just',
      prefer: null,
      text: 'Every index costs a write; adjust the order.',
    },
    {
      avoid: '- very\n- basically\n- just',
      prefer: null,
      text: 'The justification at 5:10 is the interesting part.',
    },
    { avoid: 'synergy; disrupt; ecosystem', prefer: null, text: 'The order of events is kept by the queue.' },
    { avoid: null, prefer, text: 'An awesome deep dive.' },
    { avoid: null, prefer: null, text: 'Leverage is what the rope system gives you.' },
    { avoid: 'hack', prefer, text: 'The hackathon schedule explains the missing tests.' },
    { avoid: 'hack', prefer: null, text: 'Shack or barn, the joists carry the same load.' },
    {
      avoid: 'Never say "crush it" or "hustle"',
      prefer: null,
      text: 'Planned rest days keep the lift moving.',
    },
    { avoid: '最高, ヤバい', prefer: null, text: '抽出温度は何度ですか。二回目の注湯が気になりました。' },
    { avoid: 'C', prefer: null, text: 'C++ moves the buffer here, Rust would borrow it.' },
  ],
  later: {
    bad: [
      { avoid, prefer, text: 'He leverages two caches and wins nothing.' },
      { avoid, prefer, text: 'Deep-dive material for the weekend.' },
      { avoid: german, prefer: null, text: 'Mit der Community auf Augenhöhe zu reden, hilft.' },
      { avoid: spanish, prefer: null, text: 'Un cambio brutal con el agua blanda.' },
      { avoid: 'optimise, utilise', prefer: null, text: 'Utilising both cores is the point.' },
    ],
    fine: [
      { avoid, prefer, text: 'The awe in the comments is deserved: 3 ms measured.' },
      { avoid: german, prefer: null, text: 'Die Messung zeigt den Unterschied beim Mahlgrad.' },
      { avoid: spanish, prefer: null, text: 'La brutalidad del cambio se ve en la curva.' },
      { avoid: 'optimise, utilise', prefer: null, text: 'The optimum lies at two cores.' },
      { avoid: 'use', prefer: null, text: 'Users confuse the two switches.' },
    ],
  },
};
