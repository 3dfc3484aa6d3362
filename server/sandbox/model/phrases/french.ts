import type { Phrases } from './phrases.ts';

export const french: Phrases = {
  opening: {
    insightful: [
      'À propos de {s}, un ajout tiré de la pratique.',
      'Cela rejoint en bonne partie ce que j’ai vu avec {s}.',
      'C’est bien que {s} soit présenté avec ses compromis et pas seulement comme une recette.',
      'Avec {s}, c’est un petit détail qui nous a coûté le plus de temps.',
      'Nous sommes passés par {s} l’an dernier, à cinq.',
      'Ce qui m’intéresse le plus dans {s}, c’est ce qui se passe en cas de panne.',
    ],
    supportive: [
      'Présenter {s} avec ce calme aide vraiment celles et ceux qui débutent.',
      'J’apprécie que {s} vienne avec ses raisons et pas seulement avec un résultat.',
      'Merci de ne pas avoir caché les côtés pénibles de {s}.',
      'Partir du problème et non de l’outil rend {s} bien plus clair.',
      'Garder un seul exemple du début à la fin rend {s} très concret.',
      'L’ordre choisi pour {s} répond aux questions juste avant qu’elles se posent.',
    ],
    questioning: [
      'Sur {s}, une question me reste.',
      'Il y a un côté de {s} que j’aimerais mieux comprendre.',
      'Nous devons bientôt décider pour {s}, et un point reste ouvert.',
      'Un passage sur {s} m’a fait réfléchir.',
      'Après {s}, nous n’étions pas d’accord dans l’équipe.',
      'Une question à toutes les personnes qui travaillent avec {s}.',
    ],
  },
  point: {
    insightful: [
      'En bref : {i}.',
      'Nous l’avons appris lentement : {i}.',
      'La surprise est venue d’ailleurs : {i}.',
    ],
    supportive: [
      'Une expérience qui va dans ce sens : {i}.',
      'Je peux le confirmer par mon travail : {i}.',
      'Si je peux ajouter une leçon à nous : {i}.',
    ],
    questioning: [
      '{Q} ? Je demande pour une raison simple : {i}.',
      '{Q} ? Ce qui me fait hésiter : {i}.',
      '{Q} ? Pour l’instant, je ne sais qu’une chose : {i}.',
    ],
  },
  closing: {
    insightful: [
      'Je serais curieux de savoir si c’est pareil avec {t}.',
      'Avec {t}, l’effet était encore plus net.',
      'Rien de cela ne figurait dans la documentation que nous avions lue.',
      'D’autres placent peut-être la limite ailleurs, surtout avec {t}.',
    ],
    supportive: [
      'Une suite sur {t} dans le même esprit trouverait son public.',
      'La personne suivante y gagne un après-midi.',
      'Je repars avec deux idées à essayer avec {t}.',
      'Pour débuter, cela vaut mieux qu’une liste de commandes de plus.',
    ],
    questioning: [
      'Même une règle approximative aiderait.',
      'Peut-être le sujet d’une autre vidéo sur {t}.',
      'Avec {t}, la réponse est peut-être différente.',
      'Je soupçonne qu’il y a plus d’une bonne réponse.',
    ],
  },
  insights: [
    'la première version qui a tenu était celle qui avait le moins de pièces mobiles',
    'le coût est apparu dans la maintenance, six mois plus tard',
    'une courte liste à côté du code a fait plus que le long document que personne n’ouvrait',
    'les valeurs par défaut ont décidé de plus de choses que tous nos débats',
    'nous n’y avons cru qu’après l’avoir cassé exprès plusieurs fois',
    'presque tout le gain est venu d’une étape supprimée',
  ],
};
