import type { Phrases } from './phrases.ts';

export const spanish: Phrases = {
  opening: {
    insightful: [
      'Sobre {s} añadiría algo que viene de la práctica.',
      'Coincide en buena parte con lo que he visto en {s}.',
      'Se agradece que en {s} se hable de los compromisos y no solo de la receta.',
      'Con {s}, lo que más tiempo nos costó fue un detalle pequeño.',
      'El año pasado pasamos por {s} con un equipo de cinco personas.',
      'Lo que más me interesa de {s} es qué ocurre cuando falla.',
    ],
    supportive: [
      'Explicar {s} con esta calma ayuda mucho a quien empieza.',
      'Me gusta que en {s} aparezcan los motivos y no solo el resultado.',
      'Gracias por no esconder las partes incómodas de {s}.',
      'Partir del problema y no de la herramienta hace que {s} se entienda mejor.',
      'Mantener un único ejemplo de principio a fin vuelve {s} mucho más concreto.',
      'El orden con el que se presenta {s} responde a las dudas justo antes de que surjan.',
    ],
    questioning: [
      'Con {s} me queda una duda.',
      'Hay un aspecto de {s} que me gustaría entender mejor.',
      'Estamos a punto de decidir sobre {s} y un punto sigue abierto.',
      'Una parte de {s} me hizo parar a pensar.',
      'Después de {s}, en el equipo no nos pusimos de acuerdo.',
      'Una pregunta para quienes trabajan con {s} a diario.',
    ],
  },
  point: {
    insightful: [
      'En resumen: {i}.',
      'Lo aprendimos despacio: {i}.',
      'A nosotros nos sorprendió otra cosa: {i}.',
    ],
    supportive: [
      'Una experiencia que encaja: {i}.',
      'Puedo confirmarlo por mi trabajo: {i}.',
      'Si me permites añadir algo nuestro: {i}.',
    ],
    questioning: [
      '{Q}? Lo pregunto por un motivo: {i}.',
      '{Q}? Hasta ahora solo sé esto: {i}.',
      '{Q}? Lo que me hace dudar: {i}.',
    ],
  },
  closing: {
    insightful: [
      'Me gustaría saber si con {t} ocurre lo mismo.',
      'Junto con {t} el efecto fue todavía más claro.',
      'Nada de eso estaba en la documentación que habíamos leído.',
      'Quizá otras personas pongan el límite en otro sitio, sobre todo con {t}.',
    ],
    supportive: [
      'Ojalá haya una parte sobre {t} con el mismo estilo.',
      'A la siguiente persona le ahorra una tarde entera.',
      'Me llevo dos ideas para probar con {t}.',
      'Para quien llega de nuevas vale más que otra lista de comandos.',
    ],
    questioning: [
      'Incluso una regla aproximada ayudaría.',
      'Tal vez dé para otro vídeo sobre {t}.',
      'Con {t} de por medio la respuesta puede ser otra.',
      'Sospecho que hay más de una buena respuesta.',
    ],
  },
  insights: [
    'la primera versión que sobrevivió fue la que tenía menos piezas móviles',
    'el coste apareció en el mantenimiento, medio año más tarde',
    'una lista corta junto al código hizo más que el documento largo que nadie abría',
    'los valores por defecto decidieron más que todo lo que discutimos',
    'solo confiamos en ello después de romperlo varias veces a propósito',
    'casi toda la mejora vino de quitar un paso, no de acelerarlo',
  ],
};
