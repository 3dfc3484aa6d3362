import type { Phrases } from './phrases.ts';

export const portuguese: Phrases = {
  opening: {
    insightful: [
      'Sobre {s}, acrescento algo que vem da prática.',
      'Isso coincide em boa parte com o que vi em {s}.',
      'É bom ver {s} com as concessões explicadas e não só com a receita.',
      'Com {s}, foi um detalhe pequeno que nos custou mais tempo.',
      'No ano passado passamos por {s} com uma equipe de cinco pessoas.',
      'O que mais me interessa em {s} é o que acontece quando falha.',
    ],
    supportive: [
      'Explicar {s} com essa calma ajuda muito quem está começando.',
      'Gosto que em {s} apareçam os motivos e não só o resultado.',
      'Obrigado por não esconder as partes incômodas de {s}.',
      'Partir do problema e não da ferramenta deixa {s} bem mais claro.',
      'Manter um único exemplo do começo ao fim torna {s} muito mais concreto.',
      'A ordem escolhida para {s} responde às dúvidas pouco antes de elas surgirem.',
    ],
    questioning: [
      'Em {s} me ficou uma dúvida.',
      'Há um lado de {s} que eu gostaria de entender melhor.',
      'Estamos para decidir sobre {s}, e um ponto continua em aberto.',
      'Uma parte de {s} me fez parar para pensar.',
      'Depois de {s}, não chegamos a um acordo na equipe.',
      'Uma pergunta para quem trabalha com {s} todos os dias.',
    ],
  },
  point: {
    insightful: ['Em resumo: {i}.', 'Aprendemos isso devagar: {i}.', 'A surpresa para nós foi outra: {i}.'],
    supportive: [
      'Uma experiência que combina com isso: {i}.',
      'Posso confirmar pelo meu trabalho: {i}.',
      'Se posso acrescentar uma lição nossa: {i}.',
    ],
    questioning: [
      '{Q}? Pergunto por um motivo: {i}.',
      '{Q}? O que me faz hesitar: {i}.',
      '{Q}? Até agora só sei uma coisa: {i}.',
    ],
  },
  closing: {
    insightful: [
      'Gostaria de saber se com {t} acontece o mesmo.',
      'Junto com {t} o efeito ficou ainda mais claro.',
      'Nada disso estava na documentação que tínhamos lido.',
      'Outras pessoas talvez ponham o limite em outro lugar, sobretudo com {t}.',
    ],
    supportive: [
      'Uma parte sobre {t} no mesmo estilo seria bem-vinda.',
      'Isso poupa uma tarde inteira à próxima pessoa.',
      'Levo duas ideias para testar com {t}.',
      'Para quem está chegando vale mais do que outra lista de comandos.',
    ],
    questioning: [
      'Mesmo uma regra aproximada já ajudaria.',
      'Talvez renda outro vídeo sobre {t}.',
      'Com {t} no meio a resposta pode ser outra.',
      'Desconfio que haja mais de uma boa resposta.',
    ],
  },
  insights: [
    'a primeira versão que sobreviveu foi a que tinha menos peças móveis',
    'o custo apareceu na manutenção, meio ano mais tarde',
    'uma lista curta ao lado do código fez mais do que o documento longo que ninguém abria',
    'os valores padrão decidiram mais do que tudo o que discutimos',
    'só confiamos depois de quebrar de propósito algumas vezes',
    'quase todo o ganho veio de tirar uma etapa, não de acelerá-la',
  ],
};
