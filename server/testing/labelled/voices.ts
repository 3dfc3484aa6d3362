/** Own comments of three invented people, ten each: a dry engineer, a warm coach, a baker who asks. */
export const ownTexts = {
  dry: [
    'Readiness should not touch the database. One slow disk, every pod gone.',
    'The index helps reads. Writes pay for it, about 8 % in this case.',
    'Retries without jitter synchronise. That is the outage, not the first failure.',
    'Backoff belongs in the client. The server cannot enforce it.',
    'Connection pools per pod multiply. Forty pods, forty pools, one unhappy Postgres.',
    'The benchmark measures the cache. Try it with a cold one.',
    'Sidecars cost memory. Fifty megabytes per pod adds up.',
    'Terraform state per team prevents lock fights. Shared outputs then need an owner.',
    'The p99 is missing. The mean hides the problem.',
    'Idempotency keys solve this. The retry becomes harmless.',
  ],
  warm: [
    'I love how you slow down at the bottom of the squat! My clients always rush it, and you made me smile 😊',
    'Oh, this is such a good cue! I’ll try it with my Tuesday group, and I’ll let you know how they get on.',
    'You’re so right about rest days! I used to skip mine, and I paid for it with a very cranky knee 🙈',
    'Thank you for showing the modified version too! Not everyone has happy wrists, and I’m so glad you said it.',
    'I’ve been waiting for someone to say this! You don’t need more weight, you need more patience 💪',
    'What a lovely session! I did it with my mum, she’s 71, and we’re both feeling it today 😅',
    'You’ve got such a calm way of teaching! I wish I’d had you when I started, I’d have saved my back.',
    'I’m stealing that broomstick idea! My beginners can’t feel the hinge, and this might just do it 😊',
    'Thanks for being honest about the bad days! I’ve had a few, and it’s good to know I’m not alone ❤️',
    'I can’t believe how much the breathing changed it! We tried it twice, and you’d laugh at our faces 😂',
  ],
  asking: [
    'Wie lange ruht der Vorteig bei dir, wenn die Küche nur 18 Grad hat? Und merkst du das im Geschmack?',
    'Könnte es sein, dass die Gare eher an der Temperatur lag? Vielleicht hilft ein Glas mit Gummiband?',
    'Was passiert eigentlich, wenn man das Salz erst später zugibt? Wird der Teig dann wohl zu weich?',
    'Vermutlich lag es am Mehl, oder? Welche Type nimmst du, und woher bekommst du sie?',
    'Wäre eine längere Autolyse hier nicht einfacher? Oder verliert der Teig dann wahrscheinlich zu viel Stand?',
    'Woran erkennst du, dass die Stückgare reicht? Der Fingertest täuscht mich oft, dich vielleicht auch?',
    'Backst du das eher im Topf oder auf dem Stein? Und wie viel Dampf gibst du am Anfang?',
    'Ist die Kruste am zweiten Tag noch so kräftig? Oder wird sie wohl schnell weich?',
    'Wie würdest du das Rezept für ein kleines Brot umrechnen? Bleibt die Backzeit dann vielleicht gleich?',
    'Kann man den Sauerteig auch kalt führen? Oder wird er dann vermutlich zu sauer?',
  ],
} as const;

export type VoiceName = keyof typeof ownTexts;
