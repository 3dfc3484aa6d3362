/** SPEC §2: what starts drafting for the selected videos. */
export const generateLabel = (count: number) => `Generate ${count} ${count === 1 ? 'Comment' : 'Comments'}`;
