import type { LegalTextName } from '../operations.ts'
import type { AppContext } from '../../site/app-env.ts'
import { apiErrorPage } from '../../site/error-pages.tsx'
import { content } from '../../words/content.ts'
import { ArticleView } from '../article-view.tsx'
import { page } from '../../site/page.ts'

/**
 * Shows the text that the operator has published, or else the text of the release. If the text
 * cannot be loaded, shows an error instead of another text, which would bind the shop.
 */
async function showLegalText(c: AppContext, name: LegalTextName): Promise<Response> {
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

export const dataPolicyPage = page('dataPolicy', {
  access: 'public',
  get: async (c) => showLegalText(c, 'dataPolicy'),
})

export const userAgreementPage = page('userAgreement', {
  access: 'public',
  get: async (c) => showLegalText(c, 'userAgreement'),
})

export const aboutPage = page('about', {
  access: 'public',
  get(c) {
    const article = content[c.var.locale].articles.about
    return c.render(<ArticleView article={article} />, {
      title: article.title,
      description: article.lead,
      styles: 'article',
    })
  },
})
