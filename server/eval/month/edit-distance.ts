/** How many characters one has to insert, take out or change to make one text of the other (Levenshtein). */
export function editDistance(before: string, after: string): number {
  const [from, to] = [[...before], [...after]];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [line, letter] of from.entries()) {
    let diagonal = row[0] ?? 0;
    const next = [line + 1];
    for (const [column, other] of to.entries()) {
      const above = row[column + 1] ?? 0;
      const left = next[column] ?? 0;
      next.push(Math.min(above + 1, left + 1, diagonal + (letter === other ? 0 : 1)));
      diagonal = above;
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
