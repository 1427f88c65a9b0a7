export type FaqTopic = { readonly block: string; readonly lang: string; readonly title: string }

/** Returns the blocks of the FAQ in each language. */
export async function faqTopics(db: D1Database): Promise<readonly FaqTopic[]> {
  const { results } = await db
    .prepare(
      `SELECT block_ident AS block, lang, block_title AS title FROM shown_questions
      GROUP BY block_ident, lang ORDER BY min(position)`,
    )
    .all<FaqTopic>()
  return results
}
