import { expect, it } from 'vitest';
import { asksForOwnExperience } from './own-experience.rules.ts';

it.each([
  'Back a claim with one number of your own.',
  'Back every claim with a figure of your own.',
  'Start with a short story from your own work, then name the lesson.',
  'Mention a concrete example from personal experience.',
  'Say from experience where it breaks.',
  'Add a number you measured.',
  'Name one project you have worked on.',
  'Include a first-hand result.',
  'Belege eine Behauptung mit einer eigenen Zahl.',
  'Nenne ein Beispiel aus deinen Projekten.',
  'Erzähle kurz aus der Praxis.',
  'Beginne mit einem Messwert aus eigener Arbeit.',
  'Respalda una afirmación con una cifra propia.',
  'Cuenta una anécdota de tu trabajo.',
  'Añade un dato de tus proyectos.',
])('knows that only the person can obey “%s”', (rule) => {
  expect(asksForOwnExperience(rule)).toBe(true);
});

it.each([
  'Use no exclamation marks.',
  'Start with the concrete thing, not with thanks.',
  'Keep it short: leave out every sentence that is not needed.',
  'Write in your own words.',
  'Name the chapter or figure you speak about.',
  'Use no figures of your own.',
  'Do not tell personal stories.',
  'End with a question about their own experience.',
  'Ask viewers for their own numbers.',
  'Schreibe kurze Sätze und keine Ausrufezeichen.',
  'Verwende keine eigenen Zahlen.',
  'Frage nach den eigenen Erfahrungen der Zuschauer.',
  'Escribe frases cortas.',
  'No cuentes experiencias personales.',
  'Pregunta por sus propios resultados.',
])('leaves “%s” as it is', (rule) => {
  expect(asksForOwnExperience(rule)).toBe(false);
});
