import type { LabelledSet } from './labelled-set.ts';
import { type UnderVideo, withAPoint, withAPointLater } from './with-a-point.ts';

/** The video makes no difference to empty praise, so these take turns. */
const videos = [
  {
    title: 'Kubernetes probes explained',
    description: 'What each probe does, and why a readiness check should not call the database.',
  },
  {
    title: 'Why your espresso runs too fast',
    description: 'Grind size, dose and pre-infusion: three shots side by side.',
  },
  {
    title: 'Hand-cut dovetails for beginners',
    description: 'Marking gauge, saw angle and chopping to the line.',
  },
  {
    title: 'Bond ladders vs bond funds',
    description: 'Maturity, reinvestment risk and fees compared over ten years.',
  },
  {
    title: 'Roggensauerteig ohne Hefe',
    description: 'Drei Stufen, Temperaturen und woran man Übergare erkennt.',
  },
] as const;

const praising = (texts: readonly string[]): UnderVideo[] =>
  texts.map((text, index) => ({ ...(videos[index % videos.length] ?? videos[0]), text }));

/** Bad: would stand under any video at all. */
export const emptyPraise: LabelledSet<UnderVideo> = {
  bad: praising([
    'Great video, thanks for sharing!',
    'Wow, what an amazing explanation. Keep up the great work!',
    'This is exactly what I was looking for. Thank you so much, subscribed!',
    'One of the best channels on YouTube, hands down. Always a pleasure to watch.',
    'I have watched dozens of videos on this subject and yours is by far the clearest. Well done!',
    'Super Video, sehr gut erklärt, weiter so!',
    'Your content never disappoints 🔥🔥🔥',
    'Such a valuable resource. Looking forward to the next one!',
    'Excelente contenido, muy bien explicado. ¡Saludos desde México!',
    'Absolutely brilliant. You make complicated things look so easy.',
    'Underrated channel, deserves way more views and subscribers.',
    'Merci beaucoup pour cette vidéo, c’est vraiment très intéressant et bien expliqué.',
    'Finally someone who explains this properly! You saved my day, thank you.',
    'Amazing insights as always. I learned so much from this, can’t wait for more.',
    'Came here from your last video and was not disappointed. Love your style and energy!',
    'Endlich mal jemand, der das verständlich erklärt. Vielen Dank für deine Mühe!',
    'This deserves a million views. Please keep making this kind of content for us.',
    'Really helpful and informative, I will definitely recommend it to my friends and colleagues.',
    'Simple, clear, to the point. Perfect tutorial!',
    'Me encantó el vídeo, eres un crack. Sigue así, no cambies nunca.',
    'What a fantastic breakdown, truly inspiring work from a real expert in the field.',
    'Bro this is pure gold, how do you only have 2k subs?',
    'Best explanation on the internet, period. My professor could never.',
    'Watching this at 3 am and I regret nothing. Keep them coming!',
    'Danke für das tolle Video, hat mir wirklich sehr weitergeholfen. Daumen hoch!',
    'Masterclass. Every second was worth it, and the editing is top notch as well.',
    'Muchísimas gracias por tu tiempo y dedicación, se nota el cariño que le pones.',
    'You have a gift for teaching, sir. Greetings from Brazil!',
    'I rarely comment, but this one deserved it. Outstanding job from start to finish.',
    'Instant like before even watching. You never miss!',
    'This channel is criminally underrated, more people need to see this.',
    'Finally a creator who respects my time. Liked and subscribed from Poland.',
    'So gut! Genau das habe ich gesucht, Abo ist da.',
    'I could listen to you all day, such a soothing voice and great personality.',
    'Top notch production quality, you can tell how much heart went into it.',
    'Gracias maestro, con usted todo parece fácil. Un abrazo desde Perú.',
    'Exceptional as ever. The community is lucky to have you.',
    'Been following since the first upload and the growth is unreal. Proud of you!',
    'Hands down my favourite part of the week. Cheers from Dublin.',
    'No fluff, no intro music, straight into it. Chapeau.',
    'Mein Tag ist gerettet, du bist einfach ein toller Typ.',
    'How is this free? People charge thousands for worse.',
    'Me quedo sin palabras, de lo mejor que he visto este año.',
    'Clicked faster than my morning coffee kicked in, totally worth it.',
    'You should be on television, honestly. What a presenter.',
    'Toujours aussi passionnant, on sent la passion à chaque minute.',
    'Sending this to everybody at the office right now, so well put together.',
  ]),
  fine: withAPoint,
  later: {
    bad: praising([
      'I had goosebumps at the end. Please never stop uploading.',
      'Discovered you yesterday and already binged half the playlist.',
      'If only my teachers had been half as good as you are.',
      'This was worth waiting for, another banger from the team!',
      'Wieder einmal ein Highlight am Sonntagabend, freue mich schon auf das nächste Mal.',
      'Muy buen aporte, compartido con mis compañeros de trabajo.',
      'Everything about this is chef’s kiss, from the lighting to the jokes.',
      'Just here to boost the algorithm for a deserving creator.',
    ]),
    fine: withAPointLater,
  },
};
