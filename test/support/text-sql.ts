import { literal } from '../../src/kit/sql-text.ts'

type Content = {
  readonly place: { readonly networks: string; readonly install: string; readonly mind: string }
  readonly question: {
    readonly question: string
    readonly answer: readonly string[]
    readonly blockTitle?: string
  }
  readonly post: {
    readonly title: string
    readonly date: string
    readonly description?: string
    readonly body?: string
  }
  readonly legal: object
}

/** A question of the topic `choosing`, a post, or advice, as texts:import adds it. */
export function textSql<Kind extends keyof Content>(
  kind: Kind,
  lang: string,
  ident: string,
  content: Content[Kind],
  position = 0,
): string {
  const defaults = {
    place: {},
    question: { block: 'choosing', blockTitle: 'Choosing' },
    post: { description: 'Short', body: 'Text' },
    legal: {},
  }
  const values = [kind, lang, ident].map(literal).join(', ')
  const text = literal(JSON.stringify({ ...defaults[kind], ...content }))
  return `INSERT INTO texts (kind, lang, ident, shipped, content, position)
    VALUES (${values}, ${text}, ${text}, ${position})`
}

/** SQL: texts that staff changed. */
export const editedTexts = 'SELECT kind, lang FROM texts WHERE content IS NOT shipped'
