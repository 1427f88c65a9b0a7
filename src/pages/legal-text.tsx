import type { LegalTextName } from '../contract/legal-text.ts'
import type { AppContext } from '../http/app-env.ts'
import { apiErrorPage } from '../http/page/error-pages.tsx'
import { content } from '../locale/content.ts'
import { ArticleView } from '../ui/article-view.tsx'

/**
 * Shows the text that the operator has published, or else the text of the release. If the text
 * cannot be loaded, shows an error instead of another text, which would bind the shop.
 */
export async function showLegalText(c: AppContext, name: LegalTextName): Promise<Response> {
  const { locale, api } = c.var
  const answer = await api.legalText({ name })
  // Another server may lack the operation.
  if (!answer.ok && answer.error.status !== 404) return apiErrorPage(c, answer.error)
  const published = answer.ok ? answer.value.data : null
  const article = published ?? content[locale].articles[name]
  return c.render(<ArticleView article={article} />, {
    title: article.title,
    description: article.lead,
    styles: 'article',
  })
}
