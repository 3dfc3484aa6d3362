import type { LabelledSet } from './labelled-set.ts';
import type { VoiceName } from './voices.ts';

interface Spoken {
  voice: VoiceName;
  text: string;
}

/** Bad: a reader of the ten own comments would not take it for the same person’s. */
export const voice: LabelledSet<Spoken> = {
  bad: [
    {
      voice: 'dry',
      text: 'Wow, thank you so much for this! I’ve learned a ton, and I can’t wait to try it out with my team 🚀🚀',
    },
    {
      voice: 'dry',
      text: 'I really love how you’ve explained the probes here! It’s so helpful for people like me who are just starting out!',
    },
    {
      voice: 'dry',
      text: 'In my humble opinion, and I may be wrong here, it could perhaps be that the readiness probe is, in a sense, doing a little more than it probably should, which is something that I think we have all seen in one form or another over the years, and which might be worth another video.',
    },
    { voice: 'dry', text: 'Hey! Great stuff! Do you think we could maybe get a part two? I’d love that! 😊' },
    {
      voice: 'dry',
      text: 'Have you ever wondered why we do this? Could it be that we never asked? What would you do instead? And why?',
    },
    { voice: 'dry', text: 'OMG yes!!! This is sooo true!!! You’re the best!!!' },
    {
      voice: 'dry',
      text: 'What I appreciate most about your approach is the way in which you take the time to walk us through each and every step, so that even those of us who are not experts can follow along, and I would be delighted if you could perhaps extend the series to networking in the near future.',
    },
    { voice: 'warm', text: 'The hinge is wrong. Load belongs on the hips. Depth is secondary.' },
    {
      voice: 'warm',
      text: 'Block pulls reduce range of motion. Strength transfers partially. The evidence is mixed.',
    },
    {
      voice: 'warm',
      text: 'Consequently, a periodised programme with submaximal loads is preferable for this population.',
    },
    { voice: 'warm', text: 'Rest intervals matter. Three minutes, not one. The study is from 2016.' },
    { voice: 'warm', text: 'How is the load selected? Which percentage? Why not velocity?' },
    {
      voice: 'warm',
      text: 'Deadlift volume above ten sets per week shows diminishing returns; the literature is clear on that.',
    },
    { voice: 'warm', text: 'Tempo is overrated. Time under tension explains little. Load explains most.' },
    { voice: 'asking', text: 'Der Teig ist zu warm. 24 Grad reichen. Danach kalt stellen.' },
    { voice: 'asking', text: 'Tolles Rezept!!! Hat super geklappt, danke dir!!! 😍😍😍' },
    { voice: 'asking', text: 'Das Brot gelingt immer. Man braucht nur Geduld. Mehr ist es nicht.' },
    { voice: 'asking', text: 'Roggen braucht Säure. Hefe ist unnötig. Das Salz kommt am Ende hinein.' },
    {
      voice: 'asking',
      text: 'Ich habe es gestern gebacken! Die Kinder waren begeistert! Morgen mache ich gleich zwei!',
    },
    {
      voice: 'asking',
      text: 'Die Kruste wird mit Dampf besser. Zwei Minuten genügen. Der Stein muss heiß sein.',
    },
    { voice: 'asking', text: 'Super erklärt! Weiter so! Liebe Grüße aus Kassel! ❤️' },
  ],
  fine: [
    {
      voice: 'dry',
      text: 'Startup probes need the slowest start, not the average. Java makes that obvious.',
    },
    { voice: 'dry', text: 'The queue hides the latency. Measure at the consumer.' },
    { voice: 'dry', text: 'Partitioning moves the problem to the unique index. Plan that first.' },
    { voice: 'dry', text: 'Caching the token is fine. Caching the permission is not.' },
    { voice: 'dry', text: 'The rollback takes one minute. That matters more than coverage.' },
    { voice: 'dry', text: 'Logs at debug level cost 12 % here. Sampling fixes it.' },
    { voice: 'dry', text: 'Blue-green doubles the bill for an hour. Canary does not.' },
    {
      voice: 'warm',
      text: 'I love the pause at the top! My Thursday ladies can’t stop talking about it, and you’ve made my week 😊',
    },
    {
      voice: 'warm',
      text: 'Oh, I’m so happy you said this! I’ve told my clients for years, and now I’ll just send them to you 🙌',
    },
    {
      voice: 'warm',
      text: 'You’ve got me convinced! I tried the slow version this morning, and I couldn’t finish my third set 😅',
    },
    {
      voice: 'warm',
      text: 'Thank you for the knee tip! Mine’s been grumpy since spring, and I’m finally getting down the stairs again ❤️',
    },
    {
      voice: 'warm',
      text: 'I’m so glad you showed the mistakes too! We all do them, and it’s nice to laugh about it 😂',
    },
    {
      voice: 'warm',
      text: 'What a kind way to teach! I’d love to see your warm-up, if you’ve got one you don’t mind sharing 😊',
    },
    {
      voice: 'warm',
      text: 'I can’t wait to use this! My beginners are scared of the bar, and you’ve shown how to make it friendly 💪',
    },
    {
      voice: 'asking',
      text: 'Woran merkst du, dass der Sauerteig reif ist? Ist der Geruch vielleicht sicherer als die Zeit?',
    },
    { voice: 'asking', text: 'Könnte man die dritte Stufe weglassen? Oder fehlt dann wohl die Säure?' },
    { voice: 'asking', text: 'Wie heiß ist dein Ofen am Anfang? Und gehst du dann eher schnell herunter?' },
    {
      voice: 'asking',
      text: 'Nimmst du vielleicht Wasser aus der Leitung? Unseres ist hart, macht das einen Unterschied?',
    },
    {
      voice: 'asking',
      text: 'Wird die Krume mit mehr Wasser lockerer? Oder reißt die Kruste dann eher ein?',
    },
    {
      voice: 'asking',
      text: 'Was wäre, wenn man die Hälfte mit Dinkel backt? Braucht der Teig dann vielleicht weniger Zeit?',
    },
    {
      voice: 'asking',
      text: 'Wie lange hält sich das Brot bei dir? Und lagerst du es wohl im Topf oder im Tuch?',
    },
  ],
};
