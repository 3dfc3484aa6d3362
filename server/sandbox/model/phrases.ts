import type { Style } from './prompt-reader.ts';

export interface Phrases {
  /** {s} the video's subject, {i} an insight in lower case, {q} and {Q} a question without its mark. */
  body: Record<Style, readonly string[]>;
  closing: Record<Style, readonly string[]>;
}

const en: Phrases = {
  body: {
    insightful: [
      'One thing I would add on {s}: {i}.',
      'This matches what I have run into with {s}. In my experience {i}.',
      'The part about {s} deserves more attention than it usually gets. What we learned the slow way is that {i}.',
      'Good to see the trade-offs of {s} named and not only the recipe. For us the surprise was that {i}.',
      'With {s}, the detail that cost us the most time was a small one: {i}.',
      'A footnote from practice on {s}. At first we had it the other way round, until we noticed that {i}.',
      'I came here for {s} and compared it with our own setup. Where we differ: {i}.',
      'Worth adding for anyone who applies this to {s} at work: {i}.',
    ],
    supportive: [
      'You show the reasoning behind {s} and not only the result, which is what helps people who meet it for the first time. It also fits what I have seen: {i}.',
      'The way {s} is built up here makes it easy to follow along and try it. I can confirm one part from my own work: {i}.',
      'Explaining {s} this calmly takes more preparation than it looks. I will pass it on to a colleague who is just starting, with one lesson of ours: {i}.',
      'Thank you for keeping the rough edges of {s} in. They are what people run into later; for us, {i}.',
      'I like that {s} is treated as something one can understand and not only copy. It took me a while to see for myself that {i}.',
      'This fills a real gap: most material on {s} stops before it gets difficult. Seeing it continued reminded me that {i}.',
    ],
    questioning: [
      'Watching this on {s}, I kept coming back to one question: {q}? I ask because {i}.',
      'On {s}, {q}? In my own projects {i}, and I am not sure that carries over here.',
      'I wonder about one thing in {s}: {q}? Our experience was that {i}, so the answer would change how we do it.',
      'After this I would like to ask the obvious next thing about {s}: {q}? It matters to us since {i}.',
      'Something in {s} made me stop and think. {Q}? We found that {i}, which points the other way.',
      'A question to everyone who works with {s}: {q}? For what it is worth, {i}.',
    ],
  },
  closing: {
    insightful: [
      'Curious whether you have seen the same.',
      'It would make a good follow-up.',
      'It took us longer to find than I like to admit.',
      'Happy to be told otherwise by anyone who measured it.',
      'I would be interested in how it behaves at a larger scale.',
      'Small thing, large effect in our case.',
      'Others may have drawn the line elsewhere.',
    ],
    supportive: [
      'Looking forward to the next part.',
      'Please keep going in this direction.',
      'It saves the next person an afternoon.',
      'I came away with two things to try on Monday.',
      'The time you put into the examples shows.',
      'This is the one I will point people to.',
    ],
    questioning: [
      'Would love to hear how others handle it.',
      'Even a rough rule of thumb would help.',
      'Perhaps a topic for a later video.',
      'I suspect there is more than one good answer.',
      'My own guess has changed twice already.',
    ],
  },
};

const simple = (
  insightful: string[],
  supportive: string[],
  questioning: string[],
  closing: string[],
): Phrases => ({
  body: { insightful, supportive, questioning },
  closing: { insightful: closing, supportive: closing, questioning: closing },
});

/** Experience that fits every field, so that drafts on one topic do not all tell the same story. */
export const generalInsights: readonly string[] = [
  'the first version that survived was the one with the fewest moving parts',
  'writing down what we expected before measuring changed the conclusion more than once',
  'the cost showed up in maintenance, half a year after everybody had stopped looking',
  'a short checklist beside the code did more than the long document nobody opened',
  'the failure we had rehearsed was over in minutes and the one we had not took a weekend',
  'defaults decided more than any of the settings we argued about',
  'new colleagues found the weak spot first, because they read what was really there',
  'the numbers from production disagreed with the test setup by a factor of three',
  'most of the gain came from removing a step and hardly any from speeding one up',
  'naming an owner for it mattered more than the choice of tool',
  'we only trusted it after breaking it on purpose a few times',
  'keeping the old way running beside the new one for two weeks made the switch uneventful',
];

/** Ways to say it, per language; texts of the world's topics fill the gaps. */
export const phrases: Record<string, Phrases> = {
  en,
  de: simple(
    [
      'Zum Thema {s} eine Ergänzung aus der Praxis: {i}.',
      'Das deckt sich mit meinen Erfahrungen zu {s}: {i}.',
    ],
    [
      '{s} so ruhig und nachvollziehbar zu zeigen, hilft gerade Einsteigern sehr. Eine Erfahrung dazu: {i}.',
      'Schön, dass bei {s} auch die Begründungen vorkommen und nicht nur das Ergebnis. Passend dazu: {i}.',
    ],
    ['Bei {s} bleibt für mich eine Frage: {q}? Hintergrund: {i}.'],
    [
      'Mich würde interessieren, wie andere das sehen.',
      'Vielleicht ein Thema für ein weiteres Video.',
      'Das hat uns mehr Zeit gekostet, als ich zugeben möchte.',
    ],
  ),
  es: simple(
    ['Sobre {s} añadiría algo de la práctica: {i}.', 'Coincide con lo que he visto en {s}: {i}.'],
    ['Explicar {s} con esta calma ayuda mucho a quien empieza. Por experiencia: {i}.'],
    ['Con {s} me queda una duda. {q}? Lo pregunto porque {i}.'],
    ['Me gustaría saber cómo lo ven otras personas.', 'Daría para un segundo vídeo.'],
  ),
  ja: simple(
    ['「{s}」の内容は実務でも重要だと感じました。{i}。'],
    ['「{s}」を順を追って説明してくださるので、初めての人にも伝わると思います。{i}。'],
    ['「{s}」について一つ質問があります。{q}。{i}。'],
    ['続編も楽しみにしています。', 'ほかの方の経験も聞いてみたいです。'],
  ),
  fr: simple(
    ['À propos de {s}, un ajout tiré de la pratique : {i}.'],
    ['Présenter {s} avec ce calme aide vraiment celles et ceux qui débutent. Une expérience : {i}.'],
    ['Sur {s}, une question me reste : {q} ? Je demande parce que {i}.'],
    ['Je serais curieux de savoir comment d’autres procèdent.', 'Cela ferait un bon sujet pour une suite.'],
  ),
  pt: simple(
    ['Sobre {s}, acrescento algo da prática: {i}.'],
    ['Explicar {s} com essa calma ajuda muito quem está começando. Uma experiência: {i}.'],
    ['Em {s} me ficou uma dúvida: {q}? Pergunto porque {i}.'],
    ['Gostaria de saber como outras pessoas fazem.', 'Daria um bom segundo vídeo.'],
  ),
};
