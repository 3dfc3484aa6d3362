/** What the world knows about one field: videos are made from it, thumbnails coloured by it, drafts fed by it. */
export interface Topic {
  key: string;
  /** How the field is called in a sentence and on a thumbnail. */
  name: string;
  /** Lower-case words that mean this field in a query or in a prompt. */
  words: readonly string[];
  tags: readonly string[];
  /** Flat thumbnail colours: ground and figure. */
  colours: readonly [ground: string, figure: string];
  /** YouTube category: 27 education, 28 science and technology. */
  categoryId: '27' | '28';
  language: string;
  titles: readonly string[];
  /** What later uploads of the field are about. */
  subjects: readonly string[];
  /** Openings of descriptions. */
  leads: readonly string[];
  /** Statements a practitioner could add under a video. */
  insights: readonly string[];
  questions: readonly string[];
}
