import { err, ok } from '../../domain/result.ts'
import { defaultLocale } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'
import { raiseContentVersion, unchangedContent } from '../catalogue/content-version.ts'
import { performAction } from './perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from './perform-action.ts'
import type { StaffMember } from './staff.ts'
import { textSubject } from './text-for-staff.ts'

export type TopicQuestion = { readonly ident: string; readonly question: string }

/**
 * Returns the questions of this question's topic in order, in `lang` if translated. Returns none
 * when the question is hidden.
 */
export async function questionsOfTopic(
  db: D1Database,
  ident: string,
  lang: Locale,
): Promise<readonly TopicQuestion[]> {
  const { results } = await db
    .prepare(
      `SELECT q.ident, coalesce(max(iif(q.lang = ?2, q.question, NULL)), max(q.question)) AS question
      FROM shown_questions q LEFT JOIN question_ranks r ON r.ident = q.ident
      WHERE q.block_ident = (SELECT block_ident FROM shown_questions WHERE ident = ?1 LIMIT 1)
      GROUP BY q.ident ORDER BY r.rank IS NULL, r.rank, min(q.position), q.ident`,
    )
    .bind(ident, lang)
    .all<TopicQuestion>()
  return results
}

type QuestionMove = ActionInput & {
  readonly ident: string
  /** The previous question. Null for the first place. */
  readonly after: string | null
}

/** Moves a question within its topic, in every language. */
export async function moveQuestion(
  context: ActionContext,
  staff: StaffMember,
  { ident, after, ...input }: QuestionMove,
): Promise<ActionResult> {
  const { db } = context
  const subject = textSubject({ kind: 'question', ident })
  const request = { ...input, action: 'move-question', subject, input: { after } } as const
  return performAction(context, staff, request, async () => {
    // Read the content version before the questions, so that a change in between is a conflict.
    const condition = await unchangedContent(db)
    const known = await questionsOfTopic(db, ident, defaultLocale)
    const others = known.map((each) => each.ident).filter((each) => each !== ident)
    const isKnown = others.length < known.length && (after === null || others.includes(after))
    if (!isKnown) return err({ code: 'not-found' })
    const order = others.toSpliced(after === null ? 0 : others.indexOf(after) + 1, 0, ident)
    return ok({
      details: { after },
      condition,
      effects: () => [
        db
          .prepare(
            `INSERT INTO question_ranks (ident, rank) SELECT value, key FROM json_each(?) WHERE true
            ON CONFLICT (ident) DO UPDATE SET rank = excluded.rank`,
          )
          .bind(JSON.stringify(order)),
        db.prepare(raiseContentVersion),
      ],
    })
  })
}
